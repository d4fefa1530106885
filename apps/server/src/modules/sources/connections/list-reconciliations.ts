import type { listReconciliations as contract, RouteOutput } from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { factTables, loadMetricState } from "../../metrics/index.ts";
import { requireConnection } from "./manage-connections.ts";
import { readPageCursor, toPage } from "./page-cursor.ts";
import {
  countReconciledDays,
  type Reconciliation,
  selectCurrencies,
  selectReconciliations,
} from "./reconciliation-store.ts";
import { countLeftOut } from "./reject-store.ts";

/** What a source counts for each day beside what we have, the latest day first. */
export async function listReconciliations(
  context: Context,
  { connection, cursor, limit }: z.output<(typeof contract)["input"]>,
): Promise<RouteOutput<typeof contract>> {
  await requireConnection(context, connection);
  const offset = readPageCursor(cursor) ?? 0;
  const rows = await selectReconciliations(context, connection, { offset, limit: limit + 1 });
  const { items, next } = toPage(rows, limit, () => offset + limit);
  const currencyFor = await readCurrencies(context, connection, items);
  return {
    items: items.map(({ day, measure, theirs, ours, checked_at }) => ({
      day,
      measure,
      unit: unitForMeasure(measure),
      currency: unitForMeasure(measure) === "money" ? currencyFor(day, measure) : null,
      theirs: Number(theirs),
      ours: Number(ours),
      checkedAt: checked_at.toISOString(),
    })),
    next,
    days: await countReconciledDays(context, connection),
    leftOut: await countLeftOut(context, connection),
  };
}

/** What the amounts of days are in; null where one day has several currencies. */
async function readCurrencies(
  context: Context,
  connection: string,
  items: readonly Pick<Reconciliation, "day" | "measure">[],
) {
  const { settings } = await loadMetricState(context);
  const byMeasure = new Map<string, Map<string, string[]>>();
  for (const measure of new Set(items.map((item) => item.measure))) {
    const table = factTables.find(({ amountField }) => amountField === measure);
    if (!table || unitForMeasure(measure) !== "money") continue;
    const days = items.filter((item) => item.measure === measure).map(({ day }) => day);
    byMeasure.set(measure, await selectCurrencies(context, { connection, fact: table.table, days }));
  }
  return (day: string, measure: string): string | null => {
    const byDay = byMeasure.get(measure) ?? new Map<string, string[]>();
    // A day of which we have nothing is in what its neighbours are in.
    const currencies = byDay.get(day) ?? [...new Set([...byDay.values()].flat())];
    if (currencies.length > 1) return null;
    return currencies[0] ?? settings.currency;
  };
}

/** What is not counted is measured by a field of ours, whose name ends in the unit that it is kept in. */
function unitForMeasure(measure: string): "count" | "money" | "quantity" {
  if (measure.endsWith("_minor")) return "money";
  return measure.endsWith("_milli") ? "quantity" : "count";
}
