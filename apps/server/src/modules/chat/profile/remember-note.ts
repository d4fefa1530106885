import { type AskAnswer, longestNote } from "@console/contracts";
import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Turn } from "../read-turn.ts";
import { addAssistantNote } from "./manage-profile.ts";

/** What a message asks to be remembered, as "remember that …" or "remember: …"; null for any other message. */
export function readRemembered(text: string): string | null {
  const [, note] = /^\s*(?:please[,\s]+)?remember(?:\s+that\s|\s*:)\s*(\S.*)$/isu.exec(text) ?? [];
  return note === undefined ? null : note.replace(/\s+/g, " ").trim();
}

/** Keeps what a message asks to be remembered, and says what became of it; null where it asks for nothing of the kind. */
export async function rememberNote(
  context: Context,
  { question, profile: { usesMemory } }: Pick<Turn, "question" | "profile">,
): Promise<AskAnswer | null> {
  const text = readRemembered(question);
  if (text === null) return null;
  if (!usesMemory) {
    return say("Nothing was kept: temporary conversations and those about another organisation have no memory.");
  }
  if (text.length > longestNote) {
    return say(`Nothing was kept: a note has at most ${longestNote} characters. Say it in fewer words.`);
  }
  try {
    await addAssistantNote(context, { text });
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "unavailable") throw error;
    return say(`Nothing was kept. ${error.message} Open “Your assistant” to do so.`);
  }
  return say(`Kept: “${text}”. To change or erase it, open “Your assistant”.`);
}

const say = (text: string): AskAnswer => ({ outcome: "answer", reason: null, text, assumptions: [], unused: [] });
