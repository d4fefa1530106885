import type { tryTraining as contract, TrainingTrial, TrainingUse } from "@console/contracts";
import type { z } from "zod";
import { type Context, platformTenant } from "../../../platform/context.ts";
import { withSavepoint } from "../../../platform/db/database.ts";
import { AppError } from "../../../platform/errors.ts";
import { findAnswerFeedback } from "../../feedback/index.ts";
import { compareTraining, type TrialDeps, withScope } from "../evaluation/try-change.ts";
import { loadTraining, readScope } from "./load-training.ts";
import { askAgain } from "./retry-feedback.ts";
import { findTraining, type TrainingTable, updateTraining } from "./training-store.ts";

const tables = {
  words: { table: "training_words", kind: "word" },
  examples: { table: "training_examples", kind: "example" },
  answers: { table: "training_answers", kind: "answer" },
} as const satisfies Record<string, { table: TrainingTable; kind: TrainingUse["kind"] }>;

/** Ends the piece of a transaction in which something was only tried. */
class Tried extends Error {
  readonly trial: TrainingTrial;

  constructor(trial: TrainingTrial) {
    super("tried");
    this.trial = trial;
  }
}

/** What a row that is not in use would make better and worse; nothing of it stays. */
export async function tryTraining(
  context: Context,
  { entity, id }: z.output<(typeof contract)["input"]>,
  deps: TrialDeps,
): Promise<TrainingTrial> {
  const { table, kind } = tables[entity];
  const row = await findTraining(context, table, id);
  if (!row) throw new AppError("not_found", "There is no such training.");
  const feedback = row.feedbackId === null ? null : await findAnswerFeedback(context, row.feedbackId);
  try {
    await withSavepoint(context.db, async () => {
      await updateTraining(context, table, row, { status: "active" });
      const compared = await compareTraining(context, row.tenantId, deps);
      const isItem = (use: TrainingUse) => use.kind === kind && use.id === id;
      const training = feedback && (await trainingWith(context, row.tenantId, feedback.tenantId));
      const retried = feedback && (await askAgain(context, feedback, { ...deps, training }, isItem));
      const own = feedback && retried ? { question: feedback.question, ...retried } : null;
      throw new Tried({ ...compared, own });
    });
  } catch (error) {
    if (error instanceof Tried) return error.trial;
    throw error;
  }
  throw new Error("A trial ended without its result.");
}

/** The training of the tenant that feedback came from, with what is tried in its place. */
async function trainingWith(context: Context, tenantId: string, askedIn: string) {
  const before = await loadTraining({ ...context, tenantId: askedIn });
  const isForAsked = tenantId === platformTenant || tenantId === askedIn;
  return isForAsked ? withScope(before, await readScope(context, tenantId), tenantId, askedIn) : before;
}
