import { addDays } from "../calendar.ts";
import { type FormatChoices, formatDay, formatMonth, formatShortDay, type Today } from "../format.ts";
import { startOfPeriod } from "../periods.ts";

type Grain = string | null;

type DateOrder = Pick<FormatChoices, "dateFormat">;

/** A period on an axis: 14 Nov, Nov 2026, Q4 2026. */
export function shortPeriod(start: string, grain: Grain, today: Today, formats: DateOrder): string {
  if (grain === "month") return formatMonth(start, formats);
  if (grain === "quarter") return `Q${Math.floor(Number(start.slice(5, 7)) / 3) + 1} ${start.slice(0, 4)}`;
  if (grain === "year") return start.slice(0, 4);
  return formatShortDay(start, today, formats);
}

/** A period in a sentence: Tue 14 Nov, week of 14 Nov, November 2026. */
export function longPeriod(start: string, grain: Grain, today: Today, formats: DateOrder): string {
  if (grain === "day") return formatDay(start, today, formats);
  if (grain === "week") return `Week of ${formatShortDay(start, today, formats)}`;
  return shortPeriod(start, grain, today, formats);
}

/** The first days of all periods of an answer's days, also of those in which nothing happened. */
export function listStarts({ from, to }: { from: string | null; to: string }, grain: Grain): string[] {
  if (!from || !grain || grain === "hour") return [];
  const starts: string[] = [];
  const unit = grain as "day" | "week" | "month" | "quarter" | "year";
  let start = unit === "day" ? from : startOfPeriod(unit, from);
  while (start < to) {
    starts.push(start);
    start = addDays(periodEnd(start, grain), 1);
  }
  return starts;
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
