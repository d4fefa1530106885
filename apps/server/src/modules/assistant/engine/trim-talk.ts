import { grainWords, monthNames, unitWords, weekdayNames } from "./time-words.ts";
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
  "how do",
  "how does",
  "how was",
  "how were",
  "how well",
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
].map((text) => text.split(" "));

/** Words of people who talk about themselves and not about figures. */
const talkers = new Set(
  (
    "i me my mine you your he she him his her someone anyone it sorry please thanks thank hi hello hey boss meeting if " +
    "us trouble wondering wonder curious cheers mate guys folks hope suppose guess"
  ).split(" "),
);
const calendarWords = new Set([
  ...monthNames.filter((name) => name !== "may"),
  ...weekdayNames,
  ...Object.keys(grainWords),
  ...Object.keys(unitWords),
  ...Object.keys(unitWords).map((word) => `${word}s`),
  ..."today yesterday tomorrow tonight ytd mtd wtd qtd weekend fortnight q1 q2 q3 q4".split(" "),
]);
const isBoundary = ({ word }: Token) => /^[,;.]$/.test(word);

/** Words that begin a clause about why somebody asks. */
const subordinators = new Set(
  "as since because so having wishing being now for before after if when while should in with although though to".split(
    " ",
  ),
);
/** People and things that only those talk about who say why they ask. */
const occasions = new Set(
  (
    "i my me myself wife husband son daughter grandson brother sister mother father boss board auditor auditors bank " +
    "meeting letter committee colleague trustees diary presentation talk speech report minutes chairman director " +
    "lawyer landlord accountant"
  ).split(" "),
);

/** A question without what people say around it: clauses that name nothing of the semantic layer, no time and no number. */
export function trimTalk(tokens: readonly Token[], vocabulary: Vocabulary): readonly Token[] {
  const isTime = ({ word }: Token) => /\d/.test(word) || calendarWords.has(word);
  const namesThing = (some: readonly Token[]) => {
    const telling = some.filter(({ word }) => !plainWords.has(word) && !roleWords.has(word));
    if (telling.some(({ stem, isName }) => isName || vocabulary.metricHeads.has(stem) || vocabulary.names.has(stem)))
      return true;
    return new Set(telling.filter(({ stem }) => vocabulary.metricWords.has(stem)).map(({ stem }) => stem)).size > 1;
  };
  const namesMetric = (some: readonly Token[]) =>
    some.some(({ word, stem }) => !plainWords.has(word) && !roleWords.has(word) && vocabulary.metricHeads.has(stem));
  const hasContent = (some: readonly Token[]) => some.some(isTime) || namesThing(some);
  const isTalk = (some: readonly Token[]) => some.some(({ word }) => talkers.has(word)) && !hasContent(some);
  const isCue = (list: readonly Token[], place: number) =>
    cues.some((cue) => cue.every((one, index) => list[place + index]?.word === one));
  const clauses = splitClauses(tokens);
  const isAside = (clause: readonly Token[], others: readonly Token[]) => {
    const [first, second] = clause;
    // ", which are a plague,"
    const isRelative =
      ["which", "who"].includes(first?.word ?? "") && ["is", "are", "was", "were"].includes(second?.word ?? "");
    if (isRelative && !hasContent(clause)) return true;
    const isReason =
      subordinators.has(first?.word ?? "") &&
      clause.some(({ word }) => occasions.has(word)) &&
      !clause.some(({ isName, word }) => isName && !calendarWords.has(word)) &&
      !clause.some((_, place) => isCue(clause, place));
    return isReason && namesThing(others) && (!clause.some(isTime) || others.some(isTime));
  };
  const kept = clauses
    .filter((clause) => !isTalk(clause) || clause.some((_, place) => isCue(clause, place)))
    .filter((clause, _, all) => !isAside(clause, all.filter((other) => other !== clause).flat()))
    .map((clause) => {
      const place = clause.findLastIndex((_, at) => isCue(clause, at) && isTalk(clause.slice(0, at)));
      const rest = place > 0 ? clause.slice(place) : clause;
      const end = rest.findIndex(
        ({ word }, at) => at > 2 && (word === "because" || word === "so") && isTalk(rest.slice(at + 1)),
      );
      return end > 0 ? [...rest.slice(0, end), ...rest.filter((token, at) => at > end && isBoundary(token))] : rest;
    });
  const trimmed = keepAsking(kept.flat(), isTime, namesMetric, isCue);
  while (trimmed.length > 0 && trimmed.at(-1) && isBoundary(trimmed.at(-1) as Token)) trimmed.pop();
  return hasContent(trimmed) || !hasContent(tokens) ? trimmed : tokens;
}

const pointers = new Set("them it they him her he she there that those one its their".split(" "));
const tellers = new Set("i me my he him his she her we us they them their you people nobody never".split(" "));

/** Of several sentences the last one that asks for a figure and says when: what came before it tells a story. */
function keepAsking(
  tokens: readonly Token[],
  isTime: (token: Token) => boolean,
  namesMetric: (some: readonly Token[]) => boolean,
  isCue: (list: readonly Token[], place: number) => boolean,
): Token[] {
  const sentences: Token[][] = [[]];
  for (const token of tokens) {
    sentences.at(-1)?.push(token);
    if (token.word === ".") sentences.push([]);
  }
  const isAsking = (sentence: readonly Token[]) => namesMetric(sentence) && sentence.some(isTime);
  const place =
    sentences.findLastIndex((sentence) => isAsking(sentence) && sentence.some((_, at) => isCue(sentence, at))) ?? -1;
  const last = place >= 0 ? place : sentences.findLastIndex(isAsking);
  if (last < 0) return [...tokens];
  // What comes behind may narrow the question; what a person tells of others does not.
  const isStory = (sentence: readonly Token[]) => sentence.some(({ word }) => tellers.has(word));
  // "How punctual were we with them": they were named before.
  const asking = sentences[last] ?? [];
  const pointsBack = asking.some(({ word }) => pointers.has(word)) && !asking.some(({ isName }) => isName);
  const isNeeded = (sentence: readonly Token[]) => pointsBack && sentence.some(({ isName }) => isName);
  return sentences.filter((sentence, at) => at === last || isNeeded(sentence) || !isStory(sentence)).flat();
}

/** The parts of a question between commas and full stops, each with the sign that ends it. */
function splitClauses(tokens: readonly Token[]): Token[][] {
  const clauses: Token[][] = [[]];
  for (const token of tokens) {
    clauses.at(-1)?.push(token);
    if (isBoundary(token)) clauses.push([]);
  }
  return clauses.filter((clause) => clause.length > 0);
}
