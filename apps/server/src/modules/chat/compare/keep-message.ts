import type { keepMessage as keepContract, RouteOutput } from "@console/contracts";
import type { z } from "zod";
import { type Context, requirePerson } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { publishEvent } from "../../../platform/events/event-store.ts";
import { conversationsChanged } from "../chat-channel.ts";
import { updateConversation } from "../conversation-store.ts";
import { endComparison } from "../message-store.ts";
import { requireMessage } from "../send-message.ts";

/** Goes on with one of two compared answers; the other stays as another version. */
export async function keepMessage(
  context: Context,
  { message: id }: z.output<(typeof keepContract)["input"]>,
): Promise<RouteOutput<typeof keepContract>> {
  const answer = await requireMessage(context, id);
  if (!answer.is_compared || answer.parent === null) {
    throw new AppError("conflict", "These answers are not compared any more.");
  }
  await endComparison(context, answer.parent);
  await updateConversation(context, answer.conversation_id, { leaf: id });
  await publishEvent(context, { ...conversationsChanged, uid: requirePerson(context) });
  return { leaf: id };
}
