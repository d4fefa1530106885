import { z } from "zod";
import { conversationFolder } from "./conversations.ts";
import { route } from "./route.ts";

/** The most conversations that are changed at once. */
export const mostSelected = 200;

const selection = { conversations: z.array(z.string().min(1).max(64)).min(1).max(mostSelected) };
/** Those that are not there any more are no failure of the others. */
const outcome = z.object({ changed: z.number(), missing: z.number() });

export const changeConversations = route({
  method: "PATCH",
  path: "/api/assistant/conversation-selections",
  logPart: "assistant",
  leavesNoNote: true,
  permission: "assistant.chat",
  summary: "Archives several of one's own conversations, takes them out of the archive, or moves them to a folder.",
  input: z.strictObject({
    ...selection,
    isArchived: z.boolean().optional(),
    /** Null takes them out of their folders. */
    folder: conversationFolder.nullable().optional(),
  }),
  output: outcome,
  topics: ["conversations"],
});

export const deleteSelectedConversations = route({
  method: "POST",
  path: "/api/assistant/conversation-selections/deletion",
  logPart: "assistant",
  leavesNoNote: true,
  permission: "assistant.chat",
  summary: "Removes several of one's own conversations for good; answers that are being written are stopped.",
  input: z.strictObject(selection),
  output: outcome,
  topics: ["conversations", "pins", "shares"],
});
