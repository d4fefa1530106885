import type { PeriodName, ReportView } from "@console/contracts";
import { addDays } from "@console/figures/calendar";
import { resolvePeriod } from "@console/figures/periods";

/** The days that a reader can see at all, both ends included; a report without one reaches as far as its data. */
export type Reach = { first: string; last: string };

/** How many days the server shows, where a view names no first one. */
const openDays = 30;

/** The days of a view as the server takes them; `to` is the first day after them. */
export function resolveDays(
  { period, from, to }: ReportView,
  byDefault: PeriodName,
  today: string,
): { from: string; to: string } {
  if (!from && !to) return resolvePeriod(period ?? byDefault, today);
  const end = to ?? addDays(today, 1);
  return { from: from ?? addDays(end, -openDays), to: end };
}

/** Whether all days of a view can be seen. */
export function isWithinReach(view: ReportView, byDefault: PeriodName, { first, last }: Reach): boolean {
  const { from, to } = resolveDays(view, byDefault, last);
  return from >= first && to <= addDays(last, 1);
}
