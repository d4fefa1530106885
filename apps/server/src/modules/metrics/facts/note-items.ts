import { type RawBuilder, sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import type { FactTable } from "./fact-table.ts";
import { stockCounts, stockItems, stockMovements } from "./fact-tables.ts";

type Scope = Pick<TenantScope, "tenantId">;

const tablesOfItems: readonly string[] = [stockMovements, stockItems, stockCounts].map(({ table }) => table);

/** More columns of changed rows, where these are of an item: a product in a warehouse. */
export function itemColumns({ table }: FactTable, alias: string): RawBuilder<unknown> {
  if (!tablesOfItems.includes(table)) return sql``;
  return sql.raw(`, ${alias}.warehouse_id, ${alias}.product_id`);
}

/**
 * A part of a statement that notes the items of changed rows, whose counts must be looked at anew. Counts that go may have
 * been the last of their item, so theirs are noted in any case, others only where there is a count.
 */
export function noteItems({ tenantId }: Scope, { table }: FactTable, parts: readonly string[]): RawBuilder<unknown> {
  if (!tablesOfItems.includes(table)) return sql``;
  const items = parts.map((part) => `select warehouse_id, product_id from ${part}`).join(" union ");
  const isCounted =
    table === stockCounts.table
      ? sql``
      : // Each item is looked up by itself: fresh rows are in no statistics.
        sql`cross join lateral (
          select from stock_counts c where c.tenant_id = ${tenantId} and c.warehouse_id = item.warehouse_id
            and c.product_id = item.product_id limit 1
        ) counted`;
  return sql`, noted as (
    insert into stock_recounts (tenant_id, warehouse_id, product_id)
    select ${tenantId}, item.warehouse_id, item.product_id from (${sql.raw(items)}) item ${isCounted}
    on conflict do nothing
  )`;
}
