import type {
  ClosedConversation,
  Conversation,
  ConversationOpening,
  listClosedConversations as listContract,
  openConversation as openContract,
} from "@console/contracts";
import type { z } from "zod";
import { recordAudit } from "../../../platform/audit/record-audit.ts";
import { type Context, requirePerson } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { publishEvent } from "../../../platform/events/event-store.ts";
import { findPeopleNames } from "../../directory/index.ts";
import { defineNoticeKind, notify } from "../../notices/index.ts";
import { conversationsChanged } from "../chat-channel.ts";
import { withoutFilePassages } from "../files/answer-from-files.ts";
import { type StoredMessage, selectMessages } from "../message-store.ts";
import { presentHead, presentMessage, presentSettings } from "../present-message.ts";
import { findToOpen, insertOpening, selectClosed, selectOpenings } from "./opening-store.ts";

/** Someone of the platform has read a private conversation: its owner always hears of it. */
const conversationOpened = defineNoticeKind({
  name: "conversations.opened",
  label: "Conversations that were opened",
  group: "Security",
  defaultChoice: "email",
  mayBeSwitchedOff: false,
  isFor: "tenants",
});

export const chatNoticeKinds = [conversationOpened];

/** When a person of the tenant talked with the assistant and how much, without a word of it. */
export async function listClosedConversations(
  context: Context,
  { uid }: z.output<(typeof listContract)["input"]>,
): Promise<{ items: ClosedConversation[] }> {
  const rows = await selectClosed(context, uid);
  return {
    items: rows.map((row) => ({
      id: row.id,
      startedAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
      messages: row.messages,
    })),
  };
}

/** Opens a person's conversation for a reason, which the audit log keeps and the person hears at once. */
export async function openConversation(
  context: Context,
  { conversation: id, reason }: z.output<(typeof openContract)["input"]>,
): Promise<Conversation> {
  const by = requirePerson(context);
  const row = await findToOpen(context, id);
  if (!row) throw new AppError("not_found", "There is no such conversation, or it is temporary.");
  const { owner_uid: owner } = row;
  const names = await findPeopleNames(context, [owner, by]);
  await insertOpening(context, { conversation: id, owner, by, reason });
  await recordAudit(context, {
    act: "conversations.opened",
    subject: `users/${owner}`,
    details: { title: names.get(owner) ?? owner, conversation: id, reason },
    isForPlatform: true,
  });
  await notify(context, {
    kind: conversationOpened,
    to: { person: { uid: owner, tenantId: context.tenantId } },
    subject: "A platform admin opened one of your conversations",
    text: [
      `${names.get(by) ?? "A platform admin"} opened one of your conversations with the assistant.`,
      "",
      `Reason: ${reason}`,
      "",
      "Which one it was stands on your page, under “Your assistant”.",
    ].join("\n"),
    about: `conversations/${id}`,
    link: `/tenant/my-${context.config.productSlug}`,
  });
  await publishEvent(context, { ...conversationsChanged, uid: owner });
  const messages = await selectMessages(context, id);
  return {
    ...presentHead({ ...row, found: null }, new Map()),
    settings: presentSettings(row),
    messages: messages.map((message) => presentMessage(withoutFiles(message))),
    leaf: row.leaf,
  };
}

/** Files of a person are nobody else's, whatever the reason. */
function withoutFiles(message: StoredMessage): StoredMessage {
  return message.answer === null ? message : { ...message, answer: withoutFilePassages(message.answer) };
}

/** Who opened conversations of the caller's own, when and why. */
export async function listOwnOpenings(context: Context): Promise<{ items: ConversationOpening[] }> {
  const rows = await selectOpenings(context, requirePerson(context));
  const names = await findPeopleNames(context, [...new Set(rows.map((row) => row.opened_by))]);
  return {
    items: rows.map((row) => ({
      id: row.id,
      title: row.title,
      conversation: row.conversation_id,
      by: names.get(row.opened_by) ?? "A former platform admin",
      reason: row.reason,
      at: row.created_at.toISOString(),
    })),
  };
}
