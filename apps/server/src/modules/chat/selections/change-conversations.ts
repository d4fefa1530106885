import type {
  changeConversations as changeContract,
  deleteSelectedConversations as deleteContract,
} from "@console/contracts";
import type { z } from "zod";
import { type Context, requirePerson } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { publishEvent } from "../../../platform/events/event-store.ts";
import { conversationsChanged } from "../chat-channel.ts";
import { removeStopped } from "../manage-conversations.ts";
import { selectOpenAnswers } from "../message-store.ts";
import { removeSelected, selectOwnIds, updateSelected } from "./selection-store.ts";

type Outcome = { changed: number; missing: number };

/** Archives several conversations of the caller's own, takes them out of the archive, or moves them to a folder. */
export async function changeConversations(
  context: Context,
  { conversations, isArchived, folder }: z.output<(typeof changeContract)["input"]>,
): Promise<Outcome> {
  if (isArchived === undefined && folder === undefined) {
    throw new AppError("invalid_input", "Say whether to archive the conversations, or to which folder to move them.");
  }
  const uid = requirePerson(context);
  const { ids, missing } = await requireOwn(context, conversations);
  const change = {
    ...(isArchived !== undefined && { is_archived: isArchived }),
    ...(folder !== undefined && { folder }),
  };
  await updateSelected(context, uid, { ids, change });
  await publishEvent(context, { ...conversationsChanged, uid });
  return { changed: ids.length, missing };
}

/** Removes several conversations of the caller's own; what is being written for them is stopped. */
export async function deleteSelectedConversations(
  context: Context,
  { conversations }: z.output<(typeof deleteContract)["input"]>,
): Promise<Outcome> {
  const uid = requirePerson(context);
  const { ids, missing } = await requireOwn(context, conversations);
  const open = await selectOpenAnswers(context, uid, ids);
  return { changed: await removeStopped(context, open, () => removeSelected(context, uid, ids)), missing };
}

async function requireOwn(context: Context, conversations: readonly string[]) {
  const wanted = [...new Set(conversations)];
  const ids = await selectOwnIds(context, requirePerson(context), wanted);
  if (ids.length === 0) throw new AppError("not_found", "These conversations are not there any more.");
  return { ids, missing: wanted.length - ids.length };
}
