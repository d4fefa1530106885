import type { EntityRow } from "@console/contracts";
import { z } from "zod";
import { type Context, platformTenant, requirePerson } from "../../../platform/context.ts";
import { enqueue } from "../../../platform/jobs/define-job.ts";
import { findAnswerFeedback } from "../../feedback/index.ts";

/** The job that asks the question of feedback again, in the tenant of whoever gave it. */
export const retryFeedback = { name: "assistant.retry-feedback", attempts: 5 };
export const retryInput = z.object({
  feedback: z.string(),
  item: z.object({ kind: z.enum(["word", "example", "answer"]), id: z.string() }),
  by: z.object({ uid: z.string(), tenantId: z.string().nullable() }),
});

const kinds = { words: "word", examples: "example", answers: "answer" } as const;

/** Promises to ask the question of feedback again, once what was made of it is in use. */
export async function promiseRetry(context: Context, row: EntityRow, entity: keyof typeof kinds): Promise<void> {
  const feedback = await findAnswerFeedback(context, String(row.feedback));
  if (!feedback) return;
  const item = { kind: kinds[entity], id: String(row.id) };
  const by = { uid: requirePerson(context), tenantId: context.tenantId === platformTenant ? null : context.tenantId };
  await enqueue({ ...context, tenantId: feedback.tenantId }, retryFeedback, { feedback: feedback.id, item, by });
}
