import { sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";

type Scope = Pick<TenantScope, "db" | "tenantId">;

/** What a webhook says, without anything secret or personal. */
export type Hint = { fingerprint: string; jobId: string; status: number; template: string; historyId: number };

/** Keeps a hint; false when the same one has come before. */
export async function insertHint({ db, tenantId, now }: TenantScope, connection: string, hint: Hint): Promise<boolean> {
  const { rows } = await sql<{
    repeats: number;
  }>`insert into source_hints as known (tenant_id, connection_id, print, job_id,
      job_status, template, payload, received_at)
    values (${tenantId}, ${connection}, ${hint.fingerprint}, ${hint.jobId}, ${hint.status}, ${hint.template},
      ${JSON.stringify({ historyId: hint.historyId })}::jsonb, ${now})
    on conflict (tenant_id, connection_id, print) do update set repeats = known.repeats + 1 returning repeats`.execute(
    db,
  );
  return rows[0]?.repeats === 0;
}

/** Hints that nobody has followed yet, oldest first, with the newest step of their task that we have. */
export async function selectHints(
  { db, tenantId }: Scope,
  connection: string,
  limit: number,
): Promise<{ fingerprint: string; jobId: string; isKnown: boolean }[]> {
  const { rows } = await sql<{ fingerprint: string; jobId: string; isKnown: boolean }>`
    select hint.print as fingerprint, hint.job_id as "jobId",
      coalesce(task.history_id >= (hint.payload ->> 'historyId')::bigint and (hint.payload ->> 'historyId')::bigint > 0, false) as "isKnown"
    from source_hints hint left join lateral (
      -- Along the order of the primary key: for fresh rows, which are in no statistics, other indexes look as good.
      select own.job_id, own.history_id from provider_tasks own where own.tenant_id = ${tenantId}
        and own.connection_id = ${connection} and own.job_id >= hint.job_id order by own.job_id limit 1
    ) task on task.job_id = hint.job_id
    where hint.tenant_id = ${tenantId} and hint.connection_id = ${connection} and hint.handled_at is null
    order by hint.received_at, hint.print limit ${limit}`.execute(db);
  return rows;
}

/** Notes what became of hints. */
export async function closeHints(
  { db, tenantId, now }: TenantScope,
  connection: string,
  outcomes: ReadonlyMap<string, string>,
): Promise<void> {
  const fingerprints = [...outcomes.keys()].sort();
  await sql`update source_hints hint set handled_at = ${now}, outcome = closed.outcome
    from unnest(${fingerprints}::text[], ${fingerprints.map((fingerprint) => outcomes.get(fingerprint))}::text[]) as closed (print, outcome)
    where tenant_id = ${tenantId} and connection_id = ${connection} and hint.print = closed.print`.execute(db);
}
