import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { TenantScope } from "../../../platform/db/database.ts";
import { tenantIdWithGenericPlan } from "../../../platform/db/tenant-id-with-generic-plan.ts";
import { daysArray, lockFacts, settleReach } from "./fact-store.ts";
import { type FactTable, isMember } from "./fact-table.ts";
import { loadTables } from "./fact-tables.ts";
import { firstHolder, forgetHeld, handOver, handOverHistory, isTakenOver } from "./held-rows.ts";
import { followChange } from "./ingest-facts.ts";
import { itemColumns, noteItems } from "./note-items.ts";

/** A load of one source. */
export type Load = { load: string; source: string };

/** What undoing a load does to the rows of a table. */
export type UndoCounts = {
  fact: string;
  /** Rows that the load has added: they go. */
  removed: number;
  /** Rows that it has replaced: they become what they were. */
  restored: number;
  /** Rows that it has removed: they come back. */
  returned: number;
  /** Rows of it that a later load has replaced or removed: they stay as that load has left them. */
  superseded: number;
  /** Rows of it that a later load holds too: they stay, as rows of that load. */
  kept: number;
  /** Rows that it holds of other loads: they stay with those. */
  released: number;
};

/** What undoing a load would do, table by table; tables that it has not changed are left out. */
export async function measureUndo(scope: Pick<TenantScope, "db" | "tenantId">, load: Load): Promise<UndoCounts[]> {
  const counts: UndoCounts[] = [];
  for (const { table } of loadTables) {
    const { rows } = await sql<Omit<UndoCounts, "fact">>`
      with own as (
        select (
          select case when ${isTakenOver} then 'same' else 'other' end from fact_history h
          where ${inLoad(scope, load, table)} and h.source_key = t.source_key and ${isRow}
          -- Looked up row by row: fresh rows are in no statistics, and a join would compare each with each.
          offset 0
        ) as before, ${firstHolder(scope, { ...load, table }, "t")} is not null as is_held
        from ${sql.table(table)} t
        where tenant_id = ${scope.tenantId} and source = ${load.source} and loaded_by = ${load.load}::uuid
      )
      select (select count(*) from own where before is null and not is_held)::int as removed,
        (select count(*) from own where before = 'other' and not is_held)::int as restored,
        (select count(*) from own where is_held)::int as kept,
        ((select count(*) from own where before = 'same' and not is_held)
          + (select count(*) from fact_holds where tenant_id = ${scope.tenantId} and fact = ${table}
            and source = ${load.source} and loaded_by = ${load.load}::uuid))::int as released,
        (select count(*) from fact_history h where ${inLoad(scope, load, table)} and is_gone and ${isRow})::int as returned,
        (select count(*) from fact_history h where tenant_id = ${scope.tenantId} and fact = ${table}
          and source = ${load.source} and before->>'loaded_by' = ${load.load})::int as superseded`.execute(scope.db);
    const [found] = rows;
    if (found && Object.values(found).some((rows) => rows > 0)) counts.push({ fact: table, ...found });
  }
  return counts;
}

/** How far undoing is: the table, what is being done there, and the last key that was done. */
export type UndoPlace = { table: number; stage: "held" | "own" | "removed"; after: string };

/** Where undoing begins. */
export const undoBeginning: UndoPlace = { table: 0, stage: "held", after: "" };

/** Rows that go, come back or stay with a later load in one piece, and where the next one begins; null at the end. */
export type UndoPiece = {
  removed: number;
  restored: number;
  returned: number;
  kept: number;
  next: UndoPlace | null;
};

type Undone = { removed: number; restored: number; returned: number; keys: string[]; days: string[] };

/** Undoes a piece of a load. A piece that was done is done for good, so that undoing can stop and go on. */
export async function undoPiece(context: Context, load: Load, place: UndoPlace, limit: number): Promise<UndoPiece> {
  const table = loadTables[place.table];
  if (!table) return { removed: 0, restored: 0, returned: 0, kept: 0, next: null };
  await lockFacts(context, table);
  if (place.stage === "held") return handOverPiece(context, { ...load, table: table.table }, place, limit);
  const piece = { ...load, after: place.after, limit };
  const { keys, days, ...counts } =
    place.stage === "own" ? await takeBack(context, table, piece) : await bringBack(context, table, piece);
  await followChange(context, table, { days: new Set(days), keys });
  const last = keys.at(-1) ?? null;
  if (last !== null) return { ...counts, kept: 0, next: { ...place, after: last } };
  if (place.stage === "own") return { ...counts, kept: 0, next: { ...place, stage: "removed", after: "" } };
  await spliceHistory(context, load, table);
  await settleReach(context, table);
  const isLast = place.table === loadTables.length - 1;
  return { ...counts, kept: 0, next: isLast ? null : { ...undoBeginning, table: place.table + 1 } };
}

/** Leaves a piece of the rows that later loads hold too to those. */
async function handOverPiece(
  context: Context,
  rows: Load & { table: string },
  place: UndoPlace,
  limit: number,
): Promise<UndoPiece> {
  const { rows: kept, last } = await handOver(context, rows, { after: place.after, limit });
  const next: UndoPlace = last === null ? { ...place, stage: "own", after: "" } : { ...place, after: last };
  return { removed: 0, restored: 0, returned: 0, kept, next };
}

type Piece = Load & { after: string; limit: number };

/** Rows that the load has written last: what was there before comes back, what was not goes. */
async function takeBack(scope: TenantScope, factTable: FactTable, piece: Piece): Promise<Undone> {
  const { table, columns, days } = factTable;
  const { load, source, after, limit } = piece;
  const names = sql.raw(imageColumns(columns).join(", "));
  const { rows } = await sql<Undone>`
    with picked as (
      select source_key, ${daysArray(days)} as days ${itemColumns(factTable, "t")}, (
        select before from fact_history h where ${inLoad(scope, piece, table)} and h.source_key = t.source_key
      ) as before
      from ${sql.table(table)} t
      where tenant_id = ${scope.tenantId} and source = ${source} and loaded_by = ${load}::uuid and source_key > ${after}
      order by source_key limit ${limit}
    ), restored as (
      update ${sql.table(table)} t set (${names}) = (
        select ${names} from jsonb_populate_record(null::${sql.table(table)}, (
          select before from fact_history h where ${inLoad(scope, piece, table)} and h.source_key = t.source_key
        ))
      )
      where t.tenant_id = ${tenantIdWithGenericPlan(scope.tenantId)} and t.source = ${source} and ${isPicked("t", isRow)}
      returning ${daysArray(days)} as days ${itemColumns(factTable, "t")}
    ), removed as (
      delete from ${sql.table(table)} t
      where t.tenant_id = ${tenantIdWithGenericPlan(scope.tenantId)} and t.source = ${source}
        and ${isPicked("t", sql`not ${isRow}`)}
      returning t.source_key
    )${noteItems(scope, factTable, ["picked", "restored"])}, ${forgetPicked(scope, piece, table)}
    select (select count(*) from removed)::int as removed, (select count(*) from picked where ${isRow} and not ${isTakenOver})::int as restored,
      0 as returned, ${pickedKeys} as keys,
      array(select distinct unnest(days)::text from (select days from picked union all select days from restored) both_days)
        as days`.execute(scope.db);
  return firstRow(rows);
}

/** Rows that the load has removed, and that nobody has brought again since. */
async function bringBack(scope: TenantScope, factTable: FactTable, piece: Piece): Promise<Undone> {
  const { table, columns, days } = factTable;
  const { source, after, limit } = piece;
  const names = sql.raw(imageColumns(columns).join(", "));
  const { rows } = await sql<Undone>`
    with picked as (
      select source_key, before from fact_history h
      where ${inLoad(scope, piece, table)} and is_gone and source_key > ${after} order by source_key limit ${limit}
    ), returned as (
      insert into ${sql.table(table)} (tenant_id, source, source_key, ${names})
      select ${scope.tenantId}, ${source}, picked.source_key, ${sql.raw(prefixed("image", imageColumns(columns)))}
      from picked cross join lateral jsonb_populate_record(null::${sql.table(table)}, picked.before) image
      where ${isRow}
      returning ${daysArray(days)} as days ${itemColumns(factTable, table)}
    )${noteItems(scope, factTable, ["returned"])}, ${forgetPicked(scope, piece, table)}
    select 0 as removed, 0 as restored, (select count(*) from returned)::int as returned, ${pickedKeys} as keys,
      array(select distinct unnest(days)::text from returned) as days`.execute(scope.db);
  return firstRow(rows);
}

/** What was before is a row, and not that there was none. */
const isRow = sql`(before is not null and not before ? 'isRemoved')`;
/**
 * A row of another table is one of those that were picked and of which something holds. They are looked up by their keys:
 * fresh rows are in no statistics, and a join would compare each with each.
 */
const isPicked = (alias: string, condition = sql`true`) =>
  sql`${sql.ref(`${alias}.source_key`)} = any(array(select picked.source_key from picked where ${condition}))`;
const pickedKeys = sql`array(select source_key from picked order by source_key)`;

/** Parts of a statement that forget the history of the picked rows; what another load had removed before is removed by it again. */
function forgetPicked({ tenantId }: Scope, { load, source }: Load, table: string) {
  const isOwn = sql`h.tenant_id = ${tenantIdWithGenericPlan(tenantId)} and h.fact = ${table} and h.source = ${source}`;
  const wasRemoved = sql`picked.before ? 'isRemoved'`;
  return sql`forgotten as (
      delete from fact_history h where ${isOwn} and h.loaded_by = ${load}::uuid and ${isPicked("h")}
    ), removed_before as (
      update fact_history h set is_gone = true from picked
      where ${isOwn} and ${isPicked("h", wasRemoved)} and h.source_key = picked.source_key and ${wasRemoved}
        and h.loaded_by = (picked.before->>'loaded_by')::uuid
    )`;
}

/** What later loads would come back to was a state of the load that is undone: it becomes the state before that. */
async function spliceHistory(scope: TenantScope, { load, source }: Load, { table }: FactTable): Promise<void> {
  await handOverHistory(scope, { table, source, load });
  await forgetHeld(scope, { table, source, load });
  const own = sql`tenant_id = ${scope.tenantId} and fact = ${table} and source = ${source}`;
  await sql`update fact_history later set before = (
      select earlier.before from fact_history earlier where earlier.tenant_id = ${scope.tenantId}
        and earlier.loaded_by = ${load}::uuid and earlier.fact = ${table} and earlier.source = ${source}
        and earlier.source_key = later.source_key
    ) where ${own} and before->>'loaded_by' = ${load}`.execute(scope.db);
  await sql`delete from fact_history where ${own} and loaded_by = ${load}::uuid`.execute(scope.db);
}

/** Those of some keys whose row was written by a load. */
export async function findKeysOfLoad(
  { db, tenantId }: Pick<TenantScope, "db" | "tenantId">,
  { fact, source, load }: { fact: string; source: string; load: string | null },
  keys: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ source_key: string }>`select source_key from ${sql.table(fact)}
    where tenant_id = ${tenantId} and source = ${source} and source_key = any(${keys}::text[])
      and loaded_by = ${load}::uuid`.execute(db);
  return new Set(rows.map(({ source_key }) => source_key));
}

/** The indexes of those of some keys whose row has changed since the instant that is given with each, and until another. */
export async function findChangedSince(
  { db, tenantId }: Pick<TenantScope, "db" | "tenantId">,
  { fact, source, until }: { fact: string; source: string; until: Date | null },
  keys: readonly { key: string; since: Date }[],
): Promise<Set<number>> {
  const { rows } = await sql<{ place: number }>`select place::int from ${sql.table(fact)} t
    join unnest(${keys.map(({ key }) => key)}::text[], ${keys.map(({ since }) => since)}::timestamptz[])
      with ordinality as asked (key, since, place) on key = source_key
    where tenant_id = ${tenantId} and source = ${source} and ingested_at > since
      and (${until}::timestamptz is null or ingested_at <= ${until})`.execute(db);
  return new Set(rows.map(({ place }) => place - 1));
}

/** Forgets how rows were before loads of long ago. */
export async function deleteHistoryBefore(
  { db, tenantId }: Pick<TenantScope, "db" | "tenantId">,
  before: Date,
): Promise<void> {
  await sql`delete from fact_history where tenant_id = ${tenantId} and changed_at < ${before}`.execute(db);
  await sql`delete from fact_holds where tenant_id = ${tenantId} and held_at < ${before}`.execute(db);
}

/** The columns that a row is stored with, besides what it is found by. */
function imageColumns(columns: FactTable["columns"]): string[] {
  const own = Object.entries(columns).map(([name, column]) => (isMember(column) ? `${name}_id` : name));
  return ["time_zone", "ingested_at", "loaded_by", ...own];
}

function prefixed(alias: string, names: readonly string[]): string {
  return names.map((name) => `${alias}.${name}`).join(", ");
}

type Scope = Pick<TenantScope, "tenantId">;

/** Which rows `h` of the history are a load's. */
function inLoad({ tenantId }: Scope, { load, source }: Load, table: string) {
  return sql`h.tenant_id = ${tenantIdWithGenericPlan(tenantId)} and h.loaded_by = ${load}::uuid and h.fact = ${table}
    and h.source = ${source}`;
}

function firstRow([row]: Undone[]): Undone {
  if (!row) throw new Error("The statement answered no row.");
  return row;
}
