import type { AnswerSettings, Attachment, ChatMessage, ConversationHead } from "@console/contracts";
import type { ConversationRow, ListedConversation } from "./conversation-store.ts";
import type { StoredMessage } from "./message-store.ts";

/** A message as its owner reads it. */
export function presentMessage(row: StoredMessage, attachments: readonly Attachment[] = []): ChatMessage {
  const { id, parent, role, state, text, thinking, answer, steps, unverified, problem, usage, rating } = row;
  return {
    id,
    parent,
    role,
    state,
    text,
    thinking,
    ...(answer && { answer }),
    steps,
    unverified,
    model: row.model,
    provider: row.provider,
    problem,
    usage,
    rating,
    isImported: row.is_imported,
    isCompared: row.is_compared,
    attachments: [...attachments],
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}

/** How models answer in a conversation. */
export function presentSettings(row: Pick<ConversationRow, "temperature" | "answer_tokens">): AnswerSettings {
  return { temperature: row.temperature, answerTokens: row.answer_tokens };
}

/** A conversation as lists show it, with what the organisations are called that are asked about. */
export function presentHead(
  row: ConversationRow & Partial<Pick<ListedConversation, "is_working" | "found">>,
  tenantNames: ReadonlyMap<string, string>,
): ConversationHead {
  const { about_tenant: about, expires_at: expiresAt, found = null } = row;
  return {
    id: row.id,
    title: row.title,
    folder: row.folder,
    isPinned: row.is_pinned,
    isArchived: row.is_archived,
    expiresAt: expiresAt?.toISOString() ?? null,
    tenant: about === null ? null : { id: about, name: tenantNames.get(about) ?? about },
    isWorking: row.is_working ?? false,
    importedAt: row.imported_at?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
    found: found === null ? null : found.replace(/\s+/g, " ").trim(),
  };
}
