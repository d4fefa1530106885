import { type Candidate, placesBetween } from "./candidates.ts";
import { rankWords, rolePhrases } from "./role-phrases.ts";
import { splitPhrase } from "./time-words.ts";
import type { Token } from "./tokens.ts";

/** Every word with a role, and every word that asks for an order, with its number. */
export function findRoles(tokens: readonly Token[]): Candidate[] {
  const found: Candidate[] = [];
  for (const { role, texts } of rolePhrases) {
    for (const text of texts) {
      const words = splitPhrase(text);
      for (let place = 0; place + words.length <= tokens.length; place++) {
        if (!words.every((word, index) => tokens[place + index]?.word === word)) continue;
        const places = placesBetween(place, place + words.length - 1);
        const isLight = ["how many", "how much", "value", "and", "share"].includes(role);
        // "What drove" and "account for" are no drive and no account.
        const isSet = words.length > 1 && ["why", "share", "cumulative", "mood"].includes(role);
        const weight = isSet ? 0.95 : isLight ? 0.35 : 0.6;
        const isBaseNext = /^(?:than|beat|beats|beaten|up on|down on|up or down on|.* than)$/.test(text);
        found.push({
          kind: "role",
          role,
          ...(isBaseNext && { isBaseNext }),
          places,
          score: weight * words.length + 0.1 * (words.length - 1),
        });
      }
    }
  }
  for (const { direction, words } of rankWords) {
    for (const [place, { word }] of tokens.entries()) {
      if (!words.includes(word)) continue;
      const after = readCount(tokens[place + 1]);
      const before = readCount(tokens[place - 1]);
      // "At most 5" and "at least 5" are limits.
      if (tokens[place - 1]?.word === "at" && after !== null) continue;
      if (after !== null)
        found.push({ kind: "rank", direction, count: after, word, places: [place, place + 1], score: 2.2 });
      if (before !== null && tokens[place - 2]?.word !== "last")
        found.push({ kind: "rank", direction, count: before, word, places: [place - 1, place], score: 2.1 });
      found.push({ kind: "rank", direction, count: null, word, places: [place], score: 1 });
    }
  }
  for (const [place, { word }] of tokens.entries()) {
    const next = tokens[place + 1]?.word ?? "";
    if (word === "number" && (next === "one" || next === "1"))
      found.push({ kind: "rank", direction: "best", count: 1, word, places: [place, place + 1], score: 2.2 });
    // "Rank my reps by margin" asks for an order and leaves nobody out.
    if (["rank", "ranked", "ranking", "sorted", "sort", "descending"].includes(word))
      found.push({ kind: "rank", direction: "most", count: null, word: "rank", places: [place], score: 0.5 });
  }
  // "3 people we owe most": who they are is asked.
  for (const [place, { word }] of tokens.entries()) {
    if (/^(?:people|persons)$/.test(word) && /^\d{1,2}$/.test(tokens[place - 1]?.word ?? ""))
      found.push({ kind: "role", role: "who", places: [place], score: 0.6 });
  }
  // "with less sales" ranks like "least"; "more than" and "tell me more" do not.
  for (const [place, { word }] of tokens.entries()) {
    const next = tokens[place + 1]?.word ?? "than";
    if (!["more", "less", "fewer"].includes(word) || /^(?:than|about|\d.*|,|or|and)$/.test(next)) continue;
    if (tokens[place - 1]?.word === "or" || tokens[place - 1]?.word === "and") continue;
    const direction = word === "more" ? "most" : "least";
    found.push({ kind: "rank", direction, count: null, word, places: [place], score: 0.8 });
  }
  // "all branches but Downtown" leaves it out.
  for (const [place, { word }] of tokens.entries()) {
    const before = tokens.slice(Math.max(0, place - 4), place).map((token) => token.word);
    if (word !== "but" || !before.some((one) => ["all", "every", "everything", "any"].includes(one))) continue;
    found.push({ kind: "role", role: "without", places: [place], score: 0.6 });
  }
  return found;
}

function readCount(token: Token | undefined): number | null {
  const number = token && /^\d{1,3}$/.test(token.word) ? Number(token.word) : null;
  return number !== null && number > 0 ? number : null;
}
