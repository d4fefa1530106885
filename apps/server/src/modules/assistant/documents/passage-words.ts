import { toPlain, toStem } from "../../metrics/index.ts";
import { baseForm } from "../engine/english.ts";
import { editDistance } from "../engine/repair-typos.ts";
import list from "./empty-words.json" with { type: "json" };

/** Words that stand in nearly every sentence and tell nothing of what it is about. */
const empty = new Set(list.words.split(" "));
const longestWord = 40;

/** Forms that English makes in no regular way; all others follow from their endings. */
const irregular = new Map(
  (
    "keep:kept hold:held pay:paid lose:lost leave:left sell:sold buy:bought bring:brought find:found give:gave,given " +
    "take:took,taken write:wrote,written break:broke,broken drive:drove,driven wear:wore,worn send:sent " +
    "steal:stole,stolen choose:chose,chosen catch:caught speak:spoke,spoken fall:fell,fallen hide:hid,hidden " +
    "forget:forgot,forgotten get:got,gotten lend:lent spend:spent build:built meet:met lead:led feed:fed begin:began,begun " +
    "drink:drank,drunk ring:rang,rung throw:threw,thrown wake:woke,woken"
  )
    .split(" ")
    .flatMap((verb) => {
      const [base = "", forms = ""] = verb.split(":");
      return forms.split(",").map((form) => [form, base] as const);
    }),
);

/** The words of a text as passages are found by: stems without empty words, in their order. */
export function listStems(text: string): string[] {
  const stems: string[] = [];
  for (const word of splitWords(text)) {
    const stem = stemWord(word);
    if (!empty.has(word) && !empty.has(stem)) stems.push(stem);
  }
  return stems;
}

/** The words of a text, in small letters without accents; scripts without spaces give pairs of letters. */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  for (const [word] of toPlain(text).matchAll(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}])+(?:'\p{L}+)?/gu,
  )) {
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word)) {
      const letters = [...word];
      for (let place = 0; place < Math.max(1, letters.length - 1); place++)
        words.push(letters.slice(place, place + 2).join(""));
    } else words.push(word.replace(/'\p{L}*$/u, "").slice(0, longestWord));
  }
  return words;
}

/** What the forms of a word share: returned, returns and returning are return. */
export function stemWord(word: string): string {
  return irregular.get(word) ?? toStem(baseForm(word));
}

/** How often a word stands in a passage tells less each time it is said; long passages say everything more often. */
const saturation = 1.2;
const lengthPart = 0.6;
const usualLength = 80;
/** A word of a heading counts like so many of the text. */
const headingCounts = 2.5;
const titleCounts = 1.5;

/** What each word of a passage tells of it: its part of BM25 without how rare the word is. */
export function weighWords({
  title,
  headings,
  content,
}: {
  title: string;
  headings: readonly string[];
  content: string;
}): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (text: string, times: number) => {
    const stems = listStems(text);
    for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + times);
    return stems.length;
  };
  const length = count(content, 1);
  const [nearest = "", ...outer] = [...headings].reverse();
  count(nearest, headingCounts);
  for (const heading of outer) count(heading, 1);
  count(title, titleCounts);
  const norm = saturation * (1 - lengthPart + (lengthPart * length) / usualLength);
  return new Map([...counts].map(([word, times]) => [word, (times * (saturation + 1)) / (times + norm)]));
}

const shortestMended = 4;

/**
 * By which a word is looked up where it was typed with one error: its first or its last half is right then, and it is as
 * long or one letter longer or shorter.
 */
export function spellingKeys(word: string): string[] {
  return keysForLength(word, word.length);
}

/** The keys of all words that one typing error may have made a word of. */
export function typedKeys(typed: string): string[] {
  return [-1, 0, 1].flatMap((step) => keysForLength(typed, typed.length + step));
}

function keysForLength(word: string, length: number): string[] {
  if (length < shortestMended || /\d/.test(word)) return [];
  const half = Math.floor((length - 1) / 2);
  return [`${length}${word.slice(0, half)}-`, `${length}-${word.slice(-half)}`];
}

/** The one word that is nearest to what was typed; null where none or several are. */
export function findNearestWord(typed: string, words: readonly string[]): string | null {
  const near = words.filter((word) => editDistance(typed, word, 1) === 1);
  const [best] = near;
  if (best === undefined) return null;
  const likely = near.filter((word) => word.charAt(0) === typed.charAt(0));
  if (likely.length === 1) return likely[0] ?? null;
  return near.length === 1 ? best : null;
}
