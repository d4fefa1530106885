import { type RawBuilder, sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import { tenantIdWithGenericPlan } from "../../../platform/db/tenant-id-with-generic-plan.ts";
import { type Column, type FactTable, isMember } from "./fact-table.ts";

type Scope = Pick<TenantScope, "db" | "tenantId">;

/** Which rows are counted: those of a table that came from one of the tenant's sources. */
type SourceRows = { table: FactTable; source: string };

/** How many rows came from a source, one of their keys, and how many of them hold a value in each field. */
export type FilledRows = { rows: number; someKey: string | null; filled: ReadonlyMap<string, number> };

/** Counts the rows of a source, and the values that they hold by field. */
export async function countFilled(
  { db, tenantId }: Scope,
  { table: { table, columns }, source }: SourceRows,
): Promise<FilledRows> {
  const fields = Object.entries(columns);
  const counts = fields.map(
    ([name, column], index) => sql`${countSql(name, column, tenantId)} as ${sql.ref(`field_${index}`)}`,
  );
  const { rows } = await sql<Record<string, string | null>>`select count(*) as rows, min(source_key) as some_key,
      ${sql.join(counts)} from ${sql.table(table)} where tenant_id = ${tenantId} and source = ${source}`.execute(db);
  const counted = rows[0] ?? {};
  const filled = fields.map(([name], index) => [name, Number(counted[`field_${index}`] ?? 0)] as const);
  const all = Number(counted.rows ?? 0);
  return { rows: all, someKey: counted.some_key ?? null, filled: new Map([["source_key", all], ...filled]) };
}

function countSql(name: string, column: Column, tenantId: string): RawBuilder<unknown> {
  return sql`count(*) filter (where ${isFilled(name, column, tenantId)})`;
}

/** What a column holds when nobody has said anything is no value. */
function isFilled(name: string, column: Column, tenantId: string): RawBuilder<unknown> {
  const columnExpression = columnRef(name, column);
  if (column.type === "currency") {
    const own = sql`(select figures.currency from tenant_figures(${tenantId}) figures)`;
    return sql`${columnExpression} <> ${own}`;
  }
  return column.ifEmpty === undefined
    ? sql`${columnExpression} is not null`
    : sql`${columnExpression} <> ${sql.lit(column.ifEmpty)}`;
}

/** Counts the rows that are stored under some keys. */
export async function countStored(
  { db, tenantId }: Scope,
  { table: { table }, source }: SourceRows,
  keys: readonly string[],
): Promise<number> {
  if (keys.length === 0) return 0;
  const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from ${sql.table(table)}
    where tenant_id = ${tenantIdWithGenericPlan(tenantId)} and source = ${source}
      and source_key = any(${keys}::text[])`.execute(db);
  return rows[0]?.rows ?? 0;
}

/** The rows of some keys that hold a value in a field: how many, and the indexes of the first of them. */
export type FilledKeys = { field: string; rows: number; first: number[] };

/** Counts, for each field, those keys that leave it empty and whose stored rows hold a value in it. */
export async function countFilledKeys(
  { db, tenantId }: Scope,
  { table: { table, columns }, source }: SourceRows,
  { rows: given, most }: { rows: readonly { key: string; empty: readonly string[] }[]; most: number },
): Promise<FilledKeys[]> {
  const fields = [...new Set(given.flatMap(({ empty }) => empty))].filter((name) => columns[name] !== undefined);
  if (fields.length === 0) return [];
  const bits = new Map(fields.map((name, index) => [name, 2 ** index]));
  const masks = given.map(({ empty }) => empty.reduce((mask, name) => mask + (bits.get(name) ?? 0), 0));
  const counts = fields.map((name, index) => {
    const isCounted = sql`filter (where mask & ${bits.get(name)}::bigint <> 0
      and ${isFilled(name, columns[name] as Column, tenantId)})`;
    return sql`count(*) ${isCounted} as ${sql.ref(`rows_${index}`)},
      (array_agg(place order by place) ${isCounted})[1:${sql.lit(most)}]::int[] as ${sql.ref(`first_${index}`)}`;
  });
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join(counts)}
    from unnest(${given.map(({ key }) => key)}::text[], ${masks}::bigint[]) with ordinality as came (key, mask, place)
    cross join lateral (
      select * from ${sql.table(table)} where tenant_id = ${tenantIdWithGenericPlan(tenantId)} and source = ${source}
        and source_key = came.key offset 0
    ) stored`.execute(db);
  return fields.flatMap((field, index) => {
    const count = Number(rows[0]?.[`rows_${index}`] ?? 0);
    const places = (rows[0]?.[`first_${index}`] ?? []) as number[];
    return count === 0 ? [] : [{ field, rows: count, first: places.map((place) => place - 1) }];
  });
}

/** Counts the rows of a source that say each of some texts in a field that names members or choices. */
export async function countNamed(
  { db, tenantId }: Scope,
  { table: { table, columns }, source }: SourceRows,
  { field, names }: { field: string; names: readonly string[] },
): Promise<Map<string, number>> {
  const column = columns[field];
  if (!column || typeof column.type !== "object" || names.length === 0) return new Map();
  const columnExpression = sql`fact.${columnRef(field, column)}`;
  const nameRelation = isMember(column)
    ? sql`(select id as code, key as name from members
        where tenant_id = ${tenantId} and dimension = ${column.type.member} and key = any(${names}::text[]))`
    : sql`(select place as code, name from unnest(${"fixed" in column.type ? column.type.fixed : []}::text[])
        with ordinality as choice (name, place) where name = any(${names}::text[]))`;
  const { rows } = await sql<{ name: string; n: number }>`select named.name, count(*) as n
    from ${nameRelation} named join ${sql.table(table)} fact on ${columnExpression} = named.code
    where fact.tenant_id = ${tenantId} and fact.source = ${source} group by named.name`.execute(db);
  return new Map(rows.map(({ name, n }) => [name, Number(n)]));
}

function columnRef(name: string, column: Column) {
  return sql.ref(isMember(column) ? `${name}_id` : name);
}
