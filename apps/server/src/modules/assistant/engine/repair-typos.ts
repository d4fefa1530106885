import { toStem } from "../../metrics/index.ts";
import { abbreviations } from "./abbreviations.ts";
import { isEnglish } from "./english.ts";
import { rankWords, rolePhrases } from "./role-phrases.ts";
import { grainWords, monthNames, unitWords, weekdayNames } from "./time-words.ts";
import type { Token } from "./tokens.ts";
import { plainWords, roleWords } from "./word-classes.ts";

const calendarWords = [
  ...monthNames,
  ...weekdayNames,
  ...Object.keys(grainWords),
  ...Object.keys(unitWords),
  "yesterday",
  "today",
  "days",
  "weeks",
  "months",
  "quarters",
  "years",
  "weekend",
];
/** Short words of ours that no dictionary has. */
const shortWords = new Set("yoy wow mom qoq mtd ytd wtd qtd lw lm ly otd cod otif aov sku".split(" "));
const orderWords = new Set(rankWords.flatMap(({ words }) => words));
const timeWords = "next this last past previous since until between before after during ago".split(" ");
const datingWords = new Set([...calendarWords, ...timeWords]);
/** Words of questions that no phrase of the semantic layer has. */
const askingWords = [
  ...orderWords,
  ...rolePhrases.flatMap(({ texts }) => texts.flatMap((text) => text.split(" "))),
  ...Object.keys(abbreviations).filter((word) => /^[a-z]{6,}$/.test(word)),
].filter((word) => word.length > 4);
const ownWords = [...new Set([...calendarWords, ...timeWords, ...plainWords, ...roleWords, ...askingWords])].filter(
  (word) => word.length > 2,
);

/** Whether a word may be a typing error at all: English does not have it, and it is no number. */
function isSuspect(token: Token, vocabulary: ReadonlySet<string>): boolean {
  const { word, stem } = token;
  if (shortWords.has(word) || orderWords.has(word) || word.length < 3 || /\d/.test(word)) return false;
  if (vocabulary.has(stem) || vocabulary.has(word) || plainWords.has(word) || roleWords.has(word)) return false;
  return !calendarWords.includes(word) && !isEnglish(word);
}

/** So many words are looked up in all their misspellings: a question with more of them is not understood anyway. */
const mostSuspects = 8;
const mostRepaired = 24;

/** The places of words that may be typing errors, the first ones of a question. */
export function findSuspects(
  tokens: readonly Token[],
  vocabulary: ReadonlySet<string>,
  most = mostSuspects,
): ReadonlySet<number> {
  const places = [...tokens.keys()].filter((place) => {
    const token = tokens[place];
    return token !== undefined && isSuspect(token, vocabulary);
  });
  return new Set(places.slice(0, most));
}

/** Mends words that nothing knows to the nearest word of ours, where only one is near enough. */
export function repairTypos(
  tokens: readonly Token[],
  vocabulary: ReadonlySet<string>,
  known: ReadonlySet<number>,
): Token[] {
  const suspects = findSuspects(tokens, vocabulary, mostRepaired);
  return tokens.map((token, place) => {
    if (known.has(place) || !suspects.has(place)) return token;
    const mended = findNearest(token.word, vocabulary);
    if (mended === null) return token;
    const full = abbreviations[mended];
    const single = datingWords.has(toStem(mended)) ? toStem(mended) : mended;
    const meant = full && !full.includes(" ") ? full : single;
    return { ...token, word: meant, stem: toStem(meant), typed: token.text };
  });
}

function findNearest(word: string, vocabulary: ReadonlySet<string>): string | null {
  const most = word.length < 8 ? 1 : 2;
  let best: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  let isShared = false;
  for (const list of [vocabulary, ownWords]) {
    for (const candidate of list) {
      if (candidate.length < 3) continue;
      // A word of three letters is another one after any change but a swap.
      if (word.length < 4 && sortLetters(word) !== sortLetters(candidate) && !datingWords.has(candidate)) continue;
      for (const form of list === ownWords ? [candidate] : listForms(candidate)) {
        if (Math.abs(form.length - word.length) > most) continue;
        // The first letter is rarely wrong, and the last one not often.
        const isFirst = form.charAt(0) === word.charAt(0);
        if (!isFirst && form.charAt(1) !== word.charAt(0)) continue;
        // The letters of a word in another order are that word.
        const isAnagram = word.length > 4 && form.length === word.length && sortLetters(form) === sortLetters(word);
        const distance = editDistance(word, form, isAnagram ? 2 : most);
        if (distance > (isAnagram ? 2 : most) || (!isFirst && distance > 1)) continue;
        // A name must not become a plain word by the loss of a letter: "dtown" is not "down".
        const isSwap = form.length === word.length && sortLetters(form) === sortLetters(word);
        const isPlain = list === ownWords || plainWords.has(form);
        if (isPlain && !isSwap && form.length < 5 && !datingWords.has(form)) continue;
        // Swapped letters are the commonest error of all.
        const isSwapped = distance === 1 && isSwap;
        const score = distance + (isFirst ? 0 : 0.4) + (form.at(-1) === word.at(-1) ? 0 : 0.1) - (isSwapped ? 0.3 : 0);
        if (score > least) continue;
        isShared = score === least && best !== null && !isFamily(form, best);
        if (score < least) [best, least] = [form, score];
      }
    }
  }
  return isShared ? null : best;
}

function sortLetters(word: string): string {
  return [...word].sort().join("");
}

/** Whether two words are forms of one, such as deliver and delivery. */
function isFamily(a: string, b: string): boolean {
  if (toStem(a) === toStem(b)) return true;
  const shorter = Math.min(toStem(a).length, toStem(b).length);
  return shorter > 4 && a.slice(0, shorter - 1) === b.slice(0, shorter - 1);
}

/** A word and its plural: what is kept is in the singular. */
function listForms(word: string): string[] {
  if (word.endsWith("y")) return [word, `${word.slice(0, -1)}ies`];
  return [word, `${word}${/(?:s|x|ch|sh)$/.test(word) ? "es" : "s"}`];
}

/** Insertions, deletions, changes and swaps of neighbours between two words; more than `most` is not counted out. */
export function editDistance(a: string, b: string, most: number): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let value = Math.min((rows[i - 1]?.[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (rows[i - 1]?.[j - 1] ?? 0) + change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        value = Math.min(value, (rows[i - 2]?.[j - 2] ?? 0) + 1);
      }
      row.push(value);
    }
    if (Math.min(...row) > most) return most + 1;
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? most + 1;
}

const letters = "abcdefghijklmnopqrstuvwxyz";

/** Every text that is one typing error away from a word, to be looked up at once. */
export function listNeighbours(word: string): string[] {
  const found = new Set<string>();
  for (let place = 0; place <= word.length; place++) {
    const [head, tail] = [word.slice(0, place), word.slice(place)];
    if (tail.length > 0) found.add(head + tail.slice(1));
    if (tail.length > 1) found.add(head + tail.charAt(1) + tail.charAt(0) + tail.slice(2));
    for (const letter of letters) {
      found.add(head + letter + tail);
      if (tail.length > 0) found.add(head + letter + tail.slice(1));
    }
  }
  found.delete(word);
  return [...found];
}
