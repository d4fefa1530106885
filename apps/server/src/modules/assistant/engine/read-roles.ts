import { type Candidate, placesBetween } from "./candidates.ts";
import { rankWords, rolePhrases } from "./role-phrases.ts";
import type { Token } from "./tokens.ts";

/** Every word with a role, and every word that asks for an order, with its number. */
export function findRoles(tokens: readonly Token[]): Candidate[] {
  const found: Candidate[] = [];
  for (const { role, texts } of rolePhrases) {
    for (const text of texts) {
      const words = text.split(" ");
      for (let place = 0; place + words.length <= tokens.length; place++) {
        if (!words.every((word, index) => tokens[place + index]?.word === word)) continue;
        const places = placesBetween(place, place + words.length - 1);
        const weight =
          role === "how many" || role === "how much" || role === "value" || role === "and" || role === "share"
            ? 0.35
            : 0.6;
        found.push({ kind: "role", role, places, score: weight * words.length + 0.1 * (words.length - 1) });
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
