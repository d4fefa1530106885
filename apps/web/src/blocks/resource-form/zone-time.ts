import { instantAt as instantAtWallClock, wallClockAt } from "@console/figures/time-zone";

/** An instant as the clock of a time zone shows it, in the form that an input takes: 2026-03-19T12:00. */
export function toClockTime(instant: string, timeZone: string): string {
  return new Date(wallClockAt(Date.parse(instant), timeZone)).toISOString().slice(0, 16);
}

/** The instant at which the clock of a time zone shows a time; null when it is no time. */
export function instantAt(clockTime: string, timeZone: string): string | null {
  const wallClockMs = Date.parse(`${clockTime}Z`);
  return Number.isNaN(wallClockMs) ? null : new Date(instantAtWallClock(wallClockMs, timeZone)).toISOString();
}
