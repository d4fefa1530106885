import { addMonths } from "../../metrics/index.ts";
import { type Candidate, placesBetween } from "./candidates.ts";
import { running } from "./read-days.ts";
import { readDays } from "./read-ranges.ts";
import type { TaughtMeaning, TaughtWord } from "./taught-word.ts";
import { type Days, readYear } from "./time-words.ts";
import { readTokens, type Token } from "./tokens.ts";

const articles = new Set("the a an our my".split(" "));
/** A taught word has at most so many words. */
export const longestTaught = 6;

/** The stems by which a taught word is found, in a question and among the others. */
export function readTaughtStems(word: string): string[] {
  const stems = readTokens(word).map(({ stem }) => stem);
  const first = stems.findIndex((stem) => !articles.has(stem));
  return first < 0 ? [] : stems.slice(first);
}

/** A taught word where it stands in a question. */
export type TaughtMatch = { first: number; last: number; word: TaughtWord };

/** Finds taught words by their stems. */
export type FindTaught = (key: string) => readonly TaughtWord[];

/** Everywhere that a question says a taught word, however it is inflected. */
export function matchTaught(tokens: readonly Token[], find: FindTaught): TaughtMatch[] {
  const matches: TaughtMatch[] = [];
  for (let first = 0; first < tokens.length; first++) {
    let key = "";
    for (let last = first; last < Math.min(tokens.length, first + longestTaught); last++) {
      key = key === "" ? (tokens[last]?.stem ?? "") : `${key} ${tokens[last]?.stem ?? ""}`;
      for (const word of find(key)) matches.push({ first, last, word });
    }
  }
  return matches;
}

/** What taught words mean where they stand. Each has the score of a whole name. */
export function listTaughtCandidates(
  matches: readonly TaughtMatch[],
  tokens: readonly Token[],
  today: string,
): Candidate[] {
  return matches.flatMap(({ first, last, word }) => toCandidate({ first, last }, word, tokens, today) ?? []);
}

function toCandidate(
  { first, last }: { first: number; last: number },
  taught: TaughtWord,
  tokens: readonly Token[],
  today: string,
): Candidate | null {
  const { meaning } = taught;
  const places = placesBetween(first, last);
  const base = { places, score: scoreFor(places.length), taught };
  switch (meaning.kind) {
    case "metric":
      return { ...base, kind: "metric", metric: meaning.metric };
    case "dimension": {
      const token = tokens[last];
      const isPlural = token !== undefined && token.word !== token.stem;
      return { ...base, kind: "dimension", dimension: meaning.dimension, isPlural };
    }
    case "member": {
      const [name = "", ...others] = meaning.names;
      return { ...base, kind: "member", dimension: meaning.dimension, name, others, isQualified: true };
    }
    case "period":
      return toTime({ first, last }, taught, meaning, tokens, today);
    case "report":
      return { ...base, kind: "report", report: meaning.report };
    case "nothing":
      return null;
  }
}

/** The words around a period say which one is meant: Ramadan 2025, last Ramadan. */
function toTime(
  span: { first: number; last: number },
  taught: TaughtWord,
  period: Extract<TaughtMeaning, { kind: "period" }>,
  tokens: readonly Token[],
  today: string,
): Candidate | null {
  const year = readYear(tokens[span.last + 1]?.word ?? "");
  const isLast = ["last", "previous"].includes(tokens[span.first - 1]?.word ?? "");
  const days = resolvePeriod(period, today, { year, isLast });
  if (!days) return null;
  const lead = ["in", "during", "over", "for"].includes(tokens[span.first - 1]?.word ?? "") || isLast;
  const first = lead ? span.first - 1 : span.first;
  const last = year === null ? span.last : span.last + 1;
  const places = placesBetween(first, last);
  return { kind: "time", mention: { kind: "days", days, first, last }, places, score: scoreFor(places.length), taught };
}

function scoreFor(words: number): number {
  return 1.15 * words + 0.2 * (words - 1);
}

/** The days that a taught period means today: the one that runs or ran last, that of a year, or the last that is over. */
export function resolvePeriod(
  { relative, ranges, isYearly }: Extract<TaughtMeaning, { kind: "period" }>,
  today: string,
  { year, isLast }: { year: number | null; isLast: boolean },
): Days | null {
  if (relative !== null) return readDays(relative.split(" "), 0, today)?.value ?? null;
  const all = (isYearly ? ranges.flatMap((range) => repeatYearly(range, today, year)) : [...ranges]).sort((a, b) =>
    a.from < b.from ? -1 : 1,
  );
  const begun = all.filter(({ from, to }) => (isLast ? to <= today : from <= today));
  const days = year === null ? (begun.at(-1) ?? all[0]) : all.find(({ from }) => Number(from.slice(0, 4)) === year);
  return days ? running(days, today) : null;
}

/** The same days in the years around today, and in the one that is asked for. */
function repeatYearly(range: Days, today: string, year: number | null): Days[] {
  const own = Number(range.from.slice(0, 4));
  const years = year === null ? [-2, -1, 0].map((step) => Number(today.slice(0, 4)) + step) : [year];
  return years.map((one) => ({
    from: addMonths(range.from, 12 * (one - own)),
    to: addMonths(range.to, 12 * (one - own)),
  }));
}
