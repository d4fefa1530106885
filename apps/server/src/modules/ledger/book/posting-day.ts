import { addDays } from "@console/figures/calendar";
import type { Context } from "../../../platform/context.ts";
import { wrongField } from "../../../platform/errors.ts";
import { findLastClosedMonth } from "../periods/period-store.ts";

/** An entry further ahead is a year that was mistyped. */
const mostDaysAhead = 366;

type Days = { postingDay: string | undefined; valueDay: string | undefined };

/** The day that an entry counts from, in the turn of the book. */
export async function choosePostingDay(
  context: Pick<Context, "db" | "tenantId">,
  { postingDay, valueDay, today }: Days & { today: string },
): Promise<{ postingDay: string; valueDay: string }> {
  return decidePostingDay({ today, lastClosedMonth: await findLastClosedMonth(context) }, { postingDay, valueDay });
}

/**
 * The day that an entry counts from. One that was chosen must lie after the closed months; a value day before their end
 * is kept, and the entry counts from today, or from the first day that is open.
 */
export function decidePostingDay(
  // A month before a closed one is closed too, although nobody has named it: what it takes would change later balances.
  { today, lastClosedMonth: closed }: { today: string; lastClosedMonth: string | null },
  { postingDay, valueDay }: Days,
): { postingDay: string; valueDay: string } {
  const isOpen = (day: string) => closed === null || day.slice(0, 7) > closed;
  const latest = addDays(today, mostDaysAhead);
  for (const [field, day] of Object.entries({ postingDay, valueDay })) {
    if (day !== undefined && day > latest) throw wrongField(field, `${day} is more than a year ahead.`);
  }
  if (postingDay !== undefined) {
    if (!isOpen(postingDay)) throw wrongField("postingDay", `${postingDay.slice(0, 7)} is closed. Choose a later day.`);
    return { postingDay, valueDay: valueDay ?? postingDay };
  }
  const wanted = valueDay ?? today;
  if (isOpen(wanted)) return { postingDay: wanted, valueDay: wanted };
  return { postingDay: isOpen(today) ? today : firstDayAfter(closed ?? today), valueDay: wanted };
}

function firstDayAfter(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
}
