import type { Grain } from "@console/contracts";
import { toLookup } from "./lookup.ts";

export const monthNames: readonly string[] = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

export const weekdayNames: readonly string[] = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
];

export type Unit = "day" | "week" | "month" | "quarter" | "year";

/** Kinds of periods by their stems. */
export const unitWords = toLookup<Unit>({
  day: "day",
  week: "week",
  month: "month",
  quarter: "quarter",
  year: "year",
});

/** Words that alone ask for periods of a kind. */
export const grainWords = toLookup<Grain>({
  hourly: "hour",
  daily: "day",
  weekly: "week",
  monthly: "month",
  quarterly: "quarter",
  yearly: "year",
  annually: "year",
  annual: "year",
});

export const ordinals = toLookup<number>({
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  final: 4,
  last: 4,
});

/** The number that a word such as 3, 3rd or third stands for. */
export function readOrdinal(word: string | undefined): number | null {
  if (word === undefined) return null;
  const digits = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word)?.[1];
  if (digits) return Number(digits);
  return ordinals[word] ?? null;
}

/** The whole number that a word stands for. */
export function readCount(word: string | undefined): number | null {
  return word !== undefined && /^\d{1,3}$/.test(word) ? Number(word) : null;
}

/** The year that a word stands for. */
export function readYear(word: string | undefined): number | null {
  return word !== undefined && /^(?:19|20)\d\d$/.test(word) ? Number(word) : null;
}

const splitPhrases = new Map<string, readonly string[]>();

/** The words of a phrase of ours, taken apart once. */
export function splitPhrase(phrase: string): readonly string[] {
  const known = splitPhrases.get(phrase);
  if (known) return known;
  const parts = phrase.split(" ");
  splitPhrases.set(phrase, parts);
  return parts;
}

const grouped = new WeakMap<readonly string[], ReadonlyMap<string, readonly string[]>>();

/** Phrases by their first word, in their order. */
function groupByFirst(phrases: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const known = grouped.get(phrases);
  if (known) return known;
  const byFirst = new Map<string, string[]>();
  for (const phrase of phrases) {
    const [first = ""] = splitPhrase(phrase);
    const list = byFirst.get(first);
    if (list) list.push(phrase);
    else byFirst.set(first, [phrase]);
  }
  grouped.set(phrases, byFirst);
  return byFirst;
}

/** The place after a phrase, if the words there are one of them; longer ones are to stand first. */
export function matchAny(words: readonly string[], at: number, phrases: readonly string[]): number | null {
  for (const phrase of groupByFirst(phrases).get(words[at] ?? "") ?? []) {
    const parts = splitPhrase(phrase);
    if (parts.every((part, index) => words[at + index] === part)) return at + parts.length;
  }
  return null;
}

/** The kind of period that a word names, in the singular or the plural. */
export function toUnit(word: string): Unit | null {
  return unitWords[word] ?? unitWords[word.replace(/s$/, "")] ?? null;
}

/** Half-open days. `unit` says which kind of period was meant, where one was; `parts` are the two that a stretch lies between. */
export type Days = {
  from: string;
  to: string;
  unit?: Unit;
  /** Several periods of a kind, one after the other. */
  steps?: Unit;
  parts?: readonly [Days, Days];
  /** A month without its year. */
  isBare?: true;
};

/** What was read, and the place after it. */
export type Read<Result> = { value: Result; next: number } | null;

/** "2025", "of 2025", "last year", "this year" behind a month or a quarter. */
export function readYearAfter(
  words: readonly string[],
  at: number,
  today: string,
  mayBeShort = false,
): { year: number | null; next: number } {
  const place = words[at] === "of" || words[at] === "in" ? at + 1 : at;
  const year = readYear(words[place]);
  if (year !== null) return { year, next: place + 1 };
  const short = /^'?(2\d)$/.exec(words[at] ?? "");
  if (short && mayBeShort) return { year: 2000 + Number(short[1]), next: at + 1 };
  const own = Number(today.slice(0, 4));
  const before = matchAny(words, place, [
    "last year",
    "the prior year",
    "prior year",
    "the previous year",
    "previous year",
    "the year just gone",
    "the year just ended",
    "the year just past",
    "the preceding year",
    "preceding year",
    "the year before",
  ]);
  if (before) return { year: own - 1, next: before };
  if (matchAny(words, place, ["this year"])) return { year: own, next: place + 2 };
  return { year: null, next: at };
}
