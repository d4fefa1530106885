import type { Cover, PanelAnswer, ReportPanel } from "@console/contracts";
import { addDays, daysBetween, earlier, listRows, startOf } from "../../metrics/index.ts";
import { ask, askable, type Reader } from "./ask.ts";

/** Demand is judged by so many whole weeks before the end of the period. */
const weeks = 13;
/** One week in ten is higher than the mean by this many standard deviations. */
const highWeek = 1.28;
const mostItems = 500;

/** How long stock lasts, told from the weeks of demand before and not from their mean alone. */
export async function readCover(
  { stock, demand, by }: Extract<ReportPanel, { kind: "cover" }>,
  reader: Reader,
): Promise<Omit<PanelAnswer, "panel">> {
  const { metrics, leftOut } = askable([stock, demand], reader);
  if (metrics.length < 2) return { questions: [], noise: [], leftOut };
  const to = startOf("week", earlier(reader.view.time.to, addDays(reader.view.today, 1)));
  const time = { from: addDays(to, -7 * weeks), to };
  const held = await ask(reader, { metrics: [stock], dimensions: [by], sort: [{ by: stock }], limit: mostItems });
  const used = await ask(reader, { metrics: [demand], dimensions: [by], time, grain: "week", limit: mostItems });
  const leads = await readLeads(reader, by);
  const covers = held.answer.rows.map((row): Cover => {
    const member = String(row[by]);
    const own = used.answer.rows.filter((one) => one[by] === row[by]);
    const byWeek = Array.from({ length: weeks }, () => 0);
    for (const one of own) {
      const week = Math.floor(daysBetween(time.from, String(one.period)) / 7);
      byWeek[week] = (byWeek[week] ?? 0) + Number(one[demand] ?? 0);
    }
    return coverOf(member, Number(row[stock] ?? 0), byWeek, leads.get(member) ?? null);
  });
  return { questions: [held, used], noise: [], leftOut, covers };
}

/** The cover of one item from its stock and its demand week by week. */
export function coverOf(member: string, stock: number, byWeek: readonly number[], leadDays: number | null): Cover {
  const mean = byWeek.reduce((sum, one) => sum + one, 0) / byWeek.length;
  const spread = Math.sqrt(byWeek.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, byWeek.length - 1));
  const [perDay, perHighDay] = [mean / 7, (mean + highWeek * spread) / 7];
  const variation = mean > 0 ? spread / mean : null;
  const lasts = (each: number) => (each > 0 ? Math.max(0, stock) / each : null);
  return {
    ...{ member, stock, perDay, perHighDay, days: lasts(perDay), daysIfHigh: lasts(perHighDay), leadDays },
    regularity: variation === null ? null : variation <= 0.5 ? "X" : variation <= 1 ? "Y" : "Z",
    order: leadDays === null ? null : Math.max(0, Math.ceil(perHighDay * leadDays - stock)),
  };
}

/** The longest lead time of each member among its items. */
async function readLeads({ context, view }: Reader, by: string): Promise<Map<string, number>> {
  const filters = view.filters.filter(({ field }) => ["warehouse", "product", "category", "supplier"].includes(field));
  const { items } = await listRows(context, {
    ...{ metric: "stock_item_count", filters, time: { asOf: view.today }, limit: mostItems, totals: false },
  });
  const leads = new Map<string, number>();
  for (const item of items) {
    const [member, days] = [String(item[by]), Number(item.lead_time_days ?? 0)];
    if (days > (leads.get(member) ?? 0)) leads.set(member, days);
  }
  return leads;
}
