import { randomUUID } from "node:crypto";
import type {
  cancelModelTrial as cancelContract,
  ModelTrial,
  RouteOutput,
  readModelTrial as readContract,
  startModelTrial as startContract,
  TrialQuestion,
} from "@console/contracts";
import type { z } from "zod";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { type Context, requirePerson } from "../../platform/context.ts";
import { AppError, wrongField } from "../../platform/errors.ts";
import { enqueue } from "../../platform/jobs/define-job.ts";
import { sampleCases } from "../assistant/index.ts";
import { findPeopleNames } from "../directory/index.ts";
import { findProviderNames, readModelId } from "../models/index.ts";
import { passes, presentTrial } from "./present-trial.ts";
import { runTrial } from "./run-trial.ts";
import {
  countResults,
  findTrial,
  forgetOldTrials,
  insertTrial,
  type StoredTrial,
  selectResults,
  selectTrials,
  selectTrialsOf,
  type TrialResult,
  updateTrial,
} from "./trial-store.ts";

const noSuchTrial = () => new AppError("not_found", "There is no such evaluation.");

/** Promises a trial of two models, or of two sets of instructions. */
export async function startModelTrial(
  context: Context,
  { a, b, set: named, questions }: z.output<(typeof startContract)["input"]>,
): Promise<{ id: string }> {
  const providers = await findProviderNames(context);
  for (const [field, { model }] of Object.entries({ a, b })) {
    if (!providers.has(readModelId(model)?.provider ?? "")) throw wrongField(field, "Choose a model of a server.");
  }
  if (a.model === b.model && a.instructions === b.instructions) {
    throw wrongField("b", "Choose another model or other instructions for the second side.");
  }
  const set = named ?? null;
  const cases = await sampleCases(context, { set, most: questions });
  if (cases.length === 0) {
    throw wrongField("set", "There are no questions to ask. Add some to an evaluation set first.");
  }
  const trial = {
    id: randomUUID(),
    model_a: a.model,
    instructions_a: a.instructions,
    model_b: b.model,
    instructions_b: b.instructions,
    set_id: set,
    most_questions: questions,
    total: 2 * cases.length,
    started_by: requirePerson(context),
    created_at: context.now,
  };
  if (!(await insertTrial(context, trial))) {
    throw new AppError("conflict", "Another evaluation is running. Wait until it is done, or cancel it.");
  }
  await forgetOldTrials(context);
  await enqueue(context, runTrial, { trial: trial.id });
  await note(context, trial, "models.trial_started");
  return { id: trial.id };
}

export async function listModelTrials(context: Context): Promise<{ items: ModelTrial[] }> {
  const trials = await selectTrials(context);
  return { items: await present(context, trials) };
}

/** A trial with each question and how both sides answered it. */
export async function readModelTrial(
  context: Context,
  { trial: id }: z.output<(typeof readContract)["input"]>,
): Promise<RouteOutput<typeof readContract>> {
  const trial = await findTrial(context, id);
  if (!trial) throw noSuchTrial();
  const [presented] = await present(context, [trial]);
  if (!presented) throw noSuchTrial();
  return { ...presented, questions: pairAnswers(await selectResults(context, id)) };
}

/** Ends a trial where it stands. */
export async function cancelModelTrial(
  context: Context,
  { trial: id }: z.output<(typeof cancelContract)["input"]>,
): Promise<{ id: string }> {
  const trial = await findTrial(context, id);
  if (!trial) throw noSuchTrial();
  if (await updateTrial(context, id, { state: "cancelled", endedAt: context.now })) {
    await note(context, trial, "models.trial_cancelled");
  }
  return { id };
}

/** Whether a model has passed a trial with these instructions. */
export async function hasPassedTrial(
  context: Pick<Context, "db">,
  tried: { model: string; instructions: string },
): Promise<boolean> {
  const trials = await selectTrialsOf(context, tried);
  const counts = await countResults(
    context,
    trials.map(({ id }) => id),
  );
  return trials.some(({ id, model_a, instructions_a, model_b, instructions_b }) => {
    const [a, b] = [counts.get(`${id}/a`), counts.get(`${id}/b`)];
    if (!a || !b) return false;
    const isA = model_a === tried.model && instructions_a === tried.instructions;
    const isB = model_b === tried.model && instructions_b === tried.instructions;
    return (isA && passes(a, b)) || (isB && passes(b, a));
  });
}

async function present(context: Context, trials: readonly StoredTrial[]): Promise<ModelTrial[]> {
  const counts = await countResults(
    context,
    trials.map(({ id }) => id),
  );
  const names = await findPeopleNames(context, [...new Set(trials.map(({ started_by }) => started_by))]);
  return trials.map((trial) => presentTrial(trial, counts, names));
}

function pairAnswers(results: readonly TrialResult[]): TrialQuestion[] {
  const questions = new Map<string, TrialQuestion>();
  for (const { caseId, question, expected, side, grade, unverified, totalMs, answer } of results) {
    const pair = questions.get(caseId) ?? { case: caseId, question, expected, a: null, b: null };
    // A model that failed leaves unsaid what was expected.
    if (expected !== "") pair.expected = expected;
    pair[side] = { grade, unverified, totalMs, answer };
    questions.set(caseId, pair);
  }
  return [...questions.values()];
}

async function note(context: Context, trial: Pick<StoredTrial, "id" | "model_a" | "model_b">, act: string) {
  const title = [...new Set([trial.model_a, trial.model_b])].join(", ");
  await recordAudit(context, { act, subject: `model-trials/${trial.id}`, details: { title } });
}
