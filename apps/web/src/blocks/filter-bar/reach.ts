import type { PeriodName, ReportView } from "@console/contracts";
import { addDays } from "@console/figures/calendar";

/** The days that a reader can see at all, both ends included; a report without one reaches as far as its data. */
export type Reach = { first: string; last: string };

/** How far back the server goes from the last day, where a view names no first one. */
const openDays = 29;

/** The first day of a period that is called by its name. */
export function periodStart(name: PeriodName, today: string): string {
  switch (name) {
    case "today":
      return today;
    case "yesterday":
      return addDays(today, -1);
    case "last_7_days":
      return addDays(today, -6);
    case "last_30_days":
      return addDays(today, -29);
    case "last_90_days":
      return addDays(today, -89);
    case "last_12_months":
      return addDays(today, -364);
    case "this_week":
      return weekStart(today);
    case "last_week":
      return addDays(weekStart(today), -7);
    case "this_month":
      return monthStart(today, 1);
    case "last_month":
      return monthStart(addDays(monthStart(today, 1), -1), 1);
    case "this_quarter":
      return monthStart(today, 3);
    case "last_quarter":
      return monthStart(addDays(monthStart(today, 3), -1), 3);
    case "this_year":
      return monthStart(today, 12);
  }
}

/** Whether all days of a view can be seen. */
export function isWithinReach(
  { period, from, to }: ReportView,
  byDefault: PeriodName,
  { first, last }: Reach,
): boolean {
  if (!from && !to) return periodStart(period ?? byDefault, last) >= first;
  const end = to ?? last;
  return (from ?? addDays(end, -openDays)) >= first && end <= last;
}

/** Weeks begin on Monday. */
function weekStart(day: string): string {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

/** The first day of the stretch of so many months that a day lies in. */
function monthStart(day: string, months: 1 | 3 | 12): string {
  const month = Number(day.slice(5, 7)) - 1;
  const first = month - (month % months) + 1;
  return `${day.slice(0, 5)}${String(first).padStart(2, "0")}-01`;
}
