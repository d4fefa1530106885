import { readTimes } from "./read-times.ts";
import { grainWords, monthNames, unitWords, weekdayNames } from "./time-words.ts";
import type { Token } from "./tokens.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { plainWords, roleWords } from "./word-classes.ts";

const cues: readonly (readonly string[])[] = [
  "how many",
  "how much",
  "how long",
  "how often",
  "how far",
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

/** What people say who want to be told something. */
const wishes: readonly (readonly string[])[] = [
  "i want",
  "i need",
  "i would like",
  "i would love",
  "i should like",
  "i should be glad",
  "would like",
  "like to",
  "love to",
  "wonder",
  "wondering",
  "curious",
  "looking for",
  "let me",
  "find out",
  "to know",
  "to see",
  "whether",
  "i am after",
  "feel better",
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

/** What is known of a question beside its words. */
type Known = {
  vocabulary: Vocabulary;
  /** The words that name members of the tenant. */
  members: ReadonlySet<Token>;
  today: string;
};

/** A question without what people say around it: clauses that name nothing of the semantic layer, no time and no number. */
export function trimTalk(tokens: readonly Token[], known: Known): readonly Token[] {
  const { vocabulary, members } = known;
  const isTime = ({ word }: Token) => /\d/.test(word) || calendarWords.has(word);
  const namesThing = (some: readonly Token[]) => {
    if (some.some((token) => members.has(token))) return true;
    const telling = some.filter(({ word }) => !plainWords.has(word) && !roleWords.has(word));
    if (telling.some(({ stem, isName }) => isName || vocabulary.metricHeads.has(stem) || vocabulary.names.has(stem)))
      return true;
    return new Set(telling.filter(({ stem }) => vocabulary.metricWords.has(stem)).map(({ stem }) => stem)).size > 1;
  };
  const hasContent = (some: readonly Token[]) => some.some(isTime) || namesThing(some);
  const isTalk = (some: readonly Token[]) => some.some(({ word }) => talkers.has(word)) && !hasContent(some);
  const clauses = splitAt(tokens, isBoundary);
  const isAside = (clause: readonly Token[], others: readonly Token[]) => {
    const [first, second] = clause;
    // ", which are a plague,"
    const isRelative =
      ["which", "who"].includes(first?.word ?? "") && ["is", "are", "was", "were"].includes(second?.word ?? "");
    if (isRelative && !hasContent(clause)) return true;
    const isReason =
      subordinators.has(first?.word ?? "") &&
      clause.some(({ word }) => occasions.has(word)) &&
      !clause.some((token) => (token.isName || members.has(token)) && !calendarWords.has(token.word)) &&
      !clause.some((_, place) => startsWith(cues, clause, place));
    return isReason && namesThing(others) && (!clause.some(isTime) || others.some(isTime));
  };
  const kept = clauses
    .filter((clause) => !isTalk(clause) || clause.some((_, place) => startsWith(cues, clause, place)))
    .flatMap((clause, _, all) => {
      const others = all.filter((other) => other !== clause).flat();
      if (!isAside(clause, others)) return [clause];
      return namesDays(others, known) ? [] : [keepDays(clause, known)];
    })
    .map((clause) => {
      const place = clause.findLastIndex((_, at) => startsWith(cues, clause, at) && isTalk(clause.slice(0, at)));
      const rest = place > 0 ? clause.slice(place) : clause;
      const end = rest.findIndex(
        ({ word }, at) => at > 2 && (word === "because" || word === "so") && isTalk(rest.slice(at + 1)),
      );
      return end > 0 ? [...rest.slice(0, end), ...rest.filter((token, at) => at > end && isBoundary(token))] : rest;
    });
  const trimmed = keepAsking(kept.flat(), known);
  while (trimmed.length > 0 && trimmed.at(-1) && isBoundary(trimmed.at(-1) as Token)) trimmed.pop();
  return hasContent(trimmed) || !hasContent(tokens) ? trimmed : tokens;
}

function startsWith(phrases: readonly (readonly string[])[], list: readonly Token[], place: number): boolean {
  return phrases.some((phrase) => phrase.every((one, index) => list[place + index]?.word === one));
}

/** The words of a clause that say when. */
function keepDays(clause: readonly Token[], { today }: Known): Token[] {
  return readTimes(clause, today).flatMap(({ kind, first, last }) =>
    kind === "days" || kind === "moment" ? clause.slice(first, last + 1) : [],
  );
}

function namesDays(some: readonly Token[], { today }: Known): boolean {
  return readTimes(some, today).some(({ kind }) => kind === "days" || kind === "moment" || kind === "now");
}

const pointers = new Set("them it they him her he she there that those one its their his hers same one's".split(" "));
const tellers = new Set(
  "i me my he him his she her we us they them their you people nobody everyone never it there".split(" "),
);
const leavers = new Set("put forget leave ignore skip exclude drop without except not but only just".split(" "));
/** A sentence of so few words narrows the question, and tells no story. */
const mostWordsOfRemark = 6;

/** Of several sentences the one that asks for a figure, with the days and the members of the others where it points to them. */
function keepAsking(tokens: readonly Token[], known: Known): Token[] {
  const { vocabulary, members } = known;
  const sentences = splitAt(tokens, ({ word }) => word === ".");
  if (sentences.length < 2) return [...tokens];
  const namesMetric = (some: readonly Token[]) =>
    some.some(({ word, stem }) => !plainWords.has(word) && !roleWords.has(word) && vocabulary.metricHeads.has(stem));
  const judge = (sentence: readonly Token[], place: number) =>
    (namesMetric(sentence) ? 2 : 0) +
    (sentence.some((_, at) => startsWith(cues, sentence, at)) ? 1 : 0) +
    (sentence.some((_, at) => startsWith(wishes, sentence, at)) ? 1 : 0) +
    (sentence.at(-1)?.text.trim() === "?" ? 0.5 : 0) +
    (namesDays(sentence, known) ? 0.5 : 0) +
    (0.4 * place) / sentences.length;
  const scores = sentences.map(judge);
  const best = scores.indexOf(Math.max(...scores));
  const asking = sentences[best] ?? [];
  if ((scores[best] ?? 0) < 2) return [...tokens];
  // What happened on other days than those that are asked for is a story too.
  const isStory = (sentence: readonly Token[]) =>
    sentence.some(({ word }) => tellers.has(word)) || (namesDays(asking, known) && namesDays(sentence, known));
  const isQuestion = (sentence: readonly Token[]) =>
    sentence.at(-1)?.text.trim() === "?" || sentence.slice(0, 3).some((_, at) => startsWith(cues, sentence, at));
  const isRemark = (sentence: readonly Token[]) =>
    leavers.has(sentence[0]?.word ?? "") && sentence.length <= mostWordsOfRemark + 1;
  const lacksDays = !namesDays(asking, known);
  const lacksMembers = asking.some(({ word }) => pointers.has(word)) && !asking.some((token) => members.has(token));
  // What was said last is what is pointed to.
  const before = sentences.map((sentence, at) => ({ sentence, at })).filter(({ at }) => at !== best);
  const dated = lacksDays ? before.findLast(({ sentence }) => namesDays(sentence, known))?.at : undefined;
  const naming = lacksMembers
    ? before.findLast(({ sentence }) => sentence.some((token) => members.has(token)))?.at
    : undefined;
  return sentences.flatMap((sentence, at) => {
    if (at === best || isRemark(sentence) || !isStory(sentence)) return sentence;
    if (isQuestion(sentence) && (at > best || !namesMetric(sentence))) return sentence;
    const days = at === dated ? keepDays(sentence, known) : [];
    const named = at === naming ? sentence.filter((token) => members.has(token)) : [];
    const parts = sentence.filter((token) => days.includes(token) || named.includes(token));
    const end = sentence.at(-1);
    return parts.length > 0 && end ? [...parts, end] : [];
  });
}

/** The parts of a question, each with the sign that ends it. */
function splitAt(tokens: readonly Token[], isEnd: (token: Token) => boolean): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    parts.at(-1)?.push(token);
    if (isEnd(token)) parts.push([]);
  }
  return parts.filter((part) => part.length > 0);
}
