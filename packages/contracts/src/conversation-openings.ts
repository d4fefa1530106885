import { z } from "zod";
import { getConversation } from "./conversations.ts";
import { instant } from "./primitives.ts";
import { route } from "./route.ts";

/** The fewest characters of the reason for which a conversation is opened. */
export const shortestOpeningReason = 10;

const conversationOpening = z.object({
  id: z.string(),
  /** What the conversation is called; null when it is gone. */
  title: z.string().nullable(),
  conversation: z.string(),
  by: z.string(),
  reason: z.string(),
  at: instant,
});
export type ConversationOpening = z.output<typeof conversationOpening>;

export const listOwnOpenings = route({
  method: "GET",
  path: "/api/assistant/openings",
  logPart: "assistant",
  permission: "assistant.chat",
  summary: "Who of the platform opened conversations of one's own, when and why; the newest first.",
  input: z.strictObject({}),
  output: z.object({ items: z.array(conversationOpening) }),
  topics: ["conversations"],
});

const closedConversation = z.object({
  id: z.string(),
  startedAt: instant,
  updatedAt: instant,
  messages: z.number(),
});
export type ClosedConversation = z.output<typeof closedConversation>;

const ofTenant = { tenantId: z.string().min(1).max(128) };
const guarded = { logPart: "assistant", permission: "conversations.open", actsIn: "tenantId" } as const;

export const listClosedConversations = route({
  method: "GET",
  path: "/api/admin/tenants/{tenantId}/conversations",
  ...guarded,
  summary:
    "When a person talked with the assistant and how much, without a word of it. Temporary conversations are not there.",
  input: z.strictObject({ ...ofTenant, uid: z.string().min(1).max(128) }),
  output: z.object({ items: z.array(closedConversation) }),
  topics: ["conversations"],
});

export const openConversation = route({
  method: "POST",
  path: "/api/admin/tenants/{tenantId}/conversations/{conversation}/open",
  ...guarded,
  summary: "Opens one conversation of a person for a reason, which is audited and told to that person at once.",
  input: z.strictObject({
    ...ofTenant,
    conversation: z.string().min(1).max(64),
    reason: z
      .string()
      .trim()
      .min(shortestOpeningReason, `Say why in at least ${shortestOpeningReason} characters.`)
      .max(300),
  }),
  output: getConversation.output,
  topics: [],
});
