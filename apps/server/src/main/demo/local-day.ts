import { seedFromText } from "./seeded-random.ts";

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
/** All demo tenants live in Asia/Bahrain, which has no daylight saving. */
const offsetMs = 3 * hourMs;

export const monday = 0;
export const thursday = 3;
export const friday = 4;
export const saturday = 5;
export const sunday = 6;

/** One local day of a tenant, seen at a moment. */
export type LocalDay = {
  seed: number;
  /** Days since 1970-01-01. */
  number: number;
  text: string;
  /** The instant at which the day begins. */
  startMs: number;
  weekday: number;
  nowMs: number;
  /** The number of the tenant's first day. */
  first: number;
};

export function dayNumber(text: string): number {
  return Date.parse(`${text}T00:00:00Z`) / dayMs;
}

export function dayText(number: number): string {
  return new Date(number * dayMs).toISOString().slice(0, 10);
}

export function startOfDay(number: number): number {
  return number * dayMs - offsetMs;
}

/** The local day in which an instant lies. */
export function toDayNumber(instantMs: number): number {
  return Math.floor((instantMs + offsetMs) / dayMs);
}

export function weekdayNumber(number: number): number {
  return (((number + 3) % 7) + 7) % 7;
}

export function localDay(tenantId: string, text: string, first: string, now: Date): LocalDay {
  const number = dayNumber(text);
  return {
    seed: seedFromText(tenantId),
    number,
    text,
    startMs: startOfDay(number),
    weekday: weekdayNumber(number),
    nowMs: now.getTime(),
    first: dayNumber(first),
  };
}

export function isWorkday(number: number): boolean {
  const weekday = weekdayNumber(number);
  return weekday !== friday && weekday !== saturday;
}

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, "0"));
let isoDay = { number: 0, text: "1970-01-01" };

/** An instant as ISO text in whole seconds. A million of them are written, so the day's text is kept for the next. */
export function iso(instantMs: number): string {
  const number = Math.floor(instantMs / dayMs);
  if (number !== isoDay.number) isoDay = { number, text: dayText(number) };
  const seconds = Math.floor((instantMs - number * dayMs) / 1000);
  const [hour, minute] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${isoDay.text}T${twoDigits[hour]}:${twoDigits[minute]}:${twoDigits[seconds % 60]}Z`;
}

/** The same, or nothing while it is still to come. */
export function isoUntil(instantMs: number, nowMs: number): string | undefined {
  return instantMs <= nowMs ? iso(instantMs) : undefined;
}

const growthStart = dayNumber("2025-01-01");
const weekNumber = (number: number) => Math.floor((number + 3) / 7);
const dipWeek = weekNumber(dayNumber("2026-10-26")) % 13;

/** Business grows by about a tenth a year. */
export function growth(number: number): number {
  return 1 + 0.1 * ((number - growthStart) / 365);
}

/** Growth, and one weak week in each quarter, so that a recent dip can always be found. */
export function tide(number: number): number {
  return weekNumber(number) % 13 === dipWeek ? growth(number) * 0.68 : growth(number);
}
