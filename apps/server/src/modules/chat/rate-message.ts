import {
  type AskAnswer,
  keepAnswer,
  metricQuery,
  type RouteOutput,
  type rateMessage as rateContract,
} from "@console/contracts";
import type { z } from "zod";
import { type Context, platformTenant, requirePerson } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { changeOwnFeedback, giveFeedback } from "../feedback/index.ts";
import { withoutFilePassages } from "./files/answer-from-files.ts";
import { findMessage, rateStored, type StoredMessage } from "./message-store.ts";
import { requireMessage } from "./send-message.ts";

/** Keeps what the caller says of an answer, with the answer as it was. */
export async function rateMessage(
  context: Context,
  { message: id, rating, reasons, expected, text }: z.output<(typeof rateContract)["input"]>,
): Promise<RouteOutput<typeof rateContract>> {
  const message = await requireMessage(context, id);
  if (message.role !== "assistant" || message.ended_at === null) {
    throw new AppError("invalid_input", "Only answers that are there can be rated.");
  }
  if (message.is_imported) throw new AppError("invalid_input", "Imported answers cannot be rated.");
  if (message.feedback_id !== null && rating !== message.rating) {
    await changeOwnFeedback(context, { feedback: message.feedback_id, isWithdrawn: true });
  }
  const isSame = rating !== null && rating === message.rating;
  let feedback = isSame ? message.feedback_id : null;
  if (rating !== null && feedback === null)
    feedback = await giveRating(context, message, { rating, reasons, expected, text });
  await rateStored(context, id, { rating, feedback });
  return { rating, feedback };
}

type Rating = Pick<z.output<(typeof rateContract)["input"]>, "reasons" | "expected" | "text"> & {
  rating: "up" | "down";
};

async function giveRating(context: Context, message: StoredMessage, rated: Rating): Promise<string> {
  const asked = message.parent === null ? null : await findMessage(context, requirePerson(context), message.parent);
  const { rating, reasons, expected, text } = rated;
  // Others read what is kept with feedback.
  const answer = withoutFilePassages(message.answer ?? emptyAnswer);
  const shown = { ...answer, text: message.text || answer.text };
  const kept = keepAnswer(asked?.text ?? "", shown);
  const query = metricQuery.safeParse(kept.query);
  const { id } = await giveFeedback(context, {
    kind: "answer",
    category: "problem",
    rating,
    reasons,
    text,
    page: context.tenantId === platformTenant ? "/admin/ollama-chat" : `/tenant/my-${context.config.productSlug}`,
    requestId: `answer-${message.id}`,
    ...(expected && { expected }),
    answer: { ...kept, question: kept.question || "(no question)", query: query.success ? query.data : undefined },
  });
  return id;
}

const emptyAnswer: AskAnswer = { outcome: "answer", reason: null, text: "", assumptions: [], unused: [] };
