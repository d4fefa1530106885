import { z } from "zod";
import { route } from "./route.ts";

/** The most characters of a prompt's name and text, and the most that one person keeps. */
export const longestPromptName = 60;
export const longestPrompt = 2000;
export const mostOwnPrompts = 50;

const name = z.string().trim().min(1).max(longestPromptName);
const text = z.string().trim().min(1).max(longestPrompt);

const prompt = z.object({
  id: z.string(),
  name: z.string(),
  /** What stands in braces is to be filled in. */
  text: z.string(),
  /** Whether its reader has kept it; else the platform offers it. */
  isOwn: z.boolean(),
});
export type Prompt = z.output<typeof prompt>;

const ofOneself = { logPart: "assistant", permission: "assistant.chat", topics: ["prompts"] } as const;

export const listPrompts = route({
  method: "GET",
  path: "/api/assistant/prompts",
  ...ofOneself,
  summary: "The prompts that one may use: one's own, then those that the platform offers.",
  input: z.strictObject({}),
  output: z.object({ items: z.array(prompt) }),
});

export const savePrompt = route({
  method: "POST",
  path: "/api/assistant/prompts",
  ...ofOneself,
  leavesNoNote: true,
  summary: "Keeps a prompt of one's own; one with the same name is replaced.",
  input: z.strictObject({ name, text }),
  output: prompt,
  status: 201,
  failures: ["limit_reached"],
});

export const removePrompt = route({
  method: "DELETE",
  path: "/api/assistant/prompts/{prompt}",
  ...ofOneself,
  leavesNoNote: true,
  summary: "Removes a prompt of one's own.",
  input: z.strictObject({ prompt: z.string().min(1).max(64) }),
  output: z.object({ id: z.string() }),
  failures: ["not_found"],
});
