import type { listReconciliations as contract, RouteOutput } from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { loadMetricState } from "../../metrics/index.ts";
import { requireConnection } from "./manage-connections.ts";
import { readPageCursor, toPage } from "./page-cursor.ts";
import { countReconciledDays, selectReconciliations } from "./reconciliation-store.ts";

/** What a source counts for each day beside what we have, the latest day first. */
export async function listReconciliations(
  context: Context,
  { connection, cursor, limit }: z.output<(typeof contract)["input"]>,
): Promise<RouteOutput<typeof contract>> {
  await requireConnection(context, connection);
  const offset = readPageCursor(cursor) ?? 0;
  const rows = await selectReconciliations(context, connection, { offset, limit: limit + 1 });
  const { items, next } = toPage(rows, limit, () => offset + limit);
  const { settings } = await loadMetricState(context);
  return {
    items: items.map(({ day, measure, theirs, ours, checked_at }) => ({
      day,
      measure,
      unit: unitForMeasure(measure),
      theirs: Number(theirs),
      ours: Number(ours),
      checkedAt: checked_at.toISOString(),
    })),
    next,
    currency: settings.currency,
    days: await countReconciledDays(context, connection),
  };
}

/** What is not counted is measured by a field of ours, whose name ends in the unit that it is kept in. */
function unitForMeasure(measure: string): "count" | "money" | "quantity" {
  if (measure.endsWith("_minor")) return "money";
  return measure.endsWith("_milli") ? "quantity" : "count";
}
