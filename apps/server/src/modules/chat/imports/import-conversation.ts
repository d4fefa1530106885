import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type FileMessage, type ImportedConversation, largestConversationBytes } from "@console/contracts";
import { type Context, requirePerson } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import { AppError } from "../../../platform/errors.ts";
import { publishEvent } from "../../../platform/events/event-store.ts";
import type { OpenMeter, ReceivedFiles } from "../../../platform/http/endpoint.ts";
import { conversationsChanged } from "../chat-channel.ts";
import { insertConversation, updateConversation } from "../conversation-store.ts";
import { insertMessageFiles } from "../files/message-file-store.ts";
import { requireTenant } from "../manage-conversations.ts";
import { insertImportedMessages } from "./imported-message-store.ts";
import { type ReadFile, readConversationFile } from "./read-conversation-file.ts";

/** Refuses larger files while they arrive. */
export const conversationMeter: OpenMeter = async () => {
  let bytes = 0;
  return {
    add(more) {
      bytes += more;
      if (bytes > largestConversationBytes) {
        throw new AppError("too_large", `Files can have up to ${largestConversationBytes / 1024 / 1024} MB.`);
      }
    },
    close() {},
  };
};

/** Makes a conversation of the caller's own from a file that was exported here. */
export async function importConversation(
  asking: Omit<Context, "db">,
  [{ path }]: ReceivedFiles,
  database: Database,
): Promise<ImportedConversation> {
  const file = readConversationFile(await readFile(path, "utf8"), asking.now);
  const { title, tenant, read, accepted, rejected } = file;
  const conversation =
    accepted.length === 0
      ? null
      : await database.inTenant(asking.tenantId, (db) => keepConversation({ ...asking, db }, file));
  return { conversation, title, tenant, read, imported: accepted.length, rejected };
}

async function keepConversation(context: Context, { title, tenant, leaf, accepted }: ReadFile): Promise<string> {
  const uid = requirePerson(context);
  if (tenant !== null) await requireTenant(context, tenant.id);
  const { id } = await insertConversation(context, {
    uid,
    title,
    aboutTenant: tenant?.id ?? null,
    expiresAt: null,
    importedAt: context.now,
  });
  const ids = new Map(accepted.map((message) => [message.id, randomUUID() as string]));
  const messages = accepted.map((message) => withNewIds(message, ids));
  await insertImportedMessages(context, id, messages);
  for (const { id: message, attachments } of messages) {
    // What was attached elsewhere is told by its name alone.
    await insertMessageFiles(
      context,
      message,
      attachments.map((attachment) => ({ ...attachment, file: null })),
    );
  }
  await updateConversation(context, id, { leaf: leaf === null ? null : (ids.get(leaf) ?? null) });
  await publishEvent(context, { ...conversationsChanged, uid });
  return id;
}

/** A file may be imported twice: its ids are those of the messages that it was exported from. */
function withNewIds(message: FileMessage, ids: ReadonlyMap<string, string>): FileMessage {
  const { id, parent } = message;
  return { ...message, id: ids.get(id) ?? id, parent: parent === null ? null : (ids.get(parent) ?? null) };
}
