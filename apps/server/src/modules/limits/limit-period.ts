import { addDays } from "@console/figures/calendar";
import { dayAt, startOfDay } from "@console/figures/time-zone";

/** The day or month of a zone in which an instant lies. */
export type LimitPeriod = { startsOn: string; startsAt: Date; resetsAt: Date };

/** Finds the day or month that is counted at an instant. */
export function findPeriod(period: "day" | "month", instant: Date, timeZone: string): LimitPeriod {
  const day = dayAt(instant.getTime(), timeZone);
  const startsOn = period === "day" ? day : firstOfMonth(day);
  // No month is longer than 31 days, so that this day lies in the next one.
  const next = period === "day" ? addDays(day, 1) : firstOfMonth(addDays(startsOn, 31));
  return {
    startsOn,
    startsAt: new Date(startOfDay(startsOn, timeZone)),
    resetsAt: new Date(startOfDay(next, timeZone)),
  };
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 8)}01`;
}
