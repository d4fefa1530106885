import { sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import { connectionFacts, type FactTable } from "../../metrics/index.ts";

type Scope = Pick<TenantScope, "db" | "tenantId">;

/** Which rows are meant: those of a table that came through a connection. */
type Ours = { table: Pick<FactTable, "table" | "amountField">; connection: string };

/** How many rows of a table came through a connection. */
export async function countRows({ db, tenantId }: Scope, { table: { table }, connection }: Ours): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from ${connectionFacts(table, { tenantId, connection })} fact`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** How many rows of a connection a run has not shown. */
export async function countVanished(
  scope: Scope,
  run: string,
  { table: { table }, connection }: Ours,
): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from ${connectionFacts(table, { ...scope, connection })} fact
    where not ${isListed(scope, run, table)}`.execute(scope.db);
  return Number(rows[0]?.n ?? 0);
}

/** The next keys of rows of a connection that a run has not shown. */
export async function selectVanished(
  scope: Scope,
  run: string,
  { table: { table }, connection, after, limit }: Ours & { after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{
    source_key: string;
  }>`select source_key from ${connectionFacts(table, { ...scope, connection })} fact
    where not ${isListed(scope, run, table)} and source_key > ${after} order by source_key limit ${limit}`.execute(
    scope.db,
  );
  return rows.map(({ source_key }) => source_key);
}

/**
 * Whether a run has shown the row. `offset 0` has each row look its own key up: a list that was just read is newer than
 * the statistics, and a join planned with them compares every row with every key.
 */
function isListed({ tenantId }: Pick<Scope, "tenantId">, run: string, table: string) {
  return sql`exists (select from source_listed listed where listed.tenant_id = ${tenantId} and listed.run_id = ${run}
    and listed.fact = ${table} and listed.source_key = fact.source_key offset 0)`;
}

/** The rows of a connection with some keys: the day on which each counts, and what it is worth. */
export async function selectByKeys(
  { db, tenantId }: Scope,
  { table: { table, amountField }, connection }: Ours,
  keys: readonly string[],
): Promise<Map<string, { day: string | null; amount: number }>> {
  if (keys.length === 0) return new Map();
  const amount = amountField ? sql`coalesce(${sql.ref(amountField)}, 0)` : sql`0`;
  const { rows } = await sql<{ source_key: string; day: string | null; amount: string }>`
    select source_key, day::text as day, ${amount} as amount
    from ${connectionFacts(table, { tenantId, connection })} fact where source_key = any(${keys}::text[])`.execute(db);
  return new Map(rows.map(({ source_key, day, amount: worth }) => [source_key, { day, amount: Number(worth) }]));
}

export type OurDay = { day: string; rows: number; amount: number };

/** What we have of a connection by day, or of those rows of it that a run has shown. */
export async function selectDays(
  { db, tenantId }: Scope,
  { table: { table, amountField }, connection, run, from, to }: Ours & { run: string | null; from: string; to: string },
): Promise<OurDay[]> {
  const amount = amountField ? sql`coalesce(sum(${sql.ref(amountField)}), 0)` : sql`0`;
  const { rows } = await sql<
    Record<keyof OurDay, string>
  >`select day::text as day, count(*) as rows, ${amount} as amount
    from ${connectionFacts(table, { tenantId, connection })} fact where day between ${from}::date and ${to}::date and ${run === null ? sql`true` : isListed({ tenantId }, run, table)}
    group by day`.execute(db);
  return rows.map(({ day, rows: count, amount: sum }) => ({ day, rows: Number(count), amount: Number(sum) }));
}
