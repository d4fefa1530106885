import type { continueMessage as continueContract, RouteOutput } from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Models } from "../../models/index.ts";
import { requireConversation } from "../manage-conversations.ts";
import { insertMessage, type StoredMessage } from "../message-store.ts";
import { presentMessage } from "../present-message.ts";
import { chooseToContinue, queueAnswer, requireMessage, requireRoom } from "../send-message.ts";

/** Lets the model of an answer go on with it, as a new turn behind it. */
export async function continueMessage(
  context: Context,
  { message: id }: z.output<(typeof continueContract)["input"]>,
  models: Pick<Models, "choose">,
): Promise<RouteOutput<typeof continueContract>> {
  const answer = await requireMessage(context, id);
  if (!canContinue(answer)) {
    throw new AppError("invalid_input", "Only answers of a model that were stopped or cut off can be continued.");
  }
  const conversation = await requireConversation(context, answer.conversation_id);
  await requireRoom(context, conversation);
  const chosen = await chooseToContinue(context, `${answer.provider}/${answer.model}`, models);
  const message = await insertMessage(context, {
    conversation: conversation.id,
    parent: id,
    role: "user",
    state: "done",
    text: "Continue",
    isContinuation: true,
  });
  // What was written so far is told to the model again.
  const next = await queueAnswer(context, conversation, { parent: message.id, question: answer.text, chosen });
  return { message: presentMessage(message), answer: next };
}

function canContinue({ role, provider, model, text, state, problem }: StoredMessage): boolean {
  if (role !== "assistant" || provider === null || model === null || text === "") return false;
  return state === "stopped" || (state === "done" && problem?.reason === "length");
}
