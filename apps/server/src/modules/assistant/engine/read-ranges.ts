import { addDays, addMonths } from "../../metrics/index.ts";
import { dayOf, isMonth, monthAt, periodOf, readMonth, readPeriod, running } from "./read-days.ts";
import { type Days, matchAny, type Read, readOrdinal, readYear, toUnit } from "./time-words.ts";

/** The days that words name, alone or from one period to another. */
export function readDays(words: readonly string[], at: number, today: string): Read<Days> {
  const range = readBetween(words, at, today);
  if (range) return range;
  const one = readPeriod(words, at, today);
  if (!one) return null;
  // "1 jan to 15 feb", "january - march"
  const joint = matchAny(words, one.next, ["up to", "to", "till", "until", "through", "thru", "untill"]);
  // "Jan-Dec": the dash between two months is no word.
  if (joint === null && one.value.unit === "month" && isMonth(words, one.next)) {
    const last = readPeriod(words, one.next, today);
    if (last && last.value.unit === "month" && last.value.from.slice(5) > one.value.from.slice(5))
      return { value: span(one.value, last.value, today, hasYear(words, at, one.next)), next: last.next };
  }
  if (joint === null) return one;
  const open = readOpenEnd(words, joint, one.value.from, today);
  if (open && (open.isYearEnd || one.value.unit !== "week")) return open;
  const other = readPeriod(words, joint, today);
  // "Compare Q4 to Q3" is no stretch that runs backwards.
  const isBackwards = other?.value.unit === one.value.unit && other !== null && other.value.from < one.value.from;
  if (!other || (isBackwards && one.value.unit !== "day")) return one;
  return { value: span(one.value, other.value, today, hasYear(words, at, one.next)), next: other.next };
}

/** From the first of two periods to the last day of the second; a first without a year takes that of the second. */
function span(first: Days, second: Days, today: string, isFixed: boolean): Days {
  let { from } = first;
  while (from >= second.to) from = addMonths(from, -12);
  while (!isFixed && addMonths(from, 12) < second.to) from = addMonths(from, 12);
  return { from, to: second.from > today ? second.to : running(second, today).to, parts: [{ ...first, from }, second] };
}

const sinceWords = ["since", "starting", "counting", "beginning"]
  .flatMap((lead) => [lead, `${lead} from`, `${lead} with`, `${lead} in`, `${lead} on`])
  .flatMap((lead) =>
    ["the start of the", "the beginning of the", "the start of", "the beginning of", "begin of the", "begin of"]
      .map((of) => `${lead} ${of}`)
      .concat(lead),
  )
  .concat(["from the start of the", "from the beginning of the", "from the start of", "from the beginning of"])
  .concat(["from start of", "since start of", "since beginning of", "ever since"])
  .sort((a, b) => b.length - a.length);

/** "between 3 and 7 march", "from january to march", "since monday". */
function readBetween(words: readonly string[], at: number, today: string): Read<Days> {
  const since = matchAny(words, at, sinceWords);
  if (since !== null) {
    const began = matchAny(words, since, [
      "the year began",
      "the year started",
      "the turn of the year",
      "the start of year",
    ]);
    if (began) return { value: { from: periodOf("year", today, 0).from, to: addDays(today, 1) }, next: began };
    const unit = toUnit(words[since] ?? "");
    const days =
      unit && since > at + 1 ? { value: periodOf(unit, today, 0), next: since + 1 } : readPeriod(words, since, today);
    if (days) return { value: { from: days.value.from, to: addDays(today, 1) }, next: days.next };
  }
  const begin = matchAny(words, at, ["between the", "between", "from the", "from"]);
  if (begin === null) return readDayPair(words, at, today);
  const pair = readDayPair(words, begin, today);
  if (pair) return pair;
  const first = readPeriod(words, begin, today);
  if (!first) return null;
  const joint = matchAny(words, first.next, ["and", "up to", "to", "till", "until", "through"]);
  if (joint === null) return null;
  const open = readOpenEnd(words, joint, first.value.from, today);
  if (open) return open;
  const second = readPeriod(words, words[joint] === "the" ? joint + 1 : joint, today);
  return second
    ? { value: span(first.value, second.value, today, hasYear(words, begin, first.next)), next: second.next }
    : null;
}

/** "to date", "until the end of that year": ends that follow from the beginning or from today. */
function readOpenEnd(
  words: readonly string[],
  at: number,
  from: string,
  today: string,
): { value: Days; next: number; isYearEnd: boolean } | null {
  const now = matchAny(words, at, ["now", "date", "today"]);
  if (now) return { value: { from, to: addDays(today, 1) }, next: now, isYearEnd: false };
  const ending = matchAny(words, at, ["the end of that year", "the end of the year", "end of that year", "year end"]);
  if (!ending) return null;
  return { value: { from, to: `${Number(from.slice(0, 4)) + 1}-01-01` }, next: ending, isYearEnd: true };
}

/** Whether words name a year, or a day that needs none. */
function hasYear(words: readonly string[], from: number, to: number): boolean {
  return words
    .slice(from, to)
    .some((word) => readYear(word) !== null || /year|last|this|today|yesterday|tomorrow|now|ago|\d[.-]\d/.test(word));
}

/** Two days of one month: "3 and 7 march", "march 3 to 7", "3 to 7 march 2025". */
function readDayPair(words: readonly string[], at: number, today: string): Read<Days> {
  const joints = ["and", "to", "till", "until", "through"];
  const first = readOrdinal(words[at]);
  const article = words[at + 2] === "the" ? 1 : 0;
  const second = readOrdinal(words[at + 2 + article]);
  if (first && second && joints.includes(words[at + 1] ?? "")) {
    const after = at + 3 + article;
    const month = readMonth(words, after + (words[after] === "of" ? 1 : 0), today);
    if (!month) return null;
    const from = dayOf(month.value, first);
    const last = dayOf(month.value, second);
    return from && last && from <= last ? { value: { from, to: addDays(last, 1) }, next: month.next } : null;
  }
  if (!isMonth(words, at)) return null;
  const [one, joint, two] = [readOrdinal(words[at + 1]), words[at + 2] ?? "", readOrdinal(words[at + 3])];
  if (!one || !two || !joints.includes(joint) || isMonth(words, at + 4)) return null;
  const year = readYear(words[at + 4]);
  const month = monthAt(words[at] ?? "", year, today);
  const [from, last] = [dayOf(month, one), dayOf(month, two)];
  return from && last && from <= last ? { value: { from, to: addDays(last, 1) }, next: at + (year ? 5 : 4) } : null;
}
