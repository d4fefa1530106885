import { type RawBuilder, sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import { factTables } from "./fact-tables.ts";

type Scope = Pick<TenantScope, "db" | "tenantId">;

/** Makes members for measuring and gives the ids of all that the dimension has. */
export async function fillMembers({ db, tenantId }: Scope, dimension: string, count: number): Promise<number[]> {
  await sql`insert into members (tenant_id, dimension, key, name)
    select ${tenantId}, ${dimension}, 'm' || i, ${dimension} || ' ' || i from generate_series(1, ${count}::int) i
    on conflict do nothing`.execute(db);
  const { rows } = await sql<{ id: number }>`select id from members
    where tenant_id = ${tenantId} and dimension = ${dimension} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Stores the rows of a query as facts, for measuring: nothing is checked, and no day is marked as changed. */
export async function fillFacts(
  { db }: Scope,
  { fact, columns, rows }: { fact: string; columns: readonly string[]; rows: RawBuilder<unknown> },
): Promise<void> {
  if (!factTables.some(({ table }) => table === fact)) throw new Error(`${fact} is no table of facts.`);
  await sql`insert into ${sql.table(fact)} (${sql.join(columns.map((name) => sql.ref(name)))}) ${rows}`.execute(db);
}
