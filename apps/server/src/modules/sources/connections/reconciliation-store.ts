import { sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import { connectionFacts } from "../../metrics/index.ts";

type Scope = Pick<TenantScope, "db" | "tenantId">;

/** What a source gave for a day beside what we have of it. */
export type Reconciliation = { day: string; measure: string; theirs: number; ours: number };

/** Keeps some days; what was compared of them before is replaced. */
export async function upsertReconciliations(
  scope: TenantScope,
  connection: string,
  compared: readonly Reconciliation[],
): Promise<void> {
  await sql`${insertion(scope, connection, compared)}
    on conflict (tenant_id, connection_id, day, measure)
      do update set theirs = excluded.theirs, ours = excluded.ours, checked_at = excluded.checked_at`.execute(scope.db);
}

/** Keeps these days only; all that was compared before is dropped. */
export async function replaceReconciliations(
  scope: TenantScope,
  connection: string,
  compared: readonly Reconciliation[],
): Promise<void> {
  await scope.db
    .deleteFrom("source_reconciliations")
    .where("tenant_id", "=", scope.tenantId)
    .where("connection_id", "=", connection)
    .execute();
  await insertion(scope, connection, compared).execute(scope.db);
}

function insertion({ tenantId, now }: TenantScope, connection: string, compared: readonly Reconciliation[]) {
  return sql`insert into source_reconciliations (tenant_id, connection_id, day, measure, theirs, ours, checked_at)
    select ${tenantId}, ${connection}, compared.*, ${now} from unnest(
      ${compared.map(({ day }) => day)}::date[], ${compared.map(({ measure }) => measure)}::text[],
      ${compared.map(({ theirs }) => theirs)}::bigint[], ${compared.map(({ ours }) => ours)}::bigint[]
    ) as compared (day, measure, theirs, ours)`;
}

/** What was compared, the latest day first. */
export async function selectReconciliations(
  { db, tenantId }: Scope,
  connection: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<(Reconciliation & { checked_at: Date })[]> {
  const { rows } = await sql<Reconciliation & { checked_at: Date }>`
    select day::text as day, measure, theirs, ours, checked_at
    from source_reconciliations where tenant_id = ${tenantId} and connection_id = ${connection}
    order by day desc, measure offset ${offset} limit ${limit}`.execute(db);
  return rows;
}

/** All that was compared of a connection. */
export async function selectAllReconciliations({ db, tenantId }: Scope, connection: string): Promise<Reconciliation[]> {
  const { rows } = await sql<Record<keyof Reconciliation, string>>`select day::text as day, measure, theirs, ours
    from source_reconciliations where tenant_id = ${tenantId} and connection_id = ${connection}`.execute(db);
  return rows.map(({ day, measure, theirs, ours }) => ({ day, measure, theirs: Number(theirs), ours: Number(ours) }));
}

/** Forgets days of which neither the source nor we have anything. */
export async function deleteEmptyReconciliations({ db, tenantId }: Scope, connection: string): Promise<void> {
  await sql`delete from source_reconciliations empty where tenant_id = ${tenantId} and connection_id = ${connection}
    and not exists (select from source_reconciliations other where other.tenant_id = ${tenantId}
      and other.connection_id = ${connection} and other.day = empty.day and (other.theirs <> 0 or other.ours <> 0))`.execute(
    db,
  );
}

/** How many days were compared, and how many of them differ. */
export async function countReconciledDays({ db, tenantId }: Scope, connection: string) {
  const { rows } = await sql<{ compared: number; differing: number }>`select count(distinct day) as compared,
      count(distinct day) filter (where theirs <> ours) as differing
    from source_reconciliations where tenant_id = ${tenantId} and connection_id = ${connection}`.execute(db);
  return { compared: Number(rows[0]?.compared ?? 0), differing: Number(rows[0]?.differing ?? 0) };
}

/** The currencies of the facts that came through a connection, by day. */
export async function selectCurrencies(
  { db, tenantId }: Scope,
  { connection, fact, days }: { connection: string; fact: string; days: readonly string[] },
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ day: string; currencies: string[] }>`
    select day::text as day, array_agg(distinct currency) as currencies
    from ${connectionFacts(fact, { tenantId, connection })} fact
    where day = any (${days}::date[]) and currency is not null group by day`.execute(db);
  return new Map(rows.map(({ day, currencies }) => [day, currencies]));
}
