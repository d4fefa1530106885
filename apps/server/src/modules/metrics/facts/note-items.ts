import { type RawBuilder, sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import type { FactTable } from "./fact-table.ts";
import { bookSource, ledgerPostings, stockCounts, stockItems, stockMovements } from "./fact-tables.ts";

type Scope = Pick<TenantScope, "tenantId">;

const tablesOfStock: readonly string[] = [stockMovements, stockItems, stockCounts].map(({ table }) => table);

/** More columns of changed rows: the item of stock that they are of, a product in a warehouse, or the entry of a source. */
export function itemColumns({ table }: FactTable, alias: string): RawBuilder<unknown> {
  if (tablesOfStock.includes(table)) return sql.raw(`, ${alias}.warehouse_id, ${alias}.product_id`);
  if (table === ledgerPostings.table) return sql.raw(`, ${alias}.source as entry_source, ${alias}.entry_key`);
  return sql``;
}

/** A part of a statement that notes what changed rows are of, where something follows from it. */
export function noteItems(scope: Scope, factTable: FactTable, parts: readonly string[]): RawBuilder<unknown> {
  if (tablesOfStock.includes(factTable.table)) return noteStock(scope, factTable, parts);
  if (factTable.table === ledgerPostings.table) return noteEntries(scope, parts);
  return sql``;
}

/**
 * Items whose counts must be looked at anew. Counts that go may have been the last of their item, so theirs are noted in
 * any case, others only where there is a count.
 */
function noteStock({ tenantId }: Scope, { table }: FactTable, parts: readonly string[]): RawBuilder<unknown> {
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

/** Entries of sources that the book must look at anew; what the book itself has written is no news to it. */
function noteEntries({ tenantId }: Scope, parts: readonly string[]): RawBuilder<unknown> {
  const entries = parts.map((part) => `select entry_source, entry_key from ${part}`).join(" union ");
  return sql`, noted as (
    insert into posting_changes (tenant_id, source, entry_key)
    select ${tenantId}, entry.entry_source, entry.entry_key from (${sql.raw(entries)}) entry
    where entry.entry_source <> ${bookSource} on conflict do nothing
  )`;
}
