import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { TenantScope } from "../../../platform/db/database.ts";
import { tenantIdWithGenericPlan } from "../../../platform/db/tenant-id-with-generic-plan.ts";
import { deleteFacts, lockFacts, settleReach } from "./fact-store.ts";
import { takeOver } from "./held-rows.ts";
import { followChange, requireFactTable } from "./ingest-facts.ts";
import type { Load } from "./undo-load.ts";

/** What is there of a load: the rows that it has written last, and when the first of them came. */
export type HeldLoad = Load & { rows: number; since: Date };

/** What is there of some loads in a table; those of which nothing is there are left out. */
export async function measureLoads(
  { db, tenantId }: Pick<TenantScope, "db" | "tenantId">,
  fact: string,
  loads: readonly Load[],
): Promise<HeldLoad[]> {
  const { rows } = await sql<HeldLoad>`
    select held.source, held.loaded_by::text as load, count(*)::int as rows, min(held.ingested_at) as since
    from ${sql.table(requireFactTable(fact).table)} held
    join unnest(${loads.map(({ source }) => source)}::text[], ${loads.map(({ load }) => load)}::uuid[])
      as wanted (source, load) on wanted.source = held.source and wanted.load = held.loaded_by
    where held.tenant_id = ${tenantId} group by 1, 2`.execute(db);
  return rows;
}

/**
 * Counts the rows of a load that loads which stand have said too: one before it, whose row it has changed, or one after
 * it, which holds the row as it is. `gone` are loads that do not stand, or will not.
 */
export async function countShared(
  { db, tenantId }: Pick<TenantScope, "db" | "tenantId">,
  { fact, source, load }: Load & { fact: string },
  gone: readonly string[],
): Promise<number> {
  const { table } = requireFactTable(fact);
  const isOwn = (name: string) => sql`${sql.ref(`${name}.tenant_id`)} = ${tenantIdWithGenericPlan(tenantId)}
    and ${sql.ref(`${name}.fact`)} = ${table} and ${sql.ref(`${name}.source`)} = ${source}
    and ${sql.ref(`${name}.source_key`)} = t.source_key`;
  const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from ${sql.table(table)} t
    where t.tenant_id = ${tenantId} and t.source = ${source} and t.loaded_by = ${load}::uuid and (
      exists (select from fact_history h where ${isOwn("h")} and h.loaded_by = any(${gone}::uuid[])
        and h.before is not null and not h.before ? 'isRemoved' and h.before->>'loaded_by' <> all(${gone}::text[]))
      or exists (select from fact_holds hold where ${isOwn("hold")} and hold.loaded_by <> all(${gone}::uuid[]))
    )`.execute(db);
  return rows[0]?.rows ?? 0;
}

/**
 * Removes rows that a load has written last, in the name of another load: undoing that one brings them back. Rows that
 * the other load holds too become its own. Gives how many went and the last key, which is null at the end.
 */
export async function removeLoadPiece(
  context: Context,
  { fact, source, load, by }: Load & { fact: string; by: string },
  { after, limit }: { after: string; limit: number },
): Promise<{ removed: number; last: string | null }> {
  const table = requireFactTable(fact);
  await lockFacts(context, table);
  const { rows } = await sql<{ source_key: string }>`select source_key from ${sql.table(table.table)}
    where tenant_id = ${context.tenantId} and source = ${source} and loaded_by = ${load}::uuid and source_key > ${after}
    order by source_key limit ${limit}`.execute(context.db);
  const keys = rows.map(({ source_key }) => source_key);
  if (keys.length === 0) {
    await settleReach(context, table);
    return { removed: 0, last: null };
  }
  const stay = await takeOver(context, { table: table.table, source, load }, { by, keys });
  const gone = keys.filter((key) => !stay.has(key));
  const change = await deleteFacts(context, { table, source, load: by }, gone);
  await followChange(context, table, { days: new Set(change.days), keys: gone });
  return { removed: change.rows, last: keys.at(-1) ?? null };
}
