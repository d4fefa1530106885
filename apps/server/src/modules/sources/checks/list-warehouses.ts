import type { listWarehouseStates as contract, RouteOutput } from "@console/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { connectionFacts, tenantMembers } from "../../metrics/index.ts";
import { requireConnection } from "../connections/manage-connections.ts";

const dayMs = 86_400_000;
/** Days whose pauses tell what is usual. */
const watchedDays = 90;
const fewestDays = 5;
const gapsToLate = 2;

const rule =
  `The usual gap is the one that nine in ten pauses between days with movements did not exceed in the ${watchedDays} days up to the last movement. ` +
  `A warehouse is late when nothing has moved for more than twice that long.`;

type Row = { warehouse: string; last_moved_at: Date | null; rows7: number; days: number; gap: number | null };

/** How far the movements of each warehouse reach, those that are late first. */
export async function listWarehouseStates(
  context: Context,
  { connection }: z.output<(typeof contract)["input"]>,
): Promise<RouteOutput<typeof contract>> {
  await requireConnection(context, connection);
  const { db, tenantId, now } = context;
  const weekBefore = new Date(now.getTime() - 7 * dayMs);
  const { rows } = await sql<Row>`with moved as (
      select warehouse_id, day, max(moved_at) as last_moved_at,
        count(*) filter (where moved_at > ${weekBefore}) as rows7
      from ${connectionFacts("stock_movements", { tenantId, connection })} movement where moved_at <= ${now}
      group by warehouse_id, day
    ), paused as (
      select *, case when day > max(day) over (partition by warehouse_id) - ${watchedDays}::int
        then day - lag(day) over (partition by warehouse_id order by day) end as gap from moved
    )
    select coalesce(m.name, 'Unassigned') as warehouse, max(last_moved_at) as last_moved_at, sum(rows7)::bigint as rows7,
      count(gap) as days, percentile_disc(0.9) within group (order by gap) as gap
    from paused left join ${tenantMembers("warehouse", tenantId)} m on m.id = warehouse_id
    group by warehouse_id, m.name`.execute(db);
  const items = rows.map(({ warehouse, last_moved_at, rows7, days, gap }) => {
    const usualGapDays = gap !== null && Number(days) >= fewestDays ? Number(gap) : null;
    const silentMs = last_moved_at ? now.getTime() - last_moved_at.getTime() : 0;
    return {
      warehouse,
      lastMovedAt: last_moved_at?.toISOString() ?? null,
      rows7Days: Number(rows7),
      usualGapDays,
      isLate: usualGapDays !== null && silentMs > gapsToLate * usualGapDays * dayMs,
    };
  });
  return {
    items: items.sort((a, b) => Number(b.isLate) - Number(a.isLate) || (a.warehouse < b.warehouse ? -1 : 1)),
    rule,
  };
}
