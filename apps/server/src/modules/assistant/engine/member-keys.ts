import { splitName, type WordKind } from "../../metrics/index.ts";
import type { MemberMatch } from "./chart.ts";
import { isEnglish } from "./english.ts";
import { findSuspects, listNeighbours } from "./repair-typos.ts";
import { unitWords } from "./time-words.ts";
import type { Token } from "./tokens.ts";
import { plainWords, roleWords } from "./word-classes.ts";

/** A run of words that may name a member, and the text that it is looked up by. */
export type MemberSpan = { first: number; last: number; key: string; isTypo: boolean };
/** A member that a text leads to. */
export type FoundMember = { word: string; kind: WordKind; dimension: string; name: string };

const longestRun = 6;
const smallWords = new Set("is are was were be been being at the a an of in".split(" "));
const commonParts = new Set(
  "old new good great right best first free main general pack city home house light".split(" "),
);

/** All runs of words that may name a member, to be looked up in one go. */
export function listMemberSpans(tokens: readonly Token[], vocabulary: ReadonlySet<string>): MemberSpan[] {
  const spans: MemberSpan[] = [];
  const suspects = findSuspects(tokens, vocabulary);
  for (let first = 0; first < tokens.length; first++) {
    for (let last = first; last < Math.min(tokens.length, first + longestRun); last++) {
      const run = tokens.slice(first, last + 1);
      const token = tokens[last];
      if (run.some(({ word }) => /^[,;.]$/.test(word))) break;
      const isEmpty = run.every(({ word }) => plainWords.has(word) && word !== "other" && word.length > 1);
      if (isEmpty && !run.some(({ isName }) => isName)) continue;
      const key = splitName(
        run.map(({ typed, text, word }) => (typed ? word : isAsTyped(text, word) ? text : word)).join(" "),
      ).join(" ");
      if (key !== "") spans.push({ first, last, key, isTypo: false });
      // "Nobody was home" is the reason "Nobody home".
      const bare =
        last > first + 1
          ? key
              .split(" ")
              .filter((word) => !smallWords.has(word))
              .join(" ")
          : key;
      const isFramed = !smallWords.has(run[0]?.word ?? "") && !smallWords.has(token?.word ?? "");
      if (bare !== key && isFramed && bare.includes(" ")) spans.push({ first, last, key: bare, isTypo: false });
    }
    const token = tokens[first];
    if (token && suspects.has(first)) {
      for (const key of listNeighbours(splitName(token.word).join(" ")))
        spans.push({ first, last: first, key, isTypo: true });
    }
  }
  return spans;
}

/** Whether a word stands for exactly what was typed, and is not an abbreviation written out. */
function isAsTyped(text: string, word: string): boolean {
  return text.toLowerCase().startsWith(word.slice(0, 1)) && Math.abs(text.length - word.length) <= 2;
}

/** Which members the words of a question may mean: the best way to each. */
export function matchMembers(
  tokens: readonly Token[],
  spans: readonly MemberSpan[],
  found: readonly FoundMember[],
): MemberMatch[] {
  const byWord = new Map<string, FoundMember[]>();
  for (const member of found) byWord.set(member.word, [...(byWord.get(member.word) ?? []), member]);
  const matches = new Map<string, MemberMatch>();
  for (const { first, last, key, isTypo } of spans) {
    const here = (byWord.get(key) ?? []).filter(({ kind }) =>
      isFitting(kind, key, tokens.slice(first, last + 1), isTypo),
    );
    for (const { kind, dimension, name } of here) {
      const id = `${first}:${last}:${dimension}:${name}`;
      if (matches.has(id) && isTypo) continue;
      matches.set(id, { first, last, dimension, name, kind: isTypo ? "typo" : kind });
    }
  }
  return [...matches.values()];
}

/** Parts of names that are common words, and initials that are words, name nobody. */
function isFitting(kind: WordKind, key: string, run: readonly Token[], isTypo: boolean): boolean {
  const isCommon = run.every(({ word, isName }) => !isName && (plainWords.has(word) || roleWords.has(word)));
  if (!isTypo && (kind === "whole" || kind === "core")) return !isCommon || run.length > 1 || key.length === 1;
  // Such words are part of many names, and alone they name nobody.
  if (run.length === 1 && !run[0]?.isName && commonParts.has(key)) return false;
  if (isCommon || run.every(({ stem }) => stem in unitWords)) return false;
  if (isTypo)
    return key.length > 3 && ["part", "whole", "core"].includes(kind) && key.charAt(0) === run[0]?.word.charAt(0);
  if (kind === "initials") return key.length > 1 && run.length === 1 && !isEnglish(key);
  if (kind === "short") return run.length > 1 && run.some(({ word }) => !isEnglish(word) || word.length < 3);
  return key.length > 2 || run.length > 1;
}
