import { sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";

type Scope = Pick<TenantScope, "db" | "tenantId">;

/** Which keys are meant: those of a table that a run has shown. */
type Shown = { run: string; fact: string };

/** Whether a row with this key can be stored at all; one with another key is rejected when it is taken in. */
export function isKey(key: string): boolean {
  return key !== "" && key.length <= 200 && !key.includes("\0");
}

/** Notes the keys of rows that a run has taken, and gives those that it had taken before, with how often. */
export async function noteKeys(
  { db, tenantId }: Scope,
  { run, fact, keys }: Shown & { keys: readonly string[] },
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ source_key: string; before: number }>`
    with came as (select key, count(*)::int as times from unnest(${keys}::text[]) as key group by key),
    noted as (
      insert into source_listed as listed (tenant_id, run_id, fact, source_key, seen)
      select ${tenantId}, ${run}, ${fact}, key, times from came
      on conflict (tenant_id, run_id, fact, source_key) do update set seen = listed.seen + excluded.seen
      returning source_key, seen
    )
    select source_key, seen - times as before from noted join came on key = source_key where seen > times`.execute(db);
  return new Map(rows.map(({ source_key, before }) => [source_key, before]));
}

/** Notes the keys that a run has shown, also of rows that it could not take. */
export async function listKeys(
  { db, tenantId }: Scope,
  { run, fact, keys }: Shown & { keys: readonly string[] },
): Promise<void> {
  if (keys.length === 0) return;
  await sql`insert into source_listed (tenant_id, run_id, fact, source_key, seen)
    select ${tenantId}, ${run}, ${fact}, key, 0 from unnest(${keys}::text[]) as key
    on conflict do nothing`.execute(db);
}

/** Those of some keys that a run has shown before. */
export async function selectListed(
  { db, tenantId }: Scope,
  { run, fact, keys }: Shown & { keys: readonly string[] },
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  // Each key is looked up by itself: without statistics the database would read every key that the run has shown.
  const { rows } = await sql<{ source_key: string }>`select key as source_key from unnest(${keys}::text[]) as key
    cross join lateral (select from source_listed where tenant_id = ${tenantId} and run_id = ${run} and fact = ${fact}
      and source_key = key offset 0) listed`.execute(db);
  return new Set(rows.map(({ source_key }) => source_key));
}

/** How many different keys a run has shown. */
export async function countKeys({ db, tenantId }: Scope, run: string): Promise<number> {
  const { rows } = await sql<{ keys: number }>`select count(*) as keys from source_listed
    where tenant_id = ${tenantId} and run_id = ${run}`.execute(db);
  return Number(rows[0]?.keys ?? 0);
}

/** Whether keys of a run are still kept. */
export async function hasKeys({ db, tenantId }: Scope, run: string): Promise<boolean> {
  const { rows } =
    await sql`select from source_listed where tenant_id = ${tenantId} and run_id = ${run} limit 1`.execute(db);
  return rows.length > 0;
}

/** Forgets the keys of a run. */
export async function forgetKeys({ db, tenantId }: Scope, run: string): Promise<void> {
  await db.deleteFrom("source_listed").where("tenant_id", "=", tenantId).where("run_id", "=", run).execute();
}
