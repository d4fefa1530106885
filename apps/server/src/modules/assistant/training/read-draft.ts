import type { readTrainingDraft as contract, RouteOutput } from "@console/contracts";
import { type Context, platformTenant } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { findAnswerFeedback } from "../../feedback/index.ts";

/** What feedback on an answer says to those who teach. */
export async function readTrainingDraft(
  context: Context,
  { feedback: id }: { feedback: string },
): Promise<RouteOutput<typeof contract>> {
  const feedback = await findAnswerFeedback(context, id);
  if (!feedback) throw new AppError("not_found", "There is no such feedback on an answer.");
  const { question, tenantId, expected, answer } = feedback;
  return {
    question,
    tenant: tenantId === platformTenant ? null : tenantId,
    query: expected ?? answer.query ?? null,
    isExpected: expected !== null,
    words: answer.unused,
  };
}
