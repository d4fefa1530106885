import { sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import { daysArray } from "../facts/fact-store.ts";
import { currencyColumn, type FactTable } from "../facts/fact-table.ts";
import { factTables } from "../facts/fact-tables.ts";

type Scope = Pick<TenantScope, "db" | "tenantId">;

/** How many rows a tenant has in all its tables. */
export async function countAllFacts({ db, tenantId }: Scope): Promise<number> {
  const counts = factTables.map(
    ({ table }) => sql`select count(*) as rows from ${sql.table(table)} where tenant_id = ${tenantId}`,
  );
  const { rows } = await sql<{ rows: number }>`
    select sum(rows)::bigint as rows from (${sql.join(counts, sql` union all `)}) counted`.execute(db);
  return Number(rows[0]?.rows ?? 0);
}

/** How many rows with amounts there are in each currency. */
export async function countByCurrency({ db, tenantId }: Scope): Promise<Map<string, number>> {
  const counts = factTables
    .filter(({ columns }) => currencyColumn in columns)
    .map(
      ({ table }) => sql`select currency, count(*) as rows from ${sql.table(table)}
        where tenant_id = ${tenantId} group by currency`,
    );
  const { rows } = await sql<{ currency: string; rows: number }>`
    select currency, sum(rows)::bigint as rows from (${sql.join(counts, sql` union all `)}) counted group by currency`.execute(
    db,
  );
  return new Map(rows.map(({ currency, rows: count }) => [currency, Number(count)]));
}

/** The columns of a table's instants that a source gives as days alone. */
export type DayColumns = Readonly<Record<string, readonly string[]>>;

/**
 * Which instants of each source are days: all of them lie at the beginning of a day where they came from, or at its end
 * where that is what a day stands for. A day stays what it is in any zone.
 */
export async function findDayColumns({ db, tenantId }: Scope, { table, columns }: FactTable): Promise<DayColumns> {
  const instants = Object.entries(columns).filter(([, { type }]) => type === "instant");
  if (instants.length === 0) return {};
  const judged = instants.map(([name, { isDayEnd }]) => {
    const clock = sql`(${sql.ref(name)} at time zone time_zone)::time`;
    const isDay = isDayEnd ? sql`(${clock} = '00:00' or ${clock} >= '23:59:59')` : sql`${clock} = '00:00'`;
    return sql`coalesce(bool_and(${isDay}), false)`;
  });
  const { rows } = await sql<{ source: string; days: boolean[] }>`
    select source, array[${sql.join(judged)}] as days from ${sql.table(table)}
    where tenant_id = ${tenantId} group by source`.execute(db);
  return Object.fromEntries(
    rows.map(({ source, days }) => [source, instants.flatMap(([name], index) => (days[index] ? [name] : []))]),
  );
}

/** How many rows have the days of another zone. */
export async function countOutsideZone({ db, tenantId }: Scope, timeZone: string): Promise<number> {
  const counts = factTables.map(
    ({ table }) => sql`select count(*) as rows from ${sql.table(table)}
      where tenant_id = ${tenantId} and time_zone <> ${timeZone}`,
  );
  const { rows } = await sql<{ rows: number }>`
    select sum(rows)::bigint as rows from (${sql.join(counts, sql` union all `)}) counted`.execute(db);
  return Number(rows[0]?.rows ?? 0);
}

/** How many rows have the days of another zone, and how many of these would count on another day. */
export async function countInOtherZones(
  { db, tenantId }: Scope,
  timeZone: string,
): Promise<{ rows: number; moving: number }> {
  const dayColumns = new Map<string, DayColumns>();
  for (const table of factTables) dayColumns.set(table.table, await findDayColumns({ db, tenantId }, table));
  const counts = factTables.map(({ table, dayFields }) => {
    // A day that was given as one stays what it is in any zone.
    const isDerived = dayFields[0] !== "day";
    const sources = Object.entries(dayColumns.get(table) ?? {}).flatMap(([source, names]) =>
      dayFields.some((name) => names.includes(name)) ? [source] : [],
    );
    const time = sql.raw(`coalesce(${dayFields.join(", ")})`);
    const moves = isDerived
      ? sql`source <> all(${sources}::text[]) and (${time} at time zone ${timeZone})::date <> day`
      : sql`false`;
    return sql`select count(*) as rows, count(*) filter (where ${moves}) as moving from ${sql.table(table)}
      where tenant_id = ${tenantId} and time_zone <> ${timeZone}`;
  });
  const { rows } = await sql<{ rows: number; moving: number }>`
    select sum(rows)::bigint as rows, sum(moving)::bigint as moving
    from (${sql.join(counts, sql` union all `)}) counted`.execute(db);
  return { rows: Number(rows[0]?.rows ?? 0), moving: Number(rows[0]?.moving ?? 0) };
}

/** Where the next piece of a table begins: after this row. */
export type RowPlace = { source: string; key: string };

/** Moves some rows of a table into a zone; gives the days that they counted on and count on now. */
export async function moveRows(
  { db, tenantId }: Scope,
  { table, days }: FactTable,
  { timeZone, after, limit, dayColumns }: { timeZone: string; after: RowPlace; limit: number; dayColumns: DayColumns },
): Promise<{ rows: number; last: RowPlace | null; days: string[] }> {
  const { rows } = await sql<{ rows: number; source: string | null; source_key: string | null; days: string[] }>`
    with picked as materialized (
      select source, source_key, ${daysArray(days)} as days from ${sql.table(table)}
      where tenant_id = ${tenantId} and (source, source_key) > (${after.source}, ${after.key}) and time_zone <> ${timeZone}
      order by source, source_key limit ${limit}
    ), moved as (
      update ${sql.table(table)} t set ${sql.join([sql`time_zone = ${timeZone}`, ...moveDays(dayColumns, timeZone)])} from picked
      where t.tenant_id = ${tenantId} and t.source = picked.source and t.source_key = picked.source_key
      returning ${daysArray(days)} as days
    ), last as (select source, source_key from picked order by source desc, source_key desc limit 1)
    select (select count(*) from moved)::int as rows, (select source from last), (select source_key from last),
      array(select distinct unnest(days)::text from (select days from picked union all select days from moved) touched) as days`.execute(
    db,
  );
  const [piece] = rows;
  if (!piece || piece.source === null || piece.source_key === null) return { rows: 0, last: null, days: [] };
  return { rows: piece.rows, last: { source: piece.source, key: piece.source_key }, days: piece.days };
}

/** Assignments that keep the days of columns which hold days alone: they begin where the new zone's day does. */
function moveDays(dayColumns: DayColumns, timeZone: string) {
  return [...new Set(Object.values(dayColumns).flat())].map((name) => {
    const sources = Object.entries(dayColumns).flatMap(([source, names]) => (names.includes(name) ? [source] : []));
    const instant = sql.ref(`t.${name}`);
    return sql`${sql.ref(name)} = case when t.source = any(${sources}::text[])
      then (${instant} at time zone t.time_zone) at time zone ${timeZone} else ${instant} end`;
  });
}

/** What undoing a load brings back counts on the days of the new zone, too. */
export async function moveHistory({ db, tenantId }: Scope, timeZone: string): Promise<void> {
  for (const table of factTables) {
    for (const [source, names] of Object.entries(await findDayColumns({ db, tenantId }, table))) {
      for (const name of names) {
        const instant = sql`((before ->> ${name})::timestamptz at time zone (before ->> 'time_zone')) at time zone ${timeZone}`;
        await sql`update fact_history set before = before || jsonb_build_object(${name}::text, ${instant})
          where tenant_id = ${tenantId} and fact = ${table.table} and source = ${source}
            and before ->> ${name} is not null and before ->> 'time_zone' <> ${timeZone}`.execute(db);
      }
    }
  }
  await sql`update fact_history set before = before || jsonb_build_object('time_zone', ${timeZone}::text)
    where tenant_id = ${tenantId} and before ? 'time_zone'`.execute(db);
}
