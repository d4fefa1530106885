import type { Grain } from "@console/contracts";
import { dayAt } from "@console/figures/time-zone";

/** Half-open days; `from` null reaches back to the first fact. */
export type Span = { from: string | null; to: string };

const msPerDay = 86_400_000;

/** The day a number of days later. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * msPerDay).toISOString().slice(0, 10);
}

/** The day a number of months later; the last of the month where that day does not exist. */
export function addMonths(day: string, months: number): string {
  const date = new Date(day);
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date.getUTCDate(), length));
  return first.toISOString().slice(0, 10);
}

/** Days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / msPerDay);
}

/** Months from the month of one day to that of another. */
export function monthsBetween(from: string, to: string): number {
  const [start, end] = [new Date(from), new Date(to)];
  return (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
}

/** The first day of the period of a kind that a day lies in. */
export function startOfPeriod(grain: Grain, day: string): string {
  switch (grain) {
    case "hour":
    case "day":
      return day;
    case "week":
      return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
    case "month":
      return `${day.slice(0, 7)}-01`;
    case "quarter":
      return addMonths(`${day.slice(0, 7)}-01`, -(new Date(day).getUTCMonth() % 3));
    case "year":
      return `${day.slice(0, 4)}-01-01`;
  }
}

/** The first day of the period after the one that begins on a day. */
export function nextStart(grain: Grain, start: string): string {
  switch (grain) {
    case "hour":
    case "day":
      return addDays(start, 1);
    case "week":
      return addDays(start, 7);
    case "month":
      return addMonths(start, 1);
    case "quarter":
      return addMonths(start, 3);
    case "year":
      return addMonths(start, 12);
  }
}

/** All days of the period that begins on a day. */
export function daysFrom(grain: Grain, start: string): string[] {
  const length = daysBetween(start, nextStart(grain, start));
  return Array.from({ length }, (_, index) => addDays(start, index));
}

/** The calendar day of an instant in a time zone. */
export function dayIn(timeZone: string, instant: Date): string {
  return dayAt(instant.getTime(), timeZone);
}

type Unit = Exclude<Grain, "hour">;

/**
 * The span of the same kind before: the whole months before whole months, the same elapsed part of the period before
 * for one that is still running, and otherwise as many days directly before.
 */
export function previousSpan(from: string, to: string, today: string, unit?: Unit): { from: string; to: string } {
  const days = daysBetween(from, to);
  const running = unit ?? runningUnit(from, to, today);
  if (running && startOfPeriod(running, from) === from && to <= nextStart(running, from) && to > today) {
    const start = previousStart(running, from);
    return { from: start, to: earlier(addDays(start, days), from) };
  }
  const isMonths = startOfPeriod("month", from) === from && startOfPeriod("month", to) === to;
  if (isMonths) return { from: addMonths(from, -monthsBetween(from, to)), to: from };
  return { from: addDays(from, -days), to: from };
}

/** The smallest kind of period that began on `from`, holds the whole span and has not ended. */
function runningUnit(from: string, to: string, today: string): Unit | null {
  const units: Unit[] = ["day", "week", "month", "quarter", "year"];
  const holds = (unit: Unit) => startOfPeriod(unit, from) === from && to <= nextStart(unit, from) && to > today;
  return units.find(holds) ?? null;
}

function previousStart(unit: Unit, start: string): string {
  return startOfPeriod(unit, addDays(start, -1));
}

/** The same days a year earlier. */
export function lastYear(from: string, to: string): { from: string; to: string } {
  const end = addMonths(to, -12);
  // What ends before a 29 February ended, a year earlier, before 1 March: the 28th belongs to it.
  return { from: addMonths(from, -12), to: end.slice(8) === to.slice(8) ? end : addDays(end, 1) };
}

/** The earlier of two days. */
export function earlier(a: string, b: string): string {
  return a < b ? a : b;
}
