import { formatDay, formatMonth, formatShortDay } from "../format.ts";

type Grain = string | null;

/** A period on an axis: 14 Nov, Nov 2026, Q4 2026. */
export function shortPeriod(start: string, grain: Grain): string {
  if (grain === "month") return formatMonth(start);
  if (grain === "quarter") return `Q${Math.floor(Number(start.slice(5, 7)) / 3) + 1} ${start.slice(0, 4)}`;
  if (grain === "year") return start.slice(0, 4);
  return formatShortDay(start);
}

/** A period in a sentence: Tue 14 Nov, week of 14 Nov, November 2026. */
export function longPeriod(start: string, grain: Grain): string {
  if (grain === "day") return formatDay(start);
  if (grain === "week") return `Week of ${formatShortDay(start)}`;
  return shortPeriod(start, grain);
}

/** The last day of the period that begins on a day. */
export function periodEnd(start: string, grain: Grain): string {
  const date = new Date(`${start}T00:00:00Z`);
  if (grain === "week") date.setUTCDate(date.getUTCDate() + 6);
  else if (grain === "month" || grain === "quarter" || grain === "year") {
    const months = { month: 1, quarter: 3, year: 12 }[grain];
    date.setUTCMonth(date.getUTCMonth() + months, 0);
  }
  return date.toISOString().slice(0, 10);
}
