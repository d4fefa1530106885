import type { FileMessage } from "@console/contracts";
import type { TenantScope } from "../../../platform/db/database.ts";

/** So many rows go into one statement. */
const atOnce = 200;

/** Keeps messages that came from a file, marked as such. What was said of them stays where it was said. */
export async function insertImportedMessages(
  { db, tenantId }: TenantScope,
  conversation: string,
  messages: readonly FileMessage[],
): Promise<void> {
  for (let start = 0; start < messages.length; start += atOnce) {
    const rows = messages.slice(start, start + atOnce).map((message) => toRow(message, { tenantId, conversation }));
    await db.insertInto("messages").values(rows).execute();
  }
}

const asJson = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value));

function toRow(message: FileMessage, { tenantId, conversation }: { tenantId: string; conversation: string }) {
  return {
    tenant_id: tenantId,
    id: message.id,
    conversation_id: conversation,
    parent: message.parent,
    role: message.role,
    state: message.state,
    text: message.text,
    thinking: message.thinking,
    answer: asJson(message.answer),
    steps: JSON.stringify(message.steps),
    unverified: message.unverified,
    model: message.model,
    problem: asJson(message.problem),
    usage: asJson(message.usage),
    is_imported: true,
    created_at: new Date(message.createdAt),
    ended_at: new Date(message.endedAt ?? message.createdAt),
  };
}
