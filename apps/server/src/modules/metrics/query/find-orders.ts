import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { toRowKey } from "../compile/row-key.ts";
import { deliveries } from "../datasets/deliveries.ts";

/** A delivery that was looked up by its number. */
export type FoundOrder = { key: string; order: string | null; task: string; day: string };

/** Deliveries whose order number begins with a text, or whose task has it as its number, the latest first. */
export async function findOrders({ db, tenantId }: Context, text: string, limit: number): Promise<FoundOrder[]> {
  if (text.includes("\0")) return [];
  const beginning = `${text.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`;
  const { rows } = await sql<{ source: string; source_key: string; order_reference: string | null; day: string }>`
    select source, source_key, order_reference, day::text as day from (
      (select source, source_key, order_reference, day from delivery_tasks
        where tenant_id = ${tenantId} and lower(order_reference) like ${beginning} and order_reference is not null
        limit ${mostCompared})
      union
      (select source, source_key, order_reference, day from delivery_tasks
        where tenant_id = ${tenantId} and source_key = ${text} limit ${mostCompared})
    ) found
    order by day desc, source_key limit ${limit}`.execute(db);
  return rows.map((row) => ({
    key: toRowKey({ row_key_0: row.source, row_key_1: row.source_key }, deliveries),
    order: row.order_reference,
    task: row.source_key,
    day: row.day,
  }));
}

/** A short beginning may fit every order; the latest of the first ones are shown then. */
const mostCompared = 200;
