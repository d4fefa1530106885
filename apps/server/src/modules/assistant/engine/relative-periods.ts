import type { MetricRegistry } from "../../metrics/index.ts";
import { fitTime } from "./follow-up.ts";
import type { AskedQuery } from "./interpret.ts";
import { readDays } from "./read-ranges.ts";

/** Periods that move with today, as questions say them, by the words that a list shows. */
export const relativePeriods: Readonly<Record<string, string>> = {
  today: "Today",
  yesterday: "Yesterday",
  "this week": "This week",
  "last week": "Last week",
  "this month": "This month",
  "last month": "Last month",
  "this quarter": "This quarter",
  "last quarter": "Last quarter",
  "this year": "This year",
  "last year": "Last year",
  "last 7 days": "Last 7 days",
  "last 14 days": "Last 14 days",
  "last 30 days": "Last 30 days",
  "last 90 days": "Last 90 days",
  "last 6 months": "Last 6 months",
  "last 12 months": "Last 12 months",
};

type Deps = { registry: MetricRegistry; today: string };

/** The days of a period that moves with today, as metrics can be asked for them. */
export function resolveRelative(period: string, metrics: readonly string[], { registry, today }: Deps) {
  const days = readDays(period.split(" "), 0, today)?.value;
  return days ? fitTime({ from: days.from, to: days.to }, metrics, registry, today) : null;
}

/** The period that the days of a query are today, if they are one: what is asked next year means other days. */
export function findRelative({ time, metrics }: AskedQuery, deps: Deps): string | null {
  if (!time || "default" in time) return null;
  const periods = Object.keys(relativePeriods);
  return periods.find((period) => isSameTime(resolveRelative(period, metrics, deps), time)) ?? null;
}

/** Whether two times are the same days. */
export function isSameTime(a: AskedQuery["time"] | null, b: AskedQuery["time"] | null): boolean {
  if (!a || !b) return false;
  if ("from" in a && "from" in b) return a.from === b.from && a.to === b.to;
  return "asOf" in a && "asOf" in b && a.asOf === b.asOf;
}
