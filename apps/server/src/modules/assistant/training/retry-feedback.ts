import { metricQuery, type TrainingUse } from "@console/contracts";
import type { Context } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import { defineJob } from "../../../platform/jobs/define-job.ts";
import { type AnswerFeedback, findAnswerFeedback, settleRetried } from "../../feedback/index.ts";
import { type Reports, reportsAllowedFor } from "../../reports/index.ts";
import { answerDecided } from "../ask-question.ts";
import { allParts } from "../engine/read-question.ts";
import type { Training } from "../engine/training-index.ts";
import { decideCase, type EvaluationCase, gradeDecided, openGrading } from "../evaluation/grade-case.ts";
import { trimQuery } from "../trim-query.ts";
import { loadTraining } from "./load-training.ts";
import { retryFeedback, retryInput } from "./retry-promise.ts";

/** What came of asking the question of feedback once more. */
export type Retried = { outcome: string; answer: string; isRight: boolean };

/** Asks the question of feedback once more, as a person of its tenant would, with the given training. */
export async function askAgain(
  context: Context,
  feedback: AnswerFeedback,
  { database, reports, training }: { database: Database; reports: Reports; training: Training | null },
  isItem: (use: TrainingUse) => boolean,
): Promise<Retried> {
  const { tenantId, question } = feedback;
  return database.inTenant(
    tenantId,
    async (db) => {
      const asking = { ...context, db, tenantId };
      const deps = await openGrading(asking, { reports: await reportsAllowedFor(asking, reports), parts: allParts });
      const decided = await decideCase(asking, question, training ?? (await loadTraining(asking)), deps);
      const answer = await answerDecided(asking, decided, deps);
      const told = { outcome: answer.outcome, answer: answer.text };
      const usesItem = decided.used.some(isItem);
      const expected = toCase(feedback);
      // Where nobody said what is right, what was taught for it must have made the answer.
      if (!expected || answer.verified) return { ...told, isRight: answer.outcome === "answer" && usesItem };
      const { grade } = await gradeDecided(asking, expected, decided, deps);
      return { ...told, isRight: grade === "right" };
    },
    "snapshot",
  );
}

function toCase({ id, question, expected }: AnswerFeedback): EvaluationCase | null {
  const query = expected && metricQuery.safeParse(expected);
  if (!query?.success) return null;
  return {
    id,
    setId: "",
    question,
    key: "",
    expected: "answer",
    query: trimQuery(query.data),
    slots: { parts: [], relativeTime: null },
    mustMention: [],
    passage: null,
  };
}

/** Asks the question of feedback again with what was made of it, and tells whoever gave it once it is right. */
export function retryFeedbackJob(database: Database, reports: Reports) {
  return defineJob({
    ...retryFeedback,
    input: retryInput,
    logPart: "assistant",
    async run(context, { feedback: id, item, by }) {
      const feedback = await findAnswerFeedback(context, id);
      if (!feedback || feedback.state === "fixed") return;
      const isItem = (use: TrainingUse) => use.kind === item.kind && use.id === item.id;
      const retried = await askAgain(context, feedback, { database, reports, training: null }, isItem);
      await settleRetried(context, feedback, { isFixed: retried.isRight, answer: retried.answer, by });
    },
  });
}
