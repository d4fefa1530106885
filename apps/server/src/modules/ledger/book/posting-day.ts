import type { Context } from "../../../platform/context.ts";
import { wrongField } from "../../../platform/errors.ts";
import { selectClosedMonths } from "../periods/period-store.ts";

type Days = { postingDay: string | undefined; valueDay: string | undefined; today: string };

/**
 * The day that an entry counts from. One that was chosen must lie in an open month; a value day in a closed month is
 * kept, and the entry counts from today, or from the first day of the next open month.
 */
export async function choosePostingDay(
  context: Pick<Context, "db" | "tenantId">,
  { postingDay, valueDay, today }: Days,
): Promise<{ postingDay: string; valueDay: string }> {
  const closed = await selectClosedMonths(context);
  const isOpen = (day: string) => !closed.has(day.slice(0, 7));
  if (postingDay !== undefined) {
    if (!isOpen(postingDay)) throw wrongField("postingDay", `${postingDay.slice(0, 7)} is closed. Choose a later day.`);
    return { postingDay, valueDay: valueDay ?? postingDay };
  }
  const wanted = valueDay ?? today;
  if (isOpen(wanted)) return { postingDay: wanted, valueDay: wanted };
  let day = today > wanted ? today : wanted;
  while (!isOpen(day)) day = firstOfNextMonth(day);
  return { postingDay: day, valueDay: wanted };
}

function firstOfNextMonth(day: string): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}
