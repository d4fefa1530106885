import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import { tenantIdWithGenericPlan } from "../../../platform/db/tenant-id-with-generic-plan.ts";
import { columnList, type ListType } from "./column-list.ts";
import { type ColumnType, type FactTable, isMember } from "./fact-table.ts";
import type { ByMember } from "./member-store.ts";
import { atATime, type CheckedRecord, type NamedMember } from "./read-records.ts";

/** How many rows changed, and on which days they counted before or count now. */
export type Change = { rows: number; days: string[] };

type Batch = { table: FactTable; source: string; timeZone: string };

/** Takes the turn of a tenant's table: its batches are applied one after the other, so that no day is marked dirty too early. */
export async function lockFacts({ db, tenantId, now }: TenantScope, { table }: FactTable): Promise<void> {
  await sql`insert into fact_states (tenant_id, fact, ingested_at) values (${tenantId}, ${table}, ${now})
    on conflict (tenant_id, fact) do update set ingested_at = excluded.ingested_at`.execute(db);
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
    : sql<Change>`with written as (${insertion(scope, batch, input)} returning ${daysArray(batch.table.days)} as days)
      ${selectChange("written")}`;
  return first(await statement.execute(scope.db));
}

type FactsInput = { keys: Buffer; stored: readonly ColumnValues[]; hasStoredKey: boolean };

function insertion(scope: TenantScope, { table: { table }, source, timeZone }: Batch, { keys, stored }: FactsInput) {
  const lists = [{ type: "text", list: keys }, ...stored].map(({ type, list }) => sql`${list}::${sql.raw(type)}[]`);
  const columns = sql.raw(["source_key", ...stored.map(({ name }) => name)].join(", "));
  return sql`insert into ${sql.table(table)} as t (tenant_id, source, time_zone, ingested_at, ${columns})
    select ${scope.tenantId}, ${source}, ${timeZone}, ${scope.now}, ${columns}
    from unnest(${sql.join(lists)}) as record (${columns})`;
}

function upsertFacts(scope: TenantScope, batch: Batch, input: FactsInput) {
  const { days } = batch.table;
  const columns = ["time_zone", ...input.stored.map(({ name }) => name)];
  const row = (alias: string) => sql.raw(`(${columns.map((name) => `${alias}.${name}`).join(", ")})`);
  return sql<Change>`
    with written as (
      ${insertion(scope, batch, input)}
      on conflict (tenant_id, source, source_key) do update set
        ${sql.raw(["ingested_at", ...columns].map((name) => `${name} = excluded.${name}`).join(", "))}
      where ${row("t")} is distinct from ${row("excluded")}
      returning t.source_key, ${daysArray(days)} as days, t.xmax = 0 as is_new
    ), touched as (
      select days from written
      union all select before.days from written cross join lateral (
        -- The statement does not see what it writes: these are the days from before.
        select ${daysArray(days)} as days ${findByKey("written", { ...batch, tenantId: scope.tenantId })}
      ) before where not is_new
    )
    ${selectChange("touched")}`;
}

/** What was written, and the days of a part of the statement. */
function selectChange(part: "written" | "touched") {
  return sql`select (select count(*) from written) as rows, array(select distinct unnest(days)::text from ${sql.raw(part)}) as days`;
}

/** Removes rows by the source's keys. */
export async function deleteFacts(
  scope: TenantScope,
  { table: { table, days }, source }: Batch,
  keys: readonly string[],
): Promise<Change> {
  const statement = sql<Change>`
    with written as (
      delete from ${sql.table(table)} where tenant_id = ${tenantIdWithGenericPlan(scope.tenantId)} and source = ${source} and source_key = any(${keys}::text[])
      returning ${daysArray(days)} as days
    )
    ${selectChange("written")}`;
  return first(await statement.execute(scope.db));
}

/** Marks days dirty because their facts have changed; tells whether one of them was clean before. */
export async function markDays({ db, tenantId }: TenantScope, fact: string, days: readonly string[]): Promise<boolean> {
  if (days.length === 0) return false;
  const ordered = [...days].sort();
  const dirtied = sql<{ changes: number }>`
    insert into rollup_marks as mark (tenant_id, fact, day)
    select ${tenantId}, ${fact}, day from unnest(${ordered}::date[]) as day group by day order by day
    on conflict (tenant_id, fact, day) do update set changes = mark.changes + 1
    returning changes`.execute(db);
  const reached =
    sql`update fact_states set first_day = least(first_day, ${ordered[0]}::date), last_day = greatest(last_day, ${ordered.at(-1)}::date)
    where tenant_id = ${tenantId} and fact = ${fact}`.execute(db);
  const [{ rows }] = await Promise.all([dirtied, reached]);
  return rows.some(({ changes }) => changes === 1);
}

/** Marks every day of a tenant's table dirty, after the way its facts are read has changed. */
export async function markAllDays(scope: TenantScope, { table, days }: FactTable): Promise<void> {
  const { rows } = await sql<{ day: string }>`select distinct unnest(days) as day
    from (select distinct ${daysArray(days)} as days from ${sql.table(table)} where tenant_id = ${scope.tenantId}) counted`.execute(
    scope.db,
  );
  const all = rows.map(({ day }) => day);
  await markDays(scope, table, all);
}

/** Moves all rows of a table into the tenant's time zone; their days and hours follow. */
export async function moveToZone(scope: TenantScope, { table }: FactTable, timeZone: string): Promise<void> {
  await sql`update ${sql.table(table)} set time_zone = ${timeZone} where tenant_id = ${scope.tenantId} and time_zone <> ${timeZone}`.execute(
    scope.db,
  );
}

function daysArray(days: readonly string[]) {
  return sql.raw(`array_remove(array[${days.join(", ")}], null)`);
}

function sqlType(type: ColumnType): ListType {
  if (typeof type === "object") return "member" in type ? "integer" : "smallint";
  const types: Record<typeof type, ListType> = {
    instant: "timestamptz",
    day: "date",
    integer: "bigint",
    decimal: "float8",
    flag: "boolean",
    text: "text",
    json: "jsonb",
  };
  return types[type];
}

function first<Row>({ rows }: { rows: Row[] }): Row {
  if (!rows[0]) throw new Error("The statement answered no row.");
  return rows[0];
}
