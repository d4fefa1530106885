import type { AskAnswer, TrialGrade } from "@console/contracts";
import { z } from "zod";
import { ModelFailure } from "../../connectors/models/index.ts";
import type { Context } from "../../platform/context.ts";
import type { Database } from "../../platform/db/database.ts";
import { defineJob, type Job, type LongWork } from "../../platform/jobs/define-job.ts";
import { gradeTrialAnswer, partsWithout, sampleCases, type TrialCase } from "../assistant/index.ts";
import { answerForTrial, leavesOutFigure } from "../chat/index.ts";
import { type EndedUse, noteEvaluation } from "../limits/index.ts";
import { type Models, readModelId } from "../models/index.ts";
import { type Reports, reportsAllowedFor } from "../reports/index.ts";
import {
  findTrial,
  insertResult,
  type Side,
  type StoredTrial,
  selectResults,
  type TrialResult,
  updateTrial,
} from "./trial-store.ts";

type TrialParts = { database: Database; reports: Reports; models: Pick<Models, "open"> };

export const runTrial = { name: "models.try", attempts: 3 };
const input = z.object({ trial: z.string() });

/** A model that takes longer for one question has failed it. */
const longestAnswerMs = 120_000;
const lookEveryMs = 1000;
const longestKept = 4000;

/** Asks both sides of a trial its questions, one after the other, and keeps how each answer was graded. */
export function trialJob(parts: TrialParts): Job<typeof input> {
  return defineJob({
    ...runTrial,
    input,
    logPart: "assistant",
    async runLong(work, { trial: id }) {
      const trial = await work.inTenant(async (context) => {
        const found = await findTrial(context, id);
        return found && (await updateTrial(context, id, { state: "running" })) ? found : null;
      });
      if (!trial) return;
      const cancelled = watchForEnd(work, id);
      try {
        if (await askAll(work, trial, { parts, signal: AbortSignal.any([work.signal, cancelled.signal]) })) {
          await work.inTenant((context) => updateTrial(context, id, { state: "done", endedAt: context.now }));
        }
      } catch (error) {
        // What was cancelled is no failure; what the product was stopped in is done after its next start.
        if (!cancelled.signal.aborted) throw error;
      } finally {
        cancelled.stop();
      }
    },
    async giveUp(context, { trial: id }) {
      const problem = "It could not be finished. The log says why.";
      await updateTrial(context, id, { state: "failed", problem, endedAt: context.now });
    },
  });
}

/** Notices within a second that a trial was cancelled, also while a model writes. */
function watchForEnd({ inTenant, log }: LongWork, id: string) {
  const ended = new AbortController();
  const timer = setInterval(() => {
    inTenant((context) => findTrial(context, id))
      .then((trial) => trial?.state === "running" || ended.abort())
      .catch((error: unknown) => log.warn({ err: error }, "A trial could not be looked at"));
  }, lookEveryMs);
  return { signal: ended.signal, stop: () => clearInterval(timer) };
}

type Trying = { parts: TrialParts; signal: AbortSignal };

/** False where the trial has ended meanwhile. */
async function askAll(work: LongWork, trial: StoredTrial, trying: Trying): Promise<boolean> {
  const { inTenant } = work;
  const { cases, results } = await inTenant(async (context) => ({
    cases: await sampleCases(context, { set: trial.set_id, most: trial.most_questions }),
    results: await selectResults(context, trial.id),
  }));
  // What a run before a crash has asked is not asked again.
  const asked = new Set(results.map(({ side, caseId }) => `${side} ${caseId}`));
  for (const one of cases) {
    for (const side of ["a", "b"] as const) {
      if (asked.has(`${side} ${one.id}`)) continue;
      const result = await askOne(work, { trial, side, one }, trying);
      asked.add(`${side} ${one.id}`);
      const isWanted = await inTenant(async (context) => {
        await insertResult(context, trial.id, result);
        return updateTrial(context, trial.id, { state: "running", done: asked.size });
      });
      if (!isWanted) return false;
    }
  }
  return true;
}

type Question = { trial: StoredTrial; side: Side; one: TrialCase };

async function askOne(
  { inTenant }: LongWork,
  { trial, side, one }: Question,
  { parts, signal }: Trying,
): Promise<TrialResult> {
  const asker = await inTenant(async ({ db: _, ...context }): Promise<Omit<Context, "db">> => {
    return { ...context, tenantId: one.askedIn };
  });
  const begunAt = performance.now();
  const timeout = AbortSignal.timeout(longestAnswerMs);
  const base = { tenantId: one.askedIn, side, caseId: one.id, question: one.question };
  const told = (grade: TrialGrade, answer: string, more: { expected?: string; unverified?: number } = {}) => ({
    ...base,
    grade,
    answer: answer.slice(0, longestKept),
    expected: more.expected ?? "",
    unverified: more.unverified ?? 0,
    totalMs: Math.round(performance.now() - begunAt),
  });
  try {
    const both = { parts, signal: AbortSignal.any([signal, timeout]) };
    const answered = await askSide(asker, { trial, side, one }, both);
    const result = told("right", answered.answer.text, { unverified: answered.unverified.length });
    return { ...result, ...(await grade(asker, { one, answer: answered.answer }, parts)) };
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) return told("failed", `It took longer than ${longestAnswerMs / 60_000} minutes.`);
    if (error instanceof ModelFailure) return told("failed", error.message);
    throw error;
  }
}

/** Lets a side answer, and notes what that took. */
async function askSide(asker: Omit<Context, "db">, { trial, side, one }: Question, { parts, signal }: Trying) {
  const begunAt = performance.now();
  const { chosen, choice } = await openSide(asker, { trial, side }, parts);
  const noteUse = (end: Pick<EndedUse, "outcome" | "wasModelAsked" | "promptTokens" | "answerTokens">) =>
    parts.database.inTenant(one.askedIn, async (db) => {
      const totalMs = Math.round(performance.now() - begunAt);
      const use = { ...end, server: choice.readServer(), problem: null, firstWordMs: null, totalMs };
      await noteEvaluation({ ...asker, db }, { uid: trial.started_by, chosen, end: use });
    });
  try {
    const asking = { asker, question: one.question, choice, signal };
    const answered = await answerForTrial(asking, { ...parts, engine: partsWithout(null) });
    // What the engine answers alone takes nothing of a model.
    if (answered.wasModelAsked) {
      const { promptTokens, answerTokens } = answered;
      await noteUse({ outcome: "done", wasModelAsked: true, promptTokens, answerTokens });
    }
    return answered;
  } catch (error) {
    if (error instanceof ModelFailure) {
      await noteUse({ outcome: "failed", wasModelAsked: true, promptTokens: null, answerTokens: null });
    }
    throw error;
  }
}

/** The model as the policy of the tenant lets it be asked, with the instructions that are tried. */
async function openSide(asker: Omit<Context, "db">, { trial, side }: Omit<Question, "one">, { models }: TrialParts) {
  const chosen = readModelId(side === "a" ? trial.model_a : trial.model_b);
  if (!chosen) throw new ModelFailure("model_missing", "This model is not there any more.");
  const instructions = side === "a" ? trial.instructions_a : trial.instructions_b;
  const choice = await models.open(asker, chosen);
  return { chosen, choice: { ...choice, system: instructions === "" ? null : instructions } };
}

/** Right is an answer with the figures that are expected, whose text tells them where there is only one. */
async function grade(
  asker: Omit<Context, "db">,
  { one, answer }: { one: TrialCase; answer: AskAnswer },
  { database, reports }: TrialParts,
): Promise<{ grade: TrialGrade; expected: string }> {
  const graded = await database.inTenant(
    one.askedIn,
    async (db) => {
      const context = { ...asker, db };
      return gradeTrialAnswer(context, one, answer, await reportsAllowedFor(context, reports));
    },
    "snapshot",
  );
  const isSilent = answer.outcome === "answer" && answer.result && leavesOutFigure(answer.text, answer.result);
  return graded.grade === "right" && isSilent ? { ...graded, grade: "wrong" } : graded;
}
