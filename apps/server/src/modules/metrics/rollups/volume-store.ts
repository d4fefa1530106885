import { sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";

type Scope = Pick<TenantScope, "db" | "tenantId">;

/** How many facts there are on each day. */
type Volumes = readonly { day: string; rows: number }[];

/** Notes how many facts a tenant has on some days, where platform admins can read it. */
export async function noteVolumes({ db, tenantId }: Scope, fact: string, volumes: Volumes): Promise<void> {
  const empty = volumes.flatMap(({ day, rows }) => (rows === 0 ? [day] : []));
  if (empty.length > 0) {
    await sql`delete from tenant_volumes where tenant_id = ${tenantId} and fact = ${fact} and day = any(${empty}::date[])`.execute(
      db,
    );
  }
  await sql`insert into tenant_volumes as known (tenant_id, fact, day, rows) select ${tenantId}, ${fact}, day, rows
    from unnest(${volumes.map(({ day }) => day)}::date[], ${volumes.map(({ rows }) => rows)}::bigint[]) as volume (day, rows)
    where rows > 0 on conflict (fact, day, tenant_id) do update set rows = excluded.rows where known.rows <> excluded.rows`.execute(
    db,
  );
}

/** Counts the facts of a tenant's table anew, on all its days. */
export async function noteAllVolumes({ db, tenantId }: Scope, fact: string): Promise<void> {
  await sql`delete from tenant_volumes where tenant_id = ${tenantId} and fact = ${fact}`.execute(db);
  await sql`insert into tenant_volumes (tenant_id, fact, day, rows) select ${tenantId}, ${fact}, day, count(*)
    from ${sql.table(fact)} where tenant_id = ${tenantId} group by day`.execute(db);
}

export type Volume = { day: string; fact: string; rows: number; tenants: number };

/** The facts of all tenants together by day and table, or of one table. */
export async function selectVolumes(
  { db }: Scope,
  { from, to, fact }: { from: string; to: string; fact: string | null },
): Promise<Volume[]> {
  const condition = fact === null ? sql`true` : sql`fact = ${fact}`;
  const { rows } = await sql<Volume>`select day, fact, rows, tenants from platform_volumes
    where ${condition} and day >= ${from}::date and day < ${to}::date and tenants > 0 order by day, fact`.execute(db);
  return rows;
}
