import type { Grain } from "@console/contracts";
import { addDays, startOfPeriod } from "../../metrics/index.ts";
import { periodOf } from "./read-days.ts";
import { readDays } from "./read-ranges.ts";
import { type Days, grainWords, matchAny, type Read, toUnit, type Unit, weekdayNames } from "./time-words.ts";
import type { Token } from "./tokens.ts";

/** What words say of time; `tokens` are the places of these words, one after the other. */
export type TimeMention = { first: number; last: number } & (
  | { kind: "days"; days: Days }
  /** How things stood at the end of a day. */
  | { kind: "moment"; day: string }
  | { kind: "now" }
  | { kind: "grain"; grain: Grain | "fitting" }
  /** What is compared with; `unit` where the words may also name that period alone: the quarter before. */
  | { kind: "compare"; compare: ComparedPeriod; unit: Unit | null }
  /** A weekday that comes back, such as "on Mondays". */
  | { kind: "weekdays"; names: readonly string[] }
);

/** What days are compared with, by its name. */
export type ComparedPeriod = "previous_period" | "same_period_last_year" | "same_days_last_week";

/** Everything in a question that speaks of time, the longest reading of each place. */
export function readTimes(tokens: readonly Token[], today: string): TimeMention[] {
  const words = tokens.map(({ word }) => word);
  const mentions: TimeMention[] = [];
  let place = 0;
  while (place < words.length) {
    const mention = readMention(words, place, today);
    if (mention) mentions.push(mention);
    place = mention ? mention.last + 1 : place + 1;
  }
  return mentions;
}

function readMention(words: readonly string[], at: number, today: string): TimeMention | null {
  const start = { first: at };
  const compare = readComparison(words, at);
  if (compare) {
    const said = words.slice(at, compare.next);
    const isAlone =
      /^(?:the )?(?:(?:day|week|month|quarter|year) before|(?:prior|preceding|previous) (?:day|week|month|quarter|year))$/;
    const unit = isAlone.test(said.join(" ")) ? (said.map(toUnit).find((one) => one !== null) ?? null) : null;
    return { ...start, last: compare.next - 1, kind: "compare", compare: compare.value, unit };
  }
  const grain = readGrain(words, at);
  if (grain) return { ...start, last: grain.next - 1, kind: "grain", grain: grain.value };
  const weekdays = readWeekdays(words, at);
  if (weekdays) return { ...start, last: weekdays.next - 1, kind: "weekdays", names: weekdays.value };
  const moment = readMoment(words, at, today);
  if (moment) return { ...start, last: moment.next - 1, kind: "moment", day: moment.value };
  const now = matchAny(words, at, [
    "right now",
    "as of now",
    "as we speak",
    "in this moment",
    "at this very moment",
    "this very moment",
    "this moment",
    "this minute",
    "at the moment",
    "at this moment",
    "at present",
    "at this point",
    "these days",
    "as it stands",
    "as things stand",
    "now",
    "currently",
    "presently",
  ]);
  if (now) return { ...start, last: now - 1, kind: "now" };
  const days = readDays(words, at, today);
  if (!days) return null;
  return { ...start, last: days.next - 1, kind: "days", days: days.value };
}

const same = ["same", "corresponding", "equivalent", "matching", "comparable"];
const stretches = "period time month week quarter day days part months weeks point stretch".split(" ");
const lastYears = [
  "last year",
  "a year ago",
  "a year earlier",
  "1 year earlier",
  "1 year ago",
  "one year earlier",
].concat(
  ["previous", "prior", "preceding"].flatMap((lead) => [`${lead} year`, `the ${lead} year`]),
  ["the year before", "year before", "a year before", "one year ago"],
);
const sameLastYear = same
  .flatMap((lead) => stretches.map((stretch) => `${lead} ${stretch}`))
  .flatMap((text) => ["", "of ", "in ", "from "].flatMap((joint) => lastYears.map((year) => `${text} ${joint}${year}`)))
  .flatMap((text) => [`the ${text}`, text])
  .concat([
    "this time last year",
    "last year same time",
    "last year at this time",
    "last year this time",
    "last year same days",
    "last year to date",
    "prior year to date",
    "last year ytd",
    "prior year ytd",
    "ytd last year",
    "at this point last year",
    "year over year",
    "year on year",
    "yoy",
    "last year same period",
    "last year at the same time",
    "the year before",
    "a year earlier",
    "one year earlier",
    "1 year earlier",
    "year earlier",
    "one year ago",
    "the prior year",
    "prior year",
    "the preceding year",
    "preceding year",
    "the previous year",
    "previous year",
    "a year ago",
  ])
  .sort((a, b) => b.length - a.length);

function readComparison(words: readonly string[], at: number): Read<ComparedPeriod> {
  const lastWeek = matchAny(words, at, [
    "the same day of last week",
    "the same weekday last week",
    "the same day last week",
    "the same day a week ago",
    "the same day a week earlier",
    "same day of last week",
    "same weekday last week",
    "same day last week",
    "same day a week ago",
    "same day the week before",
    "the same day the week before",
  ]);
  const weekday = words[at] === "the" ? at + 1 : at;
  const isDayBefore = weekdayNames.includes(words[weekday] ?? "") && words[weekday + 1] === "before";
  if (isDayBefore && (words[weekday + 2] ?? ",") === ",") return { value: "same_days_last_week", next: weekday + 2 };
  if (lastWeek) return { value: "same_days_last_week", next: lastWeek };
  const lastYear = matchAny(words, at, sameLastYear);
  if (lastYear) return { value: "same_period_last_year", next: lastYear };
  const before = matchAny(words, at, [
    "prior month to the same day",
    "the same day of last month",
    "same day last month",
    "same days last month",
    "same point last month",
    "same time last month",
    "the last one",
    "the previous one",
    "the one before",
    "last one",
    "the one previous",
    "the period before",
    ...["day", "week", "month", "quarter"].flatMap((unit) =>
      ["previous", "prior", "preceding"].flatMap((lead) => [`the ${lead} ${unit}`, `${lead} ${unit}`]),
    ),
    "period before",
    "the previous period",
    "previous period",
    "prior period",
    "preceding period",
    "the week preceding it",
    "the week preceding",
    "week preceding",
    "the month preceding",
    "month preceding",
    "the preceding week",
    "the preceding month",
    "the day before",
    "day before",
    "the week before",
    "week before",
    "the month before",
    "month before",
    "the quarter before",
    "quarter before",
    "week over week",
    "week on week",
    "month over month",
    "month on month",
    "quarter over quarter",
    "quarter on quarter",
    "versus last",
    "against last",
    "than last",
    "compared with last",
    "compared to last",
    "compare with last",
    "compare to last",
    "wow",
    "mom",
    "qoq",
  ]);
  if (!before) return null;
  const isBare = /^(?:versus|than|against|compared?)$/.test(words[at] ?? "");
  if (isBare && words[before] !== undefined && words[before] !== "," && words[before] !== "by") return null;
  // "The day before yesterday" and "the week before last" are days of their own.
  return words[before] === "yesterday" || words[before] === "last" ? null : { value: "previous_period", next: before };
}

const rankWords = [
  "best",
  "worst",
  "busiest",
  "quietest",
  "strongest",
  "weakest",
  "highest",
  "lowest",
  "which",
  "slowest",
];
const meetings = new Set(
  "file letter record report meeting review statement round call newsletter accounts closing board briefing session minutes".split(
    " ",
  ),
);
const fitting = [
  "over time",
  "time series",
  "trend",
  "trends",
  "trending",
  "trended",
  "timeline",
  "history",
  "evolution",
];

function readGrain(words: readonly string[], at: number): Read<Grain | "fitting"> {
  const word = words[at] ?? "";
  const grain = grainWords[word];
  // "The quarterly report" is no figure by quarter.
  if (grain && meetings.has(words[at + 1] ?? "")) return null;
  if (grain) return { value: grain, next: at + 1 };
  const ends = matchAny(words, at, [
    "each month end",
    "every month end",
    "month ends",
    "each quarter end",
    "each year end",
  ]);
  if (ends) return { value: /quarter/.test(words[at + 1] ?? "") ? "quarter" : "month", next: ends };
  const isSplit = ["by", "per", "each", "every", "a"].includes(word) && words[at + 1] !== "of";
  const isEach = isSplit && ["each", "every", "the"].includes(words[at + 1] ?? "");
  const unit = words[at + (isEach ? 2 : 1)] ?? "";
  const after = at + (isEach ? 3 : 2);
  if (isSplit && word !== "a") {
    const named = toUnit(unit) ?? (unit === "hour" || unit === "hours" ? "hour" : null);
    // "By day of week" and "by hour of day" are dimensions.
    const isDimension =
      words[after] === "of" && (isOfWeek(words, after) || named === "hour" || words[after + 1] === "day");
    if (named && !isDimension) return { value: named, next: after };
  }
  const [, joint, again] = [word, words[at + 1], words[at + 2]];
  const repeated = toUnit(word);
  if (
    repeated &&
    again === word &&
    ["by", "after", "upon", "on", "to", "over"].includes(joint ?? "") &&
    !(joint === "on" || joint === "over" || joint === "to")
  )
    return { value: repeated, next: at + 3 };
  // "best day", "which month": periods beside each other.
  if (repeated && rankWords.includes(words[at - 1] ?? "") && !isOfWeek(words, at + 1))
    return { value: repeated, next: at + 1 };
  const steps = matchAny(words, at, [
    "week to week",
    "day to day",
    "month to month",
    "week on week",
    "week after week",
    "month after month",
    "day after day",
    "quarter to quarter",
    "quarter by quarter",
    "year by year",
    "year to year",
  ]);
  if (steps) return { value: toUnit(words[at] ?? "") ?? "day", next: steps };
  const each = matchAny(words, at, ["at the close of", "at the end of", "at end of", "close of", "end of"]);
  const eachUnit = each && ["each", "every"].includes(words[each] ?? "") ? toUnit(words[each + 1] ?? "") : null;
  if (each && eachUnit) return { value: eachUnit, next: each + 2 };
  const trend = matchAny(words, at, fitting);
  return trend ? { value: "fitting", next: trend } : null;
}

/** "day of the week" is a dimension, "month of 2025" is not. */
function isOfWeek(words: readonly string[], at: number): boolean {
  return words[at] === "of" && (words[at + 1] === "week" || (words[at + 1] === "the" && words[at + 2] === "week"));
}

function readWeekdays(words: readonly string[], at: number): Read<readonly string[]> {
  const word = words[at] ?? "";
  const singular = word.replace(/s$/, "");
  const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
  if (word.endsWith("s") && weekdayNames.includes(singular)) return { value: [capital(singular)], next: at + 1 };
  const each = words[at + 1] ?? "";
  if ((word === "every" || word === "each") && weekdayNames.includes(each))
    return { value: [capital(each)], next: at + 2 };
  // "On a Saturday" is any of them.
  const one = words[at + 2] ?? "";
  if (word === "on" && (each === "a" || each === "an") && weekdayNames.includes(one))
    return { value: [capital(one)], next: at + 3 };
  if (word === "weekends") return { value: ["Saturday", "Sunday"], next: at + 1 };
  if (word === "weekdays" && words[at - 1] !== "by" && words[at - 1] !== "which") {
    return { value: weekdayNames.slice(0, 5).map(capital), next: at + 1 };
  }
  return null;
}

/** "at the end of february", "as of 3 march", "start of the year". */
function readMoment(words: readonly string[], at: number, today: string): Read<string> {
  const asOf = matchAny(words, at, ["as of the", "as of", "as at"]);
  if (asOf) {
    const days = readDays(words, asOf, today);
    return days ? { value: addDays(days.value.to, -1), next: days.next } : null;
  }
  const end = matchAny(words, at, [
    "at the end of the",
    "at the end of",
    "by the end of",
    "the end of",
    "at end of",
    "at the close of the",
    "at the close of",
    "the close of",
    "at close of",
    "at close of business on",
    "at close of business",
    "close of business on",
    "close of business",
    "end of the",
    "end of",
    "close of",
    "at end",
    "end",
  ]);
  const begin = matchAny(words, at, [
    "at the start of the",
    "at the start of",
    "at the beginning of the",
    "at the beginning of",
    "the start of the",
    "the start of",
    "beginning of the",
    "beginning of",
    "start of the",
    "start of",
  ]);
  const place = end ?? begin;
  if (!place) {
    const monthEnd = matchAny(words, at, ["at month end", "month end", "at year end", "year end", "at quarter end"]);
    if (!monthEnd) return null;
    const unit = toUnit(words[monthEnd - 2] ?? "");
    return unit ? { value: addDays(startOfPeriod(unit, today), -1), next: monthEnd } : null;
  }
  const unit = toUnit(words[place] ?? "");
  // "The end of the month" without a name is the last one that ended; its start is that of the running one.
  if (unit && end) return { value: addDays(startOfPeriod(unit, today), -1), next: place + 1 };
  const days = unit ? { value: periodOf(unit, today, 0), next: place + 1 } : readDays(words, place, today);
  if (!days) return null;
  return { value: end ? addDays(days.value.to, -1) : days.value.from, next: days.next };
}
