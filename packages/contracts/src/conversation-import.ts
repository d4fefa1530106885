import { z } from "zod";
import { chatMessage } from "./conversations.ts";
import { route } from "./route.ts";

/** The form of the files that conversations are exported to. */
export const conversationFormat = { format: "conversation", version: 1 } as const;
/** The largest file of a conversation. */
export const largestConversationBytes = 10 * 1024 * 1024;

/** A file as it is exported; its messages are read one by one. */
export const conversationFile = z.strictObject({
  format: z.literal(conversationFormat.format),
  version: z.literal(conversationFormat.version),
  title: z.string().trim().min(1).max(120),
  tenant: z.strictObject({ id: z.string().min(1).max(64), name: z.string().max(300) }).nullable(),
  leaf: z.string().max(64).nullable(),
  messages: z.array(z.unknown()),
});

/** A message of a file; older files do not say all of it. */
export const fileMessage = chatMessage.extend({
  id: z.string().min(1).max(64),
  parent: z.string().min(1).max(64).nullable(),
  text: z.string().max(40_000),
  isImported: z.boolean().default(false),
  isCompared: z.boolean().default(false),
  provider: chatMessage.shape.provider.default(null),
  attachments: chatMessage.shape.attachments.default([]),
});
export type FileMessage = z.output<typeof fileMessage>;

const importedConversation = z.object({
  /** Null where no message could be imported; nothing is kept then. */
  conversation: z.string().nullable(),
  title: z.string(),
  /** The organisation that a platform admin asked about. */
  tenant: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** All messages of the file: those that were imported and those that were rejected. */
  read: z.number(),
  imported: z.number(),
  /** Counted from 1 in the order of the file. */
  rejected: z.array(z.object({ place: z.number(), reason: z.string() })),
});
export type ImportedConversation = z.output<typeof importedConversation>;

export const importConversation = route({
  method: "POST",
  path: "/api/assistant/conversation-imports",
  logPart: "assistant",
  leavesNoNote: true,
  permission: "assistant.chat",
  summary: "Makes a conversation of one's own from a JSON file that was exported here; its figures are not verified.",
  input: z.strictObject({
    /** The file's name, where the body is the file. */
    name: z.string().max(300).optional(),
  }),
  output: importedConversation,
  topics: ["conversations"],
  failures: ["limit_reached", "too_large"],
  limit: { calls: 20, perSeconds: 60, isForEachPerson: true },
  takesFile: true,
});
