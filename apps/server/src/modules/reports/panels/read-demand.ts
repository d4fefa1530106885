import { addDays, daysBetween, earlier, readSeriesByMember, startOfPeriod } from "../../metrics/index.ts";
import type { Reader } from "./ask.ts";

/** Demand is judged by so many whole weeks before the end of the period. */
export const demandWeeks = 13;

/** What each member used in each of some whole weeks before the end of the period: `weeks[metric][week]`. */
type Demand = { time: { from: string; to: string }; members: { member: string; weeks: number[][] }[] };

/** Reads metrics week by week for every member; a week without facts is a week of nothing. */
export async function readDemand(
  { context, metricState, view }: Reader,
  { metrics, by, weeks }: { metrics: string[]; by: string; weeks: number },
): Promise<Demand> {
  const to = startOfPeriod("week", earlier(view.time.to, addDays(view.today, 1)));
  const time = { from: addDays(to, -7 * weeks), to };
  const series = await readSeriesByMember(
    context,
    { metrics, by, grain: "week", filters: view.filters, time },
    metricState,
  );
  return {
    time,
    members: series.map(({ member, periods, values }) => ({
      member,
      weeks: values.map((byPeriod) => {
        const byWeek = Array.from({ length: weeks }, () => 0);
        for (const [index, period] of periods.entries()) {
          byWeek[Math.floor(daysBetween(time.from, period) / 7)] = byPeriod[index] ?? 0;
        }
        return byWeek;
      }),
    })),
  };
}

/** How a demand varies: X hardly does, Y does, Z comes and goes; null without demand. */
type Regularity = "X" | "Y" | "Z";

/** The mean of a weekly demand, how far weeks are from it, and how regular that makes it. */
export function judgeDemand(byWeek: readonly number[]) {
  const mean = byWeek.reduce((sum, one) => sum + one, 0) / byWeek.length;
  const spread = Math.sqrt(byWeek.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, byWeek.length - 1));
  const variation = mean > 0 ? spread / mean : null;
  const regularity: Regularity | null = variation === null ? null : variation <= 0.5 ? "X" : variation <= 1 ? "Y" : "Z";
  return { mean, spread, variation, regularity };
}
