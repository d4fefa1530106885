import { z } from "zod";
import { instant } from "./primitives.ts";
import { route } from "./route.ts";

/** The most characters of one's own instructions. */
export const longestInstructions = 2000;
/** The most notes that are remembered of one person, and the most characters of one. */
export const mostNotes = 50;
export const longestNote = 300;

const noteText = z.string().trim().min(1).max(longestNote);
const noteId = z.string().min(1).max(64);

const assistantNote = z.object({ id: z.string(), text: z.string(), createdAt: instant });
export type AssistantNote = z.output<typeof assistantNote>;

const assistantProfile = z.object({
  /** How one wants to be answered; told to models behind the instructions of the organisation. */
  instructions: z.string(),
  isMemoryOn: z.boolean(),
  /** What is remembered, the newest first. */
  notes: z.array(assistantNote),
  /** After how many days without a message a conversation is removed. */
  conversationDays: z.number(),
});
export type AssistantProfile = z.output<typeof assistantProfile>;

const ofOneself = { logPart: "assistant", permission: "assistant.chat", topics: ["assistant-profile"] } as const;

export const getAssistantProfile = route({
  method: "GET",
  path: "/api/assistant/profile",
  ...ofOneself,
  summary: "One's own instructions to the assistant, and what it remembers of oneself.",
  input: z.strictObject({}),
  output: assistantProfile,
});

export const changeAssistantProfile = route({
  method: "PATCH",
  path: "/api/assistant/profile",
  ...ofOneself,
  leavesNoNote: true,
  summary:
    "Changes one's own instructions, or switches the memory on or off. What is remembered stays until it is erased.",
  input: z.strictObject({
    instructions: z.string().trim().max(longestInstructions).optional(),
    isMemoryOn: z.boolean().optional(),
  }),
  output: assistantProfile,
});

export const addAssistantNote = route({
  method: "POST",
  path: "/api/assistant/notes",
  ...ofOneself,
  leavesNoNote: true,
  summary: "Adds something to remember, where the memory is on.",
  input: z.strictObject({ text: noteText }),
  output: assistantNote,
  status: 201,
});

export const changeAssistantNote = route({
  method: "PATCH",
  path: "/api/assistant/notes/{note}",
  ...ofOneself,
  leavesNoNote: true,
  summary: "Changes something that is remembered.",
  input: z.strictObject({ note: noteId, text: noteText }),
  output: assistantNote,
});

export const eraseAssistantNote = route({
  method: "DELETE",
  path: "/api/assistant/notes/{note}",
  ...ofOneself,
  leavesNoNote: true,
  summary: "Erases something that is remembered.",
  input: z.strictObject({ note: noteId }),
  output: z.object({ id: z.string() }),
});

export const eraseAssistantNotes = route({
  method: "DELETE",
  path: "/api/assistant/notes",
  ...ofOneself,
  leavesNoNote: true,
  summary: "Erases everything that is remembered of oneself.",
  input: z.strictObject({}),
  output: z.object({ erased: z.number() }),
});
