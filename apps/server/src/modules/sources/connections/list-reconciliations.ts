import type { listReconciliations as contract, RouteOutput } from "@console/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { readFigures } from "../../metrics/index.ts";
import { requireConnection } from "./manage-connections.ts";
import { pageAfter, pagePlace } from "./page-place.ts";

type Row = { day: string; measure: string; theirs: number; ours: number; checked_at: Date };

/** What a source counts for each day beside what we have, the latest day first. */
export async function listReconciliations(
  context: Context,
  { connection, cursor, limit }: z.output<(typeof contract)["input"]>,
): Promise<RouteOutput<typeof contract>> {
  await requireConnection(context, connection);
  const { db, tenantId } = context;
  const offset = pagePlace(cursor) ?? 0;
  const { rows } = await sql<Row>`select day::text as day, measure, theirs, ours, checked_at
    from source_reconciliations where tenant_id = ${tenantId} and connection_id = ${connection}
    order by day desc, measure offset ${offset} limit ${limit + 1}`.execute(db);
  const { items, next } = pageAfter(rows, limit, () => offset + limit);
  const { settings } = await readFigures(context);
  return {
    items: items.map(({ day, measure, theirs, ours, checked_at }) => ({
      day,
      measure,
      unit: unitOf(measure),
      theirs: Number(theirs),
      ours: Number(ours),
      checkedAt: checked_at.toISOString(),
    })),
    next,
    currency: settings.currency,
    days: await countDays(context, connection),
  };
}

/** What is not counted is measured by a field of ours, whose name ends in the unit that it is kept in. */
function unitOf(measure: string): "count" | "money" | "quantity" {
  if (measure.endsWith("_minor")) return "money";
  return measure.endsWith("_milli") ? "quantity" : "count";
}

async function countDays({ db, tenantId }: Context, connection: string) {
  const { rows } = await sql<{ compared: number; differing: number }>`select count(distinct day) as compared,
      count(distinct day) filter (where theirs <> ours) as differing
    from source_reconciliations where tenant_id = ${tenantId} and connection_id = ${connection}`.execute(db);
  return { compared: Number(rows[0]?.compared ?? 0), differing: Number(rows[0]?.differing ?? 0) };
}
