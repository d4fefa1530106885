import { sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";

type Scope = Pick<TenantScope, "db" | "tenantId">;

/** Notes the keys that a run has shown. */
export async function listKeys(
  { db, tenantId }: Scope,
  { run, fact, keys }: { run: string; fact: string; keys: readonly string[] },
): Promise<void> {
  if (keys.length === 0) return;
  await sql`insert into source_listed (tenant_id, run_id, fact, source_key)
    select ${tenantId}, ${run}, ${fact}, key from unnest(${keys}::text[]) as key
    on conflict do nothing`.execute(db);
}

/** How many different keys a run has shown. */
export async function countKeys({ db, tenantId }: Scope, run: string): Promise<number> {
  const { rows } = await sql<{ keys: number }>`select count(*) as keys from source_listed
    where tenant_id = ${tenantId} and run_id = ${run}`.execute(db);
  return Number(rows[0]?.keys ?? 0);
}

/** Forgets the keys of a run. */
export async function forgetKeys({ db, tenantId }: Scope, run: string): Promise<void> {
  await db.deleteFrom("source_listed").where("tenant_id", "=", tenantId).where("run_id", "=", run).execute();
}
