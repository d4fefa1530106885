import type { Token } from "./tokens.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { plainWords, roleWords } from "./word-classes.ts";

const cues: readonly (readonly string[])[] = [
  "how many",
  "how much",
  "how long",
  "how often",
  "how did",
  "how are",
  "how is",
  "what",
  "which",
  "who",
  "why",
  "show",
  "list",
  "give me",
  "tell me",
  "break down",
  "compare",
  "the",
].map((text) => text.split(" "));

/** Words of people who talk about themselves and not about figures. */
const talkers = new Set(
  "i me my mine you your he she someone anyone it sorry please thanks thank hi hello hey boss meeting if us trouble wondering wonder curious".split(
    " ",
  ),
);
const ends = new Set([",", ";", "but", "so", "and", "because", "since", "as"]);

/** A question without what people say around it: clauses before and after it that name nothing of the semantic layer. */
export function trimTalk(tokens: readonly Token[], vocabulary: Vocabulary): readonly Token[] {
  const isTalk = (some: readonly Token[]) =>
    some.some(({ word }) => talkers.has(word)) &&
    !some.some(({ word, stem, isName }) => {
      if (plainWords.has(word) || roleWords.has(word)) return false;
      return isName || vocabulary.metricWords.has(stem) || vocabulary.names.has(stem);
    });
  let rest = tokens;
  for (const [place, { word }] of tokens.entries()) {
    const next = place + 1;
    const isCue = cues.some((cue) => cue.every((one, index) => tokens[next + index]?.word === one));
    if (ends.has(word) && isCue && isTalk(tokens.slice(0, place))) rest = tokens.slice(next);
  }
  for (const [place, { word }] of rest.entries()) {
    const after = rest.slice(place + 1);
    if (place > 2 && (word === "because" || word === "so" || word === ",") && isTalk(after))
      return rest.slice(0, place);
  }
  return rest;
}
