import { type Selectable, sql } from "kysely";
import type { Db } from "../db/database.ts";
import type { DB } from "../db/schema.gen.ts";
import { type CheckResult, checkTimeoutMs, type HealthCheck } from "./health-check.ts";

export type StoredCheck = Selectable<DB["health_checks"]>;
export type StoredSpan = Selectable<DB["health_spans"]>;
type Scope = { db: Db };

/** Makes a row for each check. Those of another version, which may run beside this one, stay. */
export async function registerChecks({ db }: Scope, checks: readonly HealthCheck[]): Promise<void> {
  for (const { name, everySeconds } of checks) {
    await db
      .insertInto("health_checks")
      .values({ name, every_seconds: everySeconds })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ every_seconds: everySeconds }))
      .execute();
  }
}

/** Takes a check that is due, so that no other process runs it too; false where it is not due, or taken. */
export async function claimCheck({ db }: Scope, name: string, { now, isForced }: { now: Date; isForced: boolean }) {
  const { rows } = await sql`update health_checks set claimed_until = ${new Date(now.getTime() + 2 * checkTimeoutMs)}
    where name = ${name} and (claimed_until is null or claimed_until <= ${now})
      and (${isForced} or (not is_paused and (checked_at is null or checked_at > ${now}
        or checked_at + make_interval(secs => every_seconds) <= ${now})))
    returning name`.execute(db);
  return rows.length > 0;
}

const samplesMs = 2 * 86_400_000;

type Finding = { check: HealthCheck; result: CheckResult; latencyMs: number; now: Date; isMaintenance: boolean };

/** Keeps what a check found: its state now, the stretch of time that it belongs to, and how long it took. */
export async function storeFinding(scope: Scope, finding: Finding): Promise<StoredCheck> {
  const { check, result, latencyMs, now, isMaintenance } = finding;
  const { db } = scope;
  const isWell = result.state === "up";
  await db
    .insertInto("health_samples")
    .values({ name: check.name, at: now, state: result.state, latency_ms: latencyMs })
    .onConflict((conflict) => conflict.columns(["name", "at"]).doNothing())
    .execute();
  await db
    .deleteFrom("health_samples")
    .where("name", "=", check.name)
    .where("at", "<", new Date(now.getTime() - samplesMs))
    .execute();
  await extendSpan(scope, check, isMaintenance ? "maintenance" : result.state, now);
  const { rows } = await sql<StoredCheck>`update health_checks set state = ${result.state},
      since = case when state = ${result.state} then since else ${now} end, checked_at = ${now}, claimed_until = null,
      failures = case when ${isWell} then 0 else failures + 1 end,
      successes = case when ${isWell} then successes + 1 else 0 end,
      latency_ms = ${latencyMs}, message = ${result.message}, figures = ${JSON.stringify(result.figures ?? [])}::jsonb,
      tenants = ${result.tenants ?? []}::text[],
      last_success_at = case when ${isWell} then ${now} else last_success_at end,
      last_error = case when ${isWell} then last_error else ${result.message} end,
      last_error_at = case when ${isWell} then last_error_at else ${now} end
    where name = ${check.name} returning *`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`There is no row for the check ${check.name}.`);
  return row;
}

/** Lets the last stretch of a check go on until now; after a gap, or in another state, a new one begins. */
async function extendSpan({ db }: Scope, check: HealthCheck, state: StoredSpan["state"], now: Date): Promise<void> {
  const last = await db
    .selectFrom("health_spans")
    .selectAll()
    .where("name", "=", check.name)
    .orderBy("begins_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const gapMs = last ? now.getTime() - last.ends_at.getTime() : Number.POSITIVE_INFINITY;
  const isWatched = gapMs >= 0 && gapMs <= 2 * check.everySeconds * 1000;
  if (last && isWatched) {
    await db
      .updateTable("health_spans")
      .set({ ends_at: now })
      .where("name", "=", check.name)
      .where("begins_at", "=", last.begins_at)
      .execute();
    if (last.state === state) return;
  }
  await db
    .insertInto("health_spans")
    .values({ name: check.name, begins_at: now, ends_at: now, state })
    .onConflict((conflict) => conflict.columns(["name", "begins_at"]).doUpdateSet({ state }))
    .execute();
}

export async function selectChecks({ db }: Scope): Promise<StoredCheck[]> {
  return db.selectFrom("health_checks").selectAll().execute();
}

export async function selectSpans({ db }: Scope, since: Date): Promise<StoredSpan[]> {
  return db.selectFrom("health_spans").selectAll().where("ends_at", ">", since).orderBy("begins_at").execute();
}

/** How long checks took since an instant, at most `most` of each, evenly picked. */
export async function selectSamples(
  { db }: Scope,
  { since, most }: { since: Date; most: number },
): Promise<{ name: string; at: Date; state: string; latency_ms: number }[]> {
  const { rows } = await sql<{ name: string; at: Date; state: string; latency_ms: number }>`
    select name, max(at) as at, max(latency_ms) as latency_ms,
      case when bool_or(state = 'down') then 'down' when bool_or(state = 'degraded') then 'degraded' else 'up' end as state
    from (select *, ntile(${most}) over (partition by name order by at) as bucket from health_samples where at > ${since}) samples
    group by name, bucket order by name, at`.execute(db);
  return rows;
}

/** Pauses a check, or lets it go on; one that is paused already keeps its time. */
export async function setPaused(
  { db }: Scope,
  name: string,
  { isPaused, now }: { isPaused: boolean; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("health_checks")
    .set({
      is_paused: isPaused,
      paused_at: isPaused ? sql`coalesce(paused_at, ${now})` : null,
      failures: 0,
      successes: 0,
    })
    .where("name", "=", name)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Forgets what is too old to be shown. */
export async function deleteHealthBefore({ db }: Scope, instant: Date): Promise<void> {
  await db.deleteFrom("health_spans").where("ends_at", "<", instant).execute();
}
