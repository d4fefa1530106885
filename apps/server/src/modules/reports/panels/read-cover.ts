import type { Cover, MetricAnswer, PanelForKind } from "@console/contracts";
import { listRows } from "../../metrics/index.ts";
import { ask, askable, type LeftOut, type PanelReading, type Reader } from "./ask.ts";
import { demandWeeks, judgeDemand, readDemand } from "./read-demand.ts";

/** One week in ten is higher than the mean by this many standard deviations. */
const highWeek = 1.28;
const mostItems = 500;

type Row = MetricAnswer["rows"][number];

/** How long stock lasts, told from the weeks of demand before and not from their mean alone. */
export async function readCover(
  { stock, demand, by }: PanelForKind<"cover">,
  reader: Reader,
): Promise<PanelReading<"cover">> {
  const { metrics, leftOut } = askable([stock, demand], reader);
  if (metrics.length < 2) return { questions: [], noise: [], leftOut };
  const onHand = await ask(reader, { metrics: [stock], dimensions: [by], sort: [{ by: stock }], limit: mostItems });
  const { time, members } = await readDemand(reader, { metrics: [demand], by, weeks: demandWeeks });
  const used = await ask(reader, { metrics: [demand], time, grain: "week" });
  const leads = await readLeads(reader, by);
  const weeksByMember = new Map(members.map(({ member, weeks: [own] }) => [member, own]));
  const nothing = Array.from({ length: demandWeeks }, () => 0);
  const isUnknown = (row: Row) => row[stock] === null;
  const covers = onHand.answer.rows
    .filter((row) => !isUnknown(row))
    .map((row): Cover => {
      const member = String(row[by]);
      return computeCover(member, Number(row[stock]), weeksByMember.get(member) ?? nothing, leads.get(member) ?? null);
    });
  const unknown = onHand.answer.rows
    .filter(isUnknown)
    .map((row): LeftOut => ({ name: String(row[by]), reason: "Its stock is not known: more left than came in." }));
  return { questions: [onHand, used], noise: [], leftOut: [...leftOut, ...unknown], covers };
}

/** The cover of one item from its stock and its demand week by week. */
export function computeCover(member: string, stock: number, byWeek: readonly number[], leadDays: number | null): Cover {
  const { mean, spread, regularity } = judgeDemand(byWeek);
  const [perDay, perHighDay] = [mean / 7, (mean + highWeek * spread) / 7];
  const lasts = (each: number) => (each > 0 ? Math.max(0, stock) / each : null);
  return {
    member,
    stock,
    perDay,
    perHighDay,
    days: lasts(perDay),
    daysIfHigh: lasts(perHighDay),
    leadDays,
    regularity,
    order: leadDays === null ? null : Math.max(0, Math.ceil(perHighDay * leadDays - stock)),
  };
}

/** The longest lead time of each member among its items. */
async function readLeads({ context, view }: Reader, by: string): Promise<Map<string, number>> {
  const filters = view.filters.filter(({ field }) => ["warehouse", "product", "category", "supplier"].includes(field));
  const { items } = await listRows(context, {
    metric: "stock_item_count",
    filters,
    time: { asOf: view.today },
    limit: mostItems,
    totals: false,
  });
  const leads = new Map<string, number>();
  for (const item of items) {
    const [member, days] = [String(item[by]), Number(item.lead_time_days ?? 0)];
    if (days > (leads.get(member) ?? 0)) leads.set(member, days);
  }
  return leads;
}
