import { z } from "zod";
import { quotedPassage } from "./assistant.ts";
import { metricAnswer } from "./metrics.ts";
import { instant } from "./primitives.ts";
import { route } from "./route.ts";

/** A table of an answer, as it was. */
const sharedTable = metricAnswer
  .pick({ columns: true, rows: true, totals: true, time: true, currency: true })
  .extend({ grain: z.string().nullable() });
export type SharedTable = z.output<typeof sharedTable>;

const sharedMessage = z.object({
  role: z.enum(["user", "assistant"]),
  text: z.string(),
  /** Numbers of the text that stand in no result. */
  unverified: z.array(z.string()),
  table: sharedTable.nullable(),
  passages: z.array(quotedPassage.pick({ title: true, headings: true, page: true, kind: true, content: true })),
  /** The model that wrote it; null where none was needed. */
  model: z.string().nullable(),
  problem: z.string().nullable(),
  createdAt: instant,
});
export type SharedMessage = z.output<typeof sharedMessage>;

export const sharedMessages = z.array(sharedMessage);

const ownShare = z.object({
  id: z.string(),
  conversation: z.string(),
  title: z.string(),
  /** When the copy was taken. */
  sharedAt: instant,
  messages: z.number(),
});
export type OwnShare = z.output<typeof ownShare>;

const sharedChat = z.object({
  id: z.string(),
  title: z.string(),
  /** Who shared it. */
  by: z.string(),
  sharedAt: instant,
  messages: sharedMessages,
});
export type SharedChat = z.output<typeof sharedChat>;

const ofConversation = { conversation: z.string().min(1).max(64) };
const guarded = { logPart: "assistant", permission: "assistant.chat", topics: ["shares"] } as const;

export const getConversationShare = route({
  method: "GET",
  path: "/api/assistant/conversations/{conversation}/share",
  ...guarded,
  summary: "How one of one's own conversations is shared; null where it is not.",
  input: z.strictObject(ofConversation),
  output: z.object({ share: ownShare.nullable() }),
});

export const shareConversation = route({
  method: "POST",
  path: "/api/assistant/conversations/{conversation}/share",
  ...guarded,
  summary:
    "Shares a copy of the branch that is shown with those of one's tenant who may chat. Shared once more, the copy is replaced and the address stays.",
  input: z.strictObject(ofConversation),
  output: ownShare,
  status: 201,
  limit: { calls: 60, perSeconds: 60, isForEachPerson: true },
});

export const revokeShare = route({
  method: "DELETE",
  path: "/api/assistant/conversations/{conversation}/share",
  ...guarded,
  summary: "Removes the shared copy of a conversation; its address leads nowhere from then on.",
  input: z.strictObject(ofConversation),
  output: z.object({ id: z.string() }),
});

export const listShares = route({
  method: "GET",
  path: "/api/assistant/shares",
  ...guarded,
  summary: "One's own conversations that are shared, the newest first.",
  input: z.strictObject({}),
  output: z.object({ items: z.array(ownShare) }),
});

export const readShare = route({
  method: "GET",
  path: "/api/assistant/shares/{share}",
  ...guarded,
  summary: "A conversation that someone of one's tenant has shared, as it was then.",
  input: z.strictObject({ share: z.string().min(1).max(64) }),
  output: sharedChat,
});
