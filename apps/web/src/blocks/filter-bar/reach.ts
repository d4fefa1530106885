import type { PeriodName, ReportView } from "@console/contracts";
import { addDays } from "@console/figures/calendar";
import { resolvePeriod } from "@console/figures/periods";

/** The days that a reader can see at all, both ends included; a report without one reaches as far as its data. */
export type Reach = { first: string; last: string };

/** How far back the server goes from the last day, where a view names no first one. */
const openDays = 29;

/** Whether all days of a view can be seen. */
export function isWithinReach(
  { period, from, to }: ReportView,
  byDefault: PeriodName,
  { first, last }: Reach,
): boolean {
  if (!from && !to) return resolvePeriod(period ?? byDefault, last).from >= first;
  const end = to ?? last;
  return (from ?? addDays(end, -openDays)) >= first && end <= last;
}
