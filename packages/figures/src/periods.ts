import type { PeriodName } from "@console/contracts";
import { addDays } from "./calendar.ts";

/** Days that go together: `to` is the first day after them, and `unit` the kind of period that they are or are part of. */
export type NamedPeriod = { from: string; to: string; unit: "day" | "week" | "month" | "quarter" | "year" };

/** The days of a period by its name; those that are running end with today. */
export function resolvePeriod(name: PeriodName, today: string): NamedPeriod {
  const tomorrow = addDays(today, 1);
  const last = (days: number): NamedPeriod => ({ from: addDays(tomorrow, -days), to: tomorrow, unit: "day" });
  const current = (unit: Unit): NamedPeriod => ({ from: startOfPeriod(unit, today), to: tomorrow, unit });
  const before = (unit: Unit): NamedPeriod => {
    const end = startOfPeriod(unit, today);
    return { from: startOfPeriod(unit, addDays(end, -1)), to: end, unit };
  };
  switch (name) {
    case "today":
      return last(1);
    case "yesterday":
      return { from: addDays(today, -1), to: today, unit: "day" };
    case "last_7_days":
      return last(7);
    case "last_30_days":
      return last(30);
    case "last_90_days":
      return last(90);
    case "this_week":
      return current("week");
    case "last_week":
      return before("week");
    case "this_month":
      return current("month");
    case "last_month":
      return before("month");
    case "this_quarter":
      return current("quarter");
    case "last_quarter":
      return before("quarter");
    case "this_year":
      return current("year");
    case "last_12_months":
      return last(365);
  }
}

type Unit = "week" | "month" | "quarter" | "year";

const months = { month: 1, quarter: 3, year: 12 };

/** The first day of the period of a kind that a day lies in; weeks begin on Monday. */
export function startOfPeriod(unit: Unit, day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (unit === "week") return addDays(day, -((date.getUTCDay() + 6) % 7));
  const month = date.getUTCMonth();
  return `${day.slice(0, 5)}${String(month - (month % months[unit]) + 1).padStart(2, "0")}-01`;
}
