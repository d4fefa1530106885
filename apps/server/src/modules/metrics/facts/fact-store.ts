import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import { tenantIdWithGenericPlan } from "../../../platform/db/tenant-id-with-generic-plan.ts";
import { columnList, type ListType } from "./column-list.ts";
import { type ColumnType, currencyColumn, type FactTable, isMember, isMoney } from "./fact-table.ts";
import { ledgerPostings, memberDetails } from "./fact-tables.ts";
import type { ByMember } from "./member-store.ts";
import { itemColumns, noteItems } from "./note-items.ts";
import { atATime, type CheckedRecord, type NamedMember } from "./read-records.ts";
import { findResembling, type Resemblance } from "./resembling-rows.ts";

/** How many rows changed, how many of them were there before, and on which days they counted before or count now. */
export type Change = { rows: number; replaced: number; days: string[] };

/** Rows of one source for one table; `load` is the load that they belong to, which can be undone. */
type Batch = { table: FactTable; source: string; timeZone: string; currency: string; load: string | null };

/**
 * Takes the turn of a tenant's table: its batches are applied one after the other, so that no day is marked dirty too
 * early. A batch of a list completes all facts, so it has no other batch beside it; one that completes another table
 * takes the turn of that one first, whose facts are no fresher by it.
 */
export async function lockFacts(scope: TenantScope, { table, completes }: FactTable): Promise<void> {
  const { db, tenantId, now } = scope;
  // Whoever posts has the book's turn before it writes facts.
  if (table === ledgerPostings.table) await lockPostings(scope);
  if (completes) {
    await sql`insert into fact_states as own (tenant_id, fact, ingested_at) values (${tenantId}, ${completes}, ${now})
      on conflict (tenant_id, fact) do update set ingested_at = own.ingested_at`.execute(db);
  }
  const lock = sql.raw(table === memberDetails.table ? "pg_advisory_xact_lock" : "pg_advisory_xact_lock_shared");
  await sql`insert into fact_states (tenant_id, fact, ingested_at) select ${tenantId}, ${table}, ${now}
    from ${lock}(hashtextextended(${`lists ${tenantId}`}, 0))
    on conflict (tenant_id, fact) do update set ingested_at = excluded.ingested_at`.execute(db);
}

/** Takes the turn of a tenant's book until the end of the transaction: its entries and their postings are written together. */
export async function lockPostings({ db, tenantId }: Pick<TenantScope, "db" | "tenantId">): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ledger ${tenantId}`}, 0))`.execute(db);
}

/** Notes that a table is as fresh as its source, also where nothing has changed there. */
export async function noteFresh({ db, tenantId, now }: TenantScope, facts: readonly string[]): Promise<void> {
  await sql`update fact_states set ingested_at = greatest(ingested_at, ${now}) where tenant_id = ${tenantId}
    and fact = any(${facts}::text[])`.execute(db);
}

/** Takes the same turn without bringing facts in. */
export async function takeTurn({ db, tenantId }: Pick<TenantScope, "db" | "tenantId">, fact: string): Promise<void> {
  await sql`select from fact_states where tenant_id = ${tenantId} and fact = ${fact} for update`.execute(db);
}

/** Records that all have values in the same columns, which are named by their indexes in the table. */
export type AlikeRecords = { columnIndexes: readonly number[]; records: readonly CheckedRecord[] };

/** A column of records as it is handed over: as one list, several times faster to read than objects. */
export type ColumnValues = { name: string; type: ListType; list: Buffer };

/** The lists of all columns but those that name members. */
export async function listPlain(table: FactTable, alike: AlikeRecords): Promise<ColumnValues[]> {
  const listed: ColumnValues[] = [];
  for (const { name, column, index } of columnsAt(table, alike)) {
    if (isMember(column)) continue;
    const type = sqlType(column.type);
    listed.push({ name, type, list: columnList(await valuesAt(alike, index), type) });
  }
  return listed;
}

/** The lists of the columns that name members, by their ids. */
export async function listIds(table: FactTable, alike: AlikeRecords, ids: ByMember<number>): Promise<ColumnValues[]> {
  const listed: ColumnValues[] = [];
  for (const { name, column, index } of columnsAt(table, alike)) {
    if (!isMember(column)) continue;
    const own = ids.get(column.type.member);
    const members = (await valuesAt(alike, index)) as (NamedMember | null)[];
    const memberIds = members.map((member) => (member ? own?.get(member.key) : null));
    listed.push({ name: `${name}_id`, type: "integer", list: columnList(memberIds, "integer") });
  }
  return listed;
}

function columnsAt({ columns }: FactTable, { columnIndexes }: AlikeRecords) {
  return Object.entries(columns).flatMap(([name, column], index) =>
    columnIndexes.includes(index) ? [{ name, column, index }] : [],
  );
}

/** The values of one column; before those of a large batch others get their turn. */
async function valuesAt({ records }: AlikeRecords, index: number): Promise<unknown[]> {
  if (records.length > atATime) await setImmediate();
  return records.map((record) => record.values[index]);
}

/** The keys of records as they are handed over. */
export function listKeys({ records }: AlikeRecords): Buffer {
  return columnList(
    records.map(({ sourceKey }) => sourceKey),
    "text",
  );
}

/**
 * Whether a key is stored already. Most records come for the first time; storing these alone takes a fifth less, more than
 * this look costs.
 */
export async function hasStoredKey(
  { db, tenantId }: TenantScope,
  { table, source }: Pick<Batch, "table" | "source">,
  keys: Buffer,
): Promise<boolean> {
  const { rows } = await sql`select from unnest(${keys}::text[]) as given (source_key)
    cross join lateral (select ${findByKey("given", { table, source, tenantId })}) known limit 1`.execute(db);
  return rows.length > 0;
}

/** FROM to the end of a look for the one row that has a key of another relation: one by one, each by its key. */
function findByKey(keys: string, { table, source, tenantId }: Pick<Batch, "table" | "source"> & { tenantId: string }) {
  return sql`from ${sql.table(table.table)} where tenant_id = ${tenantIdWithGenericPlan(tenantId)} and source = ${source}
    and source_key = ${sql.ref(`${keys}.source_key`)} offset 0`;
}

/** Stores records that are handed over by their columns, in the turn of their table. */
export async function storeFacts(scope: TenantScope, batch: Batch, input: FactsInput): Promise<Change> {
  const statement = input.hasStoredKey
    ? upsertFacts(scope, batch, input)
    : sql<Change>`with written as (
        ${insertion(scope, batch, input)} returning true as is_new, ${daysArray(batch.table.days)} as days
          ${itemColumns(batch.table, "t")}
      )${noteItems(scope, batch.table, ["written"])}
      ${selectChange("written")}`;
  return toChange(await statement.execute(scope.db));
}

type FactsInput = { keys: Buffer; stored: readonly ColumnValues[]; hasStoredKey: boolean };

function insertion(scope: TenantScope, { table, source, timeZone, currency, load }: Batch, input: FactsInput) {
  const { columns, from } = recordLists(input);
  const lacksCurrency = currencyColumn in table.columns && !hasColumn(input, currencyColumn);
  const [name, value] = lacksCurrency ? [sql`${sql.ref(currencyColumn)},`, sql`${currency},`] : [sql``, sql``];
  return sql`insert into ${sql.table(table.table)} as t
      (tenant_id, source, time_zone, ingested_at, loaded_by, ${name} ${columns})
    select ${scope.tenantId}, ${source}, ${timeZone}, ${scope.now}, ${load}::uuid, ${value} ${columns}
    from ${from}`;
}

function hasColumn({ stored }: Compared, column: string): boolean {
  return stored.some(({ name }) => name === column);
}

/** Amounts that come without a currency are in the tenant's, whatever the row was in before; a row without amounts keeps its own. */
function settlesCurrency(input: Compared): boolean {
  return !hasColumn(input, currencyColumn) && input.stored.some(({ name }) => isMoney(name));
}

function upsertFacts(scope: TenantScope, batch: Batch, input: FactsInput) {
  const { days } = batch.table;
  const columns = [
    "time_zone",
    ...(settlesCurrency(input) ? [currencyColumn] : []),
    ...input.stored.map(({ name }) => name),
  ];
  const row = (alias: string) => sql.raw(`(${columns.map((name) => `${alias}.${name}`).join(", ")})`);
  return sql<Change>`
    with written as (
      ${insertion(scope, batch, input)}
      on conflict (tenant_id, source, source_key) do update set
        ${sql.raw(["ingested_at", "loaded_by", ...columns].map((name) => `${name} = excluded.${name}`).join(", "))}
      where ${row("t")} is distinct from ${row("excluded")}
      returning t.source_key, ${daysArray(days)} as days, t.xmax = 0 as is_new ${itemColumns(batch.table, "t")}
    ), before as (
      -- The statement does not see what it writes: these are the rows from before.
      select before.* from written cross join lateral (
        select ${daysArray(days)} as days, loaded_by, source_key, ${rowImage(batch)} as image
          ${itemColumns(batch.table, batch.table.table)}
        ${findByKey("written", { ...batch, tenantId: scope.tenantId })}
      ) before where not is_new
    ), kept as (${keepBefore(scope, batch, false)}), touched as (
      select days from written union all select days from before
    )${noteItems(scope, batch.table, ["written", "before"])}
    ${selectChange("touched")}`;
}

/** Keeps rows as they were before a load; what the load itself has written is no state to come back to. */
function keepBefore(
  scope: TenantScope,
  { table, source, load }: Omit<Batch, "timeZone" | "currency">,
  isGone: boolean,
) {
  if (load === null) return sql`select`;
  return sql`insert into fact_history (tenant_id, loaded_by, fact, source, source_key, before, is_gone, changed_at)
    select ${scope.tenantId}, ${load}::uuid, ${table.table}, ${source}, source_key,
      case when loaded_by is distinct from ${load}::uuid then image end, ${isGone}, ${scope.now}
    from before where ${isGone} or loaded_by is distinct from ${load}::uuid
    on conflict (tenant_id, loaded_by, fact, source, source_key) do update set is_gone = excluded.is_gone`;
}

/** Whether rows of a source were removed by loads that can be undone. */
export async function hasRemovedRows(
  { db, tenantId }: TenantScope,
  { table: { table }, source }: Pick<Batch, "table" | "source">,
): Promise<boolean> {
  const { rows } = await sql`select from fact_history where tenant_id = ${tenantId} and fact = ${table}
    and source = ${source} and is_gone limit 1`.execute(db);
  return rows.length > 0;
}

/** Notes that rows which a load had removed come again: undoing what brings them removes them as before. */
export async function noteReturn(
  { db, tenantId, now }: TenantScope,
  { table: { table }, source, load }: Omit<Batch, "timeZone" | "currency">,
  keys: Buffer,
): Promise<void> {
  await sql`with returning_rows as (
      update fact_history gone set is_gone = false from unnest(${keys}::text[]) as key
      where tenant_id = ${tenantId} and fact = ${table} and source = ${source} and source_key = key and is_gone
      returning source_key, loaded_by
    )
    insert into fact_history (tenant_id, loaded_by, fact, source, source_key, before, is_gone, changed_at)
    select ${tenantId}, ${load}::uuid, ${table}, ${source}, source_key,
      jsonb_build_object('isRemoved', true, 'loaded_by', loaded_by), false, ${now}
    from returning_rows where loaded_by <> ${load}::uuid on conflict do nothing`.execute(db);
}

type Compared = Pick<FactsInput, "keys" | "stored">;

/** Records as a relation, with the names of its columns. */
export function recordLists({ keys, stored }: Compared) {
  const lists = [{ type: "text", list: keys }, ...stored].map(({ type, list }) => sql`${list}::${sql.raw(type)}[]`);
  const columns = sql.raw(["source_key", ...stored.map(({ name }) => name)].join(", "));
  return { columns, from: sql`unnest(${sql.join(lists)}) as record (${columns})` };
}

/** What storing records would change, without storing them. */
export async function compareFacts(
  { db, tenantId }: TenantScope,
  { table, source }: Pick<Batch, "table" | "source">,
  input: Compared,
): Promise<{ written: number; replaced: number; unchanged: number }> {
  const row = (alias: string) => sql.raw(`row(${input.stored.map(({ name }) => `${alias}.${name}`).join(", ")})`);
  const { rows } = await sql<{ written: number; replaced: number; unchanged: number }>`
    select count(*) filter (where t.source_key is null)::int as written,
      count(*) filter (where t.source_key is not null and ${row("t")} is distinct from ${row("record")})::int as replaced,
      count(*) filter (where t.source_key is not null and ${row("t")} is not distinct from ${row("record")})::int
        as unchanged
    from ${recordLists(input).from} left join lateral (
      select * ${findByKey("record", { table, source, tenantId })}
    ) t on true`.execute(db);
  return rows[0] ?? { written: 0, replaced: 0, unchanged: 0 };
}

/** Records that say the same as rows of another key or source: how many, and by the load that the rows are of. */
export type Alike = { rows: number; loads: { source: string; load: string | null; rows: number }[] };

/** Finds records whose key is not stored and that say the same as a row of another key or source. */
export async function findAlike(
  { db, tenantId }: TenantScope,
  { table, source }: Pick<Batch, "table" | "source">,
  input: Compared,
): Promise<Alike> {
  const { columns, from } = recordLists(input);
  const times = table.dayFields.filter((field) => input.stored.some(({ name }) => name === field));
  if (times.length === 0) return { rows: 0, loads: [] };
  const time = sql.raw(`coalesce(${times.join(", ")})`);
  const content = (alias: string) =>
    sql.raw(`row(${input.stored.map(({ name }) => `${alias}.${name}`).join(", ")})::text`);
  const { rows } = await sql<{ source: string | null; load: string | null; rows: number }>`
    with came as materialized (select ${columns} from ${from}), near as materialized (
      select source, source_key, loaded_by, ${content("t")} as content from ${sql.table(table.table)} t
      where tenant_id = ${tenantId} and day between (select min(${time})::date - 1 from came)
        and (select max(${time})::date + 1 from came)
    ), fresh as materialized (
      select ${content("came")} as content from came
      where not exists (select from near where near.source = ${source} and near.source_key = came.source_key)
    )
    select null as source, null as load, count(*)::int as rows from fresh where content in (select content from near)
    union all
    select holding.source, holding.loaded_by::text, count(*)::int
    from fresh join (select distinct content, source, loaded_by from near) holding using (content)
    group by 1, 2`.execute(db);
  return {
    rows: rows.find((one) => one.source === null)?.rows ?? 0,
    loads: rows.flatMap(({ source: holder, ...rest }) => (holder === null ? [] : [{ source: holder, ...rest }])),
  };
}

/** Finds stored rows that records of new keys resemble but for one field. */
export function findCorrected(
  scope: TenantScope,
  { table, source }: Pick<Batch, "table" | "source">,
  input: Compared,
): Promise<Resemblance[]> {
  const { columns, from } = recordLists(input);
  const isStored = sql`exists (select ${findByKey("record", { table, source, tenantId: scope.tenantId })})`;
  return findResembling(scope, table, {
    came: sql`select row_number() over () as place, ${columns} from ${from} where not ${isStored}`,
    columns: input.stored.map(({ name }) => name),
    exceptRows: sql`source = ${source} and source_key = any(${input.keys}::text[])`,
    isNear: true,
  });
}

/** A row as it is kept for later: all but what it is found by. */
function rowImage({ table: { table }, load }: Pick<Batch, "table" | "load">) {
  return load === null
    ? sql`null::jsonb`
    : sql`to_jsonb(${sql.table(table)}.*) - 'tenant_id' - 'source' - 'source_key'`;
}

/** What was written, and the days of a part of the statement. */
function selectChange(part: "written" | "touched") {
  return sql`select (select count(*) from written) as rows, (select count(*) from written where not is_new) as replaced,
    array(select distinct unnest(days)::text from ${sql.raw(part)}) as days`;
}

/** Removes rows by the source's keys. */
export async function deleteFacts(
  scope: TenantScope,
  batch: Omit<Batch, "timeZone" | "currency">,
  keys: readonly string[],
): Promise<Change> {
  const { table, source } = batch;
  const statement = sql<Change>`
    with before as (
      delete from ${sql.table(table.table)} where tenant_id = ${tenantIdWithGenericPlan(scope.tenantId)}
        and source = ${source} and source_key = any(${keys}::text[])
      returning ${daysArray(table.days)} as days, loaded_by, source_key, ${rowImage(batch)} as image
        ${itemColumns(table, table.table)}
    )${noteItems(scope, table, ["before"])}, written as (select false as is_new, days from before), kept as (${keepBefore(scope, batch, true)})
    ${selectChange("written")}`;
  return toChange(await statement.execute(scope.db));
}

/** Marks days dirty because their facts have changed; tells whether one of them was clean before. */
export async function markDays(
  { db, tenantId }: TenantScope,
  table: Pick<FactTable, "table" | "days">,
  days: readonly string[],
): Promise<boolean> {
  if (days.length === 0) return false;
  const fact = table.table;
  const ordered = [...days].sort();
  const dirtied = sql<{ changes: number }>`
    insert into rollup_marks as mark (tenant_id, fact, day)
    select ${tenantId}, ${fact}, day from unnest(${ordered}::date[]) as day group by day order by day
    on conflict (tenant_id, fact, day) do update set changes = mark.changes + 1
    returning changes`.execute(db);
  const reached =
    sql`update fact_states set first_day = ${table.days.length > 1 ? firstOwnDay(tenantId, table) : sql`least(first_day, ${ordered[0]}::date)`}, last_day = greatest(last_day, ${ordered.at(-1)}::date)
    where tenant_id = ${tenantId} and fact = ${fact}`.execute(db);
  const [{ rows }] = await Promise.all([dirtied, reached]);
  return rows.some(({ changes }) => changes === 1);
}

/** The first day on which a row of a table happened: days that follow from it, as when a document expires, may be before. */
function firstOwnDay(tenantId: string, { table, days }: Pick<FactTable, "table" | "days">) {
  return sql`(select min(${sql.ref(days[0] ?? "")}) from ${sql.table(table)} where tenant_id = ${tenantId})`;
}

/** Notes anew how far the facts of a table reach, after some have gone; without any it is as if none had come. */
export async function settleReach({ db, tenantId }: TenantScope, factTable: FactTable): Promise<void> {
  const { table, days } = factTable;
  if (days.length === 0) return;
  const lastDays = sql.join(
    days.map((day) => sql`(select max(${sql.raw(day)}) from ${sql.table(table)} where tenant_id = ${tenantId})`),
  );
  await sql`update fact_states set first_day = ${firstOwnDay(tenantId, factTable)}, last_day = greatest(${lastDays})
    where tenant_id = ${tenantId} and fact = ${table}`.execute(db);
}

/** Marks every day of a tenant's table dirty, after the way its facts are read has changed. */
export async function markAllDays(scope: TenantScope, { table, days }: FactTable): Promise<void> {
  const { rows } = await sql<{ day: string }>`select distinct unnest(days) as day
    from (select distinct ${daysArray(days)} as days from ${sql.table(table)} where tenant_id = ${scope.tenantId}) counted`.execute(
    scope.db,
  );
  const all = rows.map(({ day }) => day);
  await markDays(scope, { table, days }, all);
}

/** The days on which a row counts. */
export function daysArray(days: readonly string[]) {
  return sql.raw(`array_remove(array[${days.join(", ")}]::date[], null)`);
}

function sqlType(type: ColumnType): ListType {
  if (typeof type === "object") return "member" in type ? "integer" : "smallint";
  const types: Record<typeof type, ListType> = {
    instant: "timestamptz",
    day: "date",
    integer: "bigint",
    decimal: "float8",
    flag: "boolean",
    currency: "text",
    text: "text",
    json: "jsonb",
  };
  return types[type];
}

function toChange({ rows: [change] }: { rows: Change[] }): Change {
  if (!change) throw new Error("The statement answered no row.");
  return { rows: Number(change.rows), replaced: Number(change.replaced), days: change.days };
}
