import { addDays, addMonths, nextStart, startOfPeriod } from "../../metrics/index.ts";
import { toLookup } from "./lookup.ts";
import { readHalfYear, readQuarter, readWeekNumber, readYearAlone } from "./read-calendar-periods.ts";
import {
  type Days,
  matchAny,
  monthNames,
  type Read,
  readCount,
  readOrdinal,
  readYear,
  readYearAfter,
  toUnit,
  type Unit,
  weekdayNames,
} from "./time-words.ts";

/** The period of a kind some steps from the running one. */
export function periodOf(unit: Unit, today: string, steps: number): Days {
  let from = startOfPeriod(unit, today);
  for (let step = 0; step < Math.abs(steps); step++) {
    from = steps < 0 ? startOfPeriod(unit, addDays(from, -1)) : nextStart(unit, from);
  }
  return { from, to: nextStart(unit, from), unit };
}

/** A running period ends with today. */
export function running(days: Days, today: string): Days {
  const tomorrow = addDays(today, 1);
  return days.from <= today && days.to > tomorrow ? { ...days, to: tomorrow } : days;
}

export function dayOf({ from, to }: Days, number: number): string | null {
  const day = addDays(from, number - 1);
  return number >= 1 && day < to ? day : null;
}

export function isMonth(words: readonly string[], at: number): boolean {
  const word = words[at] ?? "";
  if (word !== "may" && word !== "march") return monthNames.includes(word);
  // Both are verbs too: a name of a month stands after a word of time, or before a number.
  const [before = "", after = ""] = [words[at - 1], words[at + 1]];
  if (word === "march") return true;
  const leads = [
    "in",
    "of",
    "for",
    "since",
    "last",
    "this",
    "from",
    "to",
    "and",
    "until",
    "versus",
    "between",
    "during",
  ];
  return leads.includes(before) || /^\d/.test(before) || /^\d/.test(after) || after === "last" || after === "";
}

/** The most recent month of a name that has begun, or that of a year. */
export function monthAt(name: string, year: number | null, today: string): Days {
  const number = String(monthNames.indexOf(name) + 1).padStart(2, "0");
  const own = year ?? Number(today.slice(0, 4));
  const from = `${own}-${number}-01`;
  const start = year === null && from > today ? `${own - 1}-${number}-01` : from;
  return { from: start, to: addMonths(start, 1), unit: "month", ...(year === null && { isBare: true as const }) };
}

/** A month by its name, with a year or not. */
export function readMonth(words: readonly string[], at: number, today: string): Read<Days> {
  if (!isMonth(words, at)) return null;
  const { year, next } = readYearAfter(words, at + 1, today);
  return { value: monthAt(words[at] ?? "", year, today), next };
}

export function readPeriod(words: readonly string[], at: number, today: string): Read<Days> {
  const readers = [
    readFeast,
    readFirstOf,
    readFortnight,
    readEnded,
    readWeekOf,
    readThe,
    readNamedDay,
    readDate,
    readToDate,
    readRelative,
    readAgo,
    readQuarter,
    readWeekNumber,
    readYearAlone,
  ];
  const article =
    matchAny(words, at, ["in the course of", "over the course of", "in the period of", "in the year"]) ??
    (["the", "on", "in", "during", "for", "throughout", "over"].includes(words[at] ?? "") ? at + 1 : at);
  // "the calendar month of february", "the whole of last year", "the month of january"
  const skipped =
    matchAny(words, article, ["whole of", "entire", "whole", "course of", "calendar year", "all of"]) ?? article;
  const afterDay = words[skipped + 1] === "," ? skipped + 2 : skipped + 1;
  if (weekdayNames.includes(words[skipped] ?? "") && /^\d/.test(words[afterDay] ?? "")) {
    // "Sunday, 15 March": the date says it all.
    const date = readDate(words, afterDay, today);
    if (date) return date;
  }
  for (const reader of readers) {
    const found = reader(words, skipped, today);
    if (found) return { value: running(found.value, today), next: found.next };
  }
  const month = readMonth(words, skipped, today);
  return month && { value: running(month.value, today), next: month.next };
}

/** Days that have a name of their own, the most recent ones. */
function readFeast(words: readonly string[], at: number, today: string): Read<Days> {
  const feasts = [
    { names: ["new year eve", "new years eve"], day: "-12-31" },
    { names: ["new year day", "new years day", "new years", "new year"], day: "-01-01" },
    { names: ["christmas eve", "xmas eve"], day: "-12-24" },
    { names: ["christmas day", "xmas day", "christmas", "xmas"], day: "-12-25" },
    { names: ["boxing day"], day: "-12-26" },
    { names: ["valentine day", "valentines day"], day: "-02-14" },
  ];
  for (const { names, day } of feasts) {
    const next = matchAny(words, at, names);
    if (!next) continue;
    const own = `${today.slice(0, 4)}${day}`;
    return { value: single(own <= today ? own : addMonths(own, -12)), next };
  }
  return null;
}

/** "the first ten days of february", "the last two weeks of january", "first two months of this year". */
function readFirstOf(words: readonly string[], at: number, today: string): Read<Days> {
  const lead = words[at];
  // "The first week of March" counts one.
  const single = toUnit(words[at + 1] ?? "");
  const count = single ? 1 : readCount(words[at + 1]);
  const unit = single ?? toUnit(words[at + 2] ?? "");
  const joint = single ? at + 2 : at + 3;
  if ((lead !== "first" && lead !== "last") || !count || !unit || words[joint] !== "of") return null;
  const place = words[joint + 1] === "the" ? joint + 2 : joint + 1;
  const running = toUnit(words[place] ?? "");
  const whole = running ? { value: periodOf(running, today, 0), next: place + 1 } : readPeriod(words, place, today);
  if (!whole) return null;
  const { from, to } = whole.value;
  const step = (day: string, steps: number) =>
    unit === "day"
      ? addDays(day, steps)
      : unit === "week"
        ? addDays(day, 7 * steps)
        : addMonths(day, steps * (unit === "month" ? 1 : unit === "quarter" ? 3 : 12));
  return {
    value: lead === "first" ? { from, to: step(from, count) } : { from: step(to, -count), to },
    next: whole.next,
  };
}

/** "the quarter ended 31 december": the period of a kind that ends with a day. */
function readEnded(words: readonly string[], at: number, today: string): Read<Days> {
  const unit = toUnit(words[at] ?? "");
  const ended = unit && matchAny(words, at + 1, ["ended on", "ended", "ending on", "ending", "to"]);
  if (!unit || !ended || (words[at + 1] === "to" && !/^\d/.test(words[at + 2] ?? ""))) return null;
  const last = readDate(words, words[ended] === "the" ? ended + 1 : ended, today);
  if (!last) return null;
  const from = startOfPeriod(unit, addDays(last.value.to, -1));
  return { value: { from, to: last.value.to, unit }, next: last.next };
}

/** "for the quarter" alone is the running one. */
function readThe(words: readonly string[], at: number, today: string): Read<Days> {
  const place = words[at] === "the" ? at + 1 : at;
  const isLed = words[place - 1] === "the" && ["for", "in", "over"].includes(words[place - 2] ?? "");
  const unit = toUnit(words[place] ?? "");
  const after = words[place + 1] ?? ",";
  const isEnd = /^(?:[,.;]|by|per|versus|against|compared|below|above|with|and|please)$/.test(after);
  return isLed && unit && unit !== "day" && isEnd ? { value: periodOf(unit, today, 0), next: place + 1 } : null;
}

/** "the week of 9 march": the one that a day lies in. */
function readWeekOf(words: readonly string[], at: number, today: string): Read<Days> {
  const unit = toUnit(words[at] ?? "");
  const place =
    unit === "week" ? matchAny(words, at + 1, ["of the", "of", "beginning", "commencing", "starting"]) : null;
  const day = place ? readDate(words, place, today) : null;
  if (!day) return null;
  const from = startOfPeriod("week", day.value.from);
  return { value: { from, to: addDays(from, 7), unit: "week" }, next: day.next };
}

/** Two weeks: the last fourteen days, or those that end on a day. */
function readFortnight(words: readonly string[], at: number, today: string): Read<Days> {
  const place = ["last", "past", "previous"].includes(words[at] ?? "") ? at + 1 : at;
  if (words[place] !== "fortnight") return null;
  const ending = matchAny(words, place + 1, ["ending on", "ending", "to", "up to"]);
  const last = ending ? readPeriod(words, ending, today) : null;
  if (last) return { value: { from: addDays(last.value.to, -14), to: last.value.to }, next: last.next };
  return { value: { from: addDays(today, -13), to: addDays(today, 1) }, next: place + 1 };
}

function single(day: string): Days {
  return { from: day, to: addDays(day, 1), unit: "day" };
}

function readNamedDay(words: readonly string[], at: number, today: string): Read<Days> {
  const before = matchAny(words, at, ["day before yesterday"]);
  if (before) return { value: single(addDays(today, -2)), next: before };
  const parts = matchAny(words, at, ["this morning", "this afternoon", "this evening"]);
  if (parts) return { value: single(today), next: parts };
  const night = matchAny(words, at, ["last night", "yesterday morning", "yesterday afternoon", "yesterday evening"]);
  if (night) return { value: single(addDays(today, -1)), next: night };
  const offsets = toLookup<number>({ today: 0, yesterday: -1, tomorrow: 1, tonight: 0 });
  const offset = offsets[words[at] ?? ""];
  if (offset !== undefined) return { value: single(addDays(today, offset)), next: at + 1 };
  const lead = words[at] ?? "";
  const hasLead = ["last", "this", "next", "past", "previous"].includes(lead);
  const name = words[hasLead ? at + 1 : at] ?? "";
  const weekday = weekdayNames.indexOf(name);
  const next = hasLead ? at + 2 : at + 1;
  const week = startOfPeriod("week", today);
  if (weekday >= 0) {
    const day = addDays(week, weekday);
    if (lead === "next") return { value: single(day > today ? day : addDays(day, 7)), next };
    if (lead === "this") return { value: single(day), next };
    // The most recent one: "last friday" never is today.
    const isDone = hasLead ? day < today : day <= today;
    return { value: single(isDone ? day : addDays(day, -7)), next };
  }
  if (name === "weekend") {
    const saturday = addDays(week, lead === "last" || addDays(week, 5) > today ? -2 : 5);
    if (lead === "next") return { value: { from: addDays(week, 5), to: addDays(week, 7) }, next };
    return { value: { from: saturday, to: addDays(saturday, 2) }, next };
  }
  return null;
}

/** "3 march", "march 3rd 2025", "2026-03-03", "3.3.2026", "the 3rd". */
function readDate(words: readonly string[], at: number, today: string): Read<Days> {
  const word = words[at] ?? "";
  if (/^20\d\d-\d\d$/.test(word)) {
    const from = `${word}-01`;
    return { value: { from, to: addMonths(from, 1), unit: "month" }, next: at + 1 };
  }
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(word);
  const local = /^(\d{1,2})[./](\d{1,2})[./](\d{2,4})$/.exec(word);
  if (iso ?? local) {
    const [year = "", month = "", day = ""] = iso
      ? iso.slice(1)
      : [local?.[3]?.padStart(4, "20"), local?.[2], local?.[1]];
    const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
    const date = new Date(`${text}T00:00:00Z`);
    if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text) return null;
    return { value: single(text), next: at + 1 };
  }
  const short = /^(\d{1,2})[/](\d{1,2})$/.exec(word);
  if (short) {
    const [day, month] = Number(short[2]) > 12 ? [short[2], short[1]] : [short[1], short[2]];
    const text = `${today.slice(0, 4)}-${month?.padStart(2, "0")}-${day?.padStart(2, "0")}`;
    if (Number.isNaN(Date.parse(text))) return null;
    return { value: single(text <= today ? text : addMonths(text, -12)), next: at + 1 };
  }
  const number = readOrdinal(word);
  const ofMonth = words[at + 1] === "of" ? at + 2 : at + 1;
  const isDay = /^\d/.test(word) || (word !== "last" && words[at + 1] === "of" && words[at + 2] !== "the");
  if (number && isDay && isMonth(words, ofMonth)) {
    const month = readMonth(words, ofMonth, today);
    return month && toRecentDay(month.value, number, month.next, words, today);
  }
  // "Jan-Dec 25" ends with a year.
  const isYearShort = /^2\d$/.test(words[at + 1] ?? "") && isMonth(words, at) && isMonth(words, at - 1);
  if (isYearShort) return { value: monthAt(word, 2000 + Number(words[at + 1]), today), next: at + 2 };
  if (isMonth(words, at) && /^\d{1,2}(?:st|nd|rd|th)?$/.test(words[at + 1] ?? "")) {
    const year = readYear(words[at + 2]);
    const month = monthAt(word, year, today);
    return toRecentDay(month, readOrdinal(words[at + 1]) ?? 0, at + (year ? 3 : 2), words, today);
  }
  const isAlone = words[at - 1] === "the" || weekdayNames.includes(words[at - 1] ?? "");
  if (/^\d{1,2}(?:st|nd|rd|th)$/.test(word) && isAlone && words[at + 1] !== "quarter") {
    const day = dayOf(periodOf("month", today, 0), number ?? 0);
    if (day && day <= today) return { value: single(day), next: at + 1 };
    const before = dayOf(periodOf("month", today, -1), number ?? 0);
    return before ? { value: single(before), next: at + 1 } : null;
  }
  return null;
}

/** A day of a month without a year is the most recent one. */
function toRecentDay(month: Days, number: number, next: number, words: readonly string[], today: string): Read<Days> {
  const day = dayOf(month, number);
  if (!day) return null;
  const hasYear = readYear(words[next - 1]) !== null || words[next - 1] === "year";
  return { value: single(!hasYear && day > today ? addMonths(day, -12) : day), next };
}

const endedWords = ["just", "last", "recently", "that has just"].flatMap((lead) =>
  ["ended", "gone", "past", "closed", "concluded", "finished", "gone by", "completed"].map((end) => `${lead} ${end}`),
);

function readToDate(words: readonly string[], at: number, today: string): Read<Days> {
  const short = toLookup<Unit>({ wtd: "week", mtd: "month", qtd: "quarter", ytd: "year" });
  const unit = short[words[at] ?? ""];
  if (unit) return { value: periodOf(unit, today, 0), next: at + 1 };
  const period = matchAny(words, at, ["period to date"]);
  if (period) return { value: periodOf("month", today, 0), next: period };
  const long = toUnit(words[at] ?? "");
  const toDate = long && matchAny(words, at + 1, ["to date", "so far"]);
  if (long && toDate) return { value: periodOf(long, today, 0), next: toDate };
  const ended = long && matchAny(words, at + 1, endedWords);
  if (long && ended) return { value: periodOf(long, today, -1), next: ended };
  const beforeLast = long && matchAny(words, at + 1, ["before last"]);
  if (long && beforeLast) return { value: periodOf(long, today, -2), next: beforeLast };
  const soFar = matchAny(words, at, ["so far"]);
  return soFar ? readRelative(words, soFar, today) : null;
}

const lastWords = ["last", "past", "previous", "prior", "preceding", "latest", "recent", "trailing", "rolling", "back"];
const thisWords = ["this", "current", "running", "ongoing", "present"];
const nextWords = ["next", "coming", "upcoming", "following"];

function readRelative(words: readonly string[], at: number, today: string): Read<Days> {
  const lead = words[at] ?? "";
  const steps = lastWords.includes(lead) ? -1 : thisWords.includes(lead) ? 0 : nextWords.includes(lead) ? 1 : null;
  const count = readCount(words[at + 1]) ?? (steps === null ? null : countInWords(words[at + 1]));
  if (steps !== null && count !== null) {
    const skip = ["full", "complete", "whole", "calendar"].includes(words[at + 2] ?? "") ? 1 : 0;
    const unit = toUnit(words[at + 2 + skip] ?? "");
    return unit && count > 0 && steps !== 0
      ? { value: several(unit, count * steps, today), next: at + 3 + skip }
      : null;
  }
  if (steps === null) return readHalfYear(words, at, today);
  const full = ["full", "complete", "calendar", "whole", "business"].includes(words[at + 1] ?? "") ? 1 : 0;
  const unit = toUnit(words[at + 1 + full] ?? "");
  const next = at + 2 + full;
  if (unit === "day" && lead === "last") return { value: single(addDays(today, -1)), next };
  if (unit) {
    const soFar = steps === 0 ? matchAny(words, next, ["so far", "to date"]) : null;
    return { value: periodOf(unit, today, steps), next: soFar ?? next };
  }
  if (isMonth(words, at + 1)) {
    const month = monthAt(words[at + 1] ?? "", null, today);
    const isRunning = month.from <= today && today < month.to;
    const value =
      isRunning && steps < 0 ? { ...month, from: addMonths(month.from, -12), to: addMonths(month.to, -12) } : month;
    return {
      value: steps > 0 ? { ...month, from: addMonths(month.from, 12), to: addMonths(month.to, 12) } : value,
      next: at + 2,
    };
  }
  return null;
}

function countInWords(word: string | undefined): number | null {
  return word === "few" ? 3 : word === "couple" ? 2 : null;
}

/** Days are counted with today; weeks, months and longer are whole ones. */
function several(unit: Unit, count: number, today: string): Days {
  if (unit === "day") {
    const tomorrow = addDays(today, 1);
    return count < 0
      ? { from: addDays(tomorrow, count), to: tomorrow }
      : { from: tomorrow, to: addDays(tomorrow, count) };
  }
  if (count === -1) return periodOf(unit, today, -1);
  const current = startOfPeriod(unit, today);
  if (count < 0) return { from: periodOf(unit, today, count).from, to: current, steps: unit };
  const first = periodOf(unit, today, 1);
  return { from: first.from, to: periodOf(unit, today, count).to };
}

function readAgo(words: readonly string[], at: number, today: string): Read<Days> {
  const count = words[at] === "a" || words[at] === "an" ? 1 : readCount(words[at]);
  const unit = toUnit(words[at + 1] ?? "");
  if (count === null || !unit || words[at + 2] !== "ago") return null;
  if (unit === "day") return { value: single(addDays(today, -count)), next: at + 3 };
  return { value: periodOf(unit, today, -count), next: at + 3 };
}
