import type { RejectedRow } from "@console/contracts";
import { sql } from "kysely";
import type { DayShare } from "../../../connectors/connector.ts";
import type { TenantScope } from "../../../platform/db/database.ts";
import { connectionFacts } from "../../metrics/index.ts";
import { isKey } from "../listings/listed-store.ts";

type Scope = Pick<TenantScope, "db" | "tenantId">;

/** A row that could not be taken in, with what is wrong with it; a later row of its key may have come already. */
export type Reject = {
  fact: string;
  place: string;
  field: string;
  reason: string;
  record: object;
  key?: string;
  order?: number;
  isSuperseded?: true;
  /** Someone has said that such rows do not count; nothing is waited for. */
  isLeftOut?: boolean;
} & DayShare;

/** Keeps rows that could not be taken in. The same row of an earlier run is not waited for twice. */
export async function insertRejects(
  { db, tenantId, now }: TenantScope,
  { connection, run }: { connection: string; run: string },
  rejects: readonly Reject[],
): Promise<void> {
  if (rejects.length === 0) return;
  await sql`update source_rejects known set state = 'repeated', closed_by = ${run}
    from (select distinct record from unnest(${rejects.map(({ record }) => storable(record))}::jsonb[]) as came (record)) again
    where tenant_id = ${tenantId} and connection_id = ${connection} and known.state in ('open', 'left_out') and run_id <> ${run}
      and known.record = again.record`.execute(db);
  await sql`insert into source_rejects (tenant_id, connection_id, run_id, fact, place, field, reason, record, source_key,
      day, amount, is_left_out, state, closed_by, rejected_at)
    select ${tenantId}, ${connection}, ${run}, fact, place, field, reason, record, source_key, day, amount, is_left_out,
      case when is_superseded then 'superseded' when is_left_out then 'left_out' else 'open' end,
      case when is_superseded then ${run}::text end, ${now}
    from unnest(${rejects.map(({ fact }) => fact)}::text[], ${rejects.map(({ place }) => place)}::text[],
      ${rejects.map(({ field }) => field)}::text[], ${rejects.map(({ reason }) => reason)}::text[],
      ${rejects.map(({ record }) => storable(record))}::jsonb[], ${rejects.map(({ key }) => storableKey(key))}::text[],
      ${rejects.map(({ day }) => day ?? null)}::date[], ${rejects.map(({ amount }) => amount ?? null)}::bigint[],
      ${rejects.map(({ isSuperseded }) => isSuperseded === true)}::boolean[],
      ${rejects.map(({ isLeftOut }) => isLeftOut === true)}::boolean[])
      as reject (fact, place, field, reason, record, source_key, day, amount, is_superseded, is_left_out)`.execute(db);
}

/** A key that no row can have is not looked for. */
function storableKey(key: string | undefined): string | null {
  return key !== undefined && isKey(key) ? key : null;
}

/** Closes rejected rows whose key has been taken in since: they would go back in time. */
export async function closeSuperseded(
  { db, tenantId }: Scope,
  {
    connection,
    run,
    fact,
    keys,
    before,
  }: { connection: string; run: string; fact: string; keys: readonly string[]; before: string | null },
): Promise<void> {
  if (keys.length === 0) return;
  await sql`update source_rejects set state = 'superseded', closed_by = ${run}
    where tenant_id = ${tenantId} and connection_id = ${connection} and state = 'open' and fact = ${fact}
      and source_key = any(${keys}::text[]) and (${before}::bigint is null or id < ${before}::bigint)`.execute(db);
}

/** Closes rows that were rejected for one field, now that they count; gives how many of them the run itself had rejected. */
export async function closeTaken(
  { db, tenantId }: Scope,
  {
    connection,
    run,
    fact,
    field,
    keys,
  }: Record<"connection" | "fact" | "field", string> & {
    run: string | null;
    keys: readonly string[];
  },
): Promise<number> {
  if (keys.length === 0) return 0;
  const { rows } = await sql<{ run_id: string }>`update source_rejects set state = 'replayed', closed_by = ${run}
    where tenant_id = ${tenantId} and connection_id = ${connection} and state = 'open' and fact = ${fact}
      and field = ${field} and source_key = any(${keys}::text[]) returning run_id`.execute(db);
  return rows.filter(({ run_id }) => run_id === run).length;
}

/** Closes rejected rows that were found to be older than what is stored. */
export async function closeOutdated(
  { db, tenantId }: Scope,
  { run, ids }: { run: string; ids: readonly string[] },
): Promise<void> {
  await sql`update source_rejects set state = 'superseded', closed_by = ${run}
    where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`.execute(db);
}

/** What an undone run has rejected is not waited for, nor here if it came in later; what it has superseded is open again. */
export async function settleUndone({ db, tenantId }: Scope, run: string): Promise<void> {
  await sql`update source_rejects set state = case when is_left_out then 'left_out' else 'open' end, closed_by = null
    where tenant_id = ${tenantId} and closed_by = ${run} and run_id <> ${run} and not exists (
      -- Rows of a load that was itself undone are not waited for any more.
      select from source_runs own where own.tenant_id = ${tenantId} and own.id = source_rejects.run_id
        and own.undone_by is not null and own.undone_by <> ${run}
    )`.execute(db);
  await sql`update source_rejects set state = 'undone', closed_by = ${run}
    where tenant_id = ${tenantId} and run_id = ${run} and state in ('open', 'left_out', 'replayed')`.execute(db);
}

/** What a replaced load has rejected is not waited for, until the load that replaced it is undone. */
export async function closeReplaced({ db, tenantId }: Scope, { run, by }: { run: string; by: string }): Promise<void> {
  await sql`update source_rejects set state = 'superseded', closed_by = ${by}
    where tenant_id = ${tenantId} and run_id = ${run} and state in ('open', 'left_out')`.execute(db);
}

/** A row as it came may hold what PostgreSQL cannot store. */
function storable(record: object): string {
  return JSON.stringify(record).replaceAll("\\u0000", "\\ufffd");
}

export type StoredReject = Reject & {
  id: string;
  run_id: string;
  rejected_at: Date;
  record: Record<string, unknown>;
  state: RejectedRow["state"];
};

/**
 * Which rejects of a connection: those that wait, those that can be read again, which are also those that were left out,
 * of all runs or of one, or all that a run has ever rejected.
 */
export type RejectFilter = { connection: string } & RejectsOf;
type RejectsOf = { run: null } | { replayableOf: string | null } | { everyOf: string };

const waiting = sql`state = 'open'`;
const replayable = sql`state in ('open', 'left_out')`;

/** The run whose rejects are meant; null for those of all runs. */
export function readRun(filter: RejectsOf): string | null {
  if ("everyOf" in filter) return filter.everyOf;
  return "replayableOf" in filter ? filter.replayableOf : filter.run;
}

/** Rejects of a connection after a place, in the order in which they came. */
export async function selectRejects(
  { db, tenantId }: Scope,
  { connection, after, limit, ...filter }: RejectFilter & { after: string; limit: number },
): Promise<StoredReject[]> {
  const run = readRun(filter);
  const state = "everyOf" in filter ? sql`true` : "replayableOf" in filter ? replayable : waiting;
  const { rows } =
    await sql<StoredReject>`select id::text, run_id, fact, place, field, reason, record, state, rejected_at
    from source_rejects where tenant_id = ${tenantId} and connection_id = ${connection} and id > ${after}::bigint
      and ${state} ${run === null ? sql`` : sql`and run_id = ${run}`}
    order by source_rejects.id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Rows of a table by day that wait to be taken in, one for each key. Those whose key is stored are there already, if in an
 * older form; those whose key a run has shown are counted with the run.
 */
export async function countWaiting(
  { db, tenantId }: Scope,
  { connection, fact, exceptRun }: { connection: string; fact: string; exceptRun: string | null },
): Promise<Map<string, { rows: number; amount: number }>> {
  const { rows } = await sql<{ day: string; rows: number; amount: string }>`
    with waiting as (
      select distinct on (coalesce(source_key, id::text)) source_key, day, amount from source_rejects
      where tenant_id = ${tenantId} and connection_id = ${connection} and state = 'open' and fact = ${fact}
        and day is not null and run_id is distinct from ${exceptRun}
      order by coalesce(source_key, id::text), id desc
    )
    select day::text as day, count(*)::int as rows, coalesce(sum(amount), 0) as amount from waiting
    where not exists (select from ${connectionFacts(fact, { tenantId, connection })} fact
        where fact.source_key = waiting.source_key)
      and not exists (select from source_listed listed where listed.tenant_id = ${tenantId}
        and listed.run_id = ${exceptRun} and listed.fact = ${fact} and listed.source_key = waiting.source_key)
    group by day`.execute(db);
  return new Map(rows.map(({ day, rows: count, amount }) => [day, { rows: count, amount: Number(amount) }]));
}

/** How many rejects of a connection are waited for. */
export async function countRejects({ db, tenantId }: Scope, connection: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from source_rejects
    where tenant_id = ${tenantId} and connection_id = ${connection} and ${waiting}`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** How many rows of a connection are left out by choice. */
export async function countLeftOut({ db, tenantId }: Scope, connection: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from source_rejects
    where tenant_id = ${tenantId} and connection_id = ${connection} and state = 'left_out'`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** How many rejects of a connection can be read again, after a place. */
export async function countReplayable({ db, tenantId }: Scope, connection: string, after = "0"): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from source_rejects
    where tenant_id = ${tenantId} and connection_id = ${connection} and ${replayable} and id > ${after}::bigint`.execute(
    db,
  );
  return Number(rows[0]?.n ?? 0);
}

/** The newest reject of a connection that can be read again. */
export async function lastReject({ db, tenantId }: Scope, connection: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select coalesce(max(id), 0)::text as id from source_rejects
    where tenant_id = ${tenantId} and connection_id = ${connection} and ${replayable}`.execute(db);
  return rows[0]?.id ?? "0";
}

/** Rejects that a run has read again: those that were rejected once more stay with the new reason, the others are done with. */
export async function settleReplayed(
  { db, tenantId }: Scope,
  { run, ids }: { run: string; ids: readonly string[] },
): Promise<void> {
  await sql`with again as (
      delete from source_rejects where tenant_id = ${tenantId} and run_id = ${run}
      returning place, record, field, reason, is_left_out
    )
    update source_rejects old set
      is_left_out = coalesce((select bool_and(again.is_left_out)
        from again where again.place = old.place and again.record = old.record), old.is_left_out),
      state = coalesce((select case when bool_and(again.is_left_out) then 'left_out' else 'open' end
        from again where again.place = old.place and again.record = old.record having count(*) > 0), 'replayed'),
      closed_by = case when exists (select from again where again.place = old.place and again.record = old.record)
        then null else ${run}::text end,
      (field, reason) = (select coalesce(min(again.field), old.field), coalesce(min(again.reason), old.reason)
        from again where again.place = old.place and again.record = old.record)
    where old.tenant_id = ${tenantId} and old.id = any(${ids}::bigint[])`.execute(db);
}

/** Counts values that the mapping does not know. */
export async function countValues(
  { db, tenantId, now }: TenantScope,
  connection: string,
  values: readonly { field: string; value: string; seen: number }[],
): Promise<void> {
  if (values.length === 0) return;
  const ordered = [...values].sort((a, b) => (`${a.field} ${a.value}` < `${b.field} ${b.value}` ? -1 : 1));
  await sql`insert into source_values as known (tenant_id, connection_id, field, value, seen, first_seen_at, last_seen_at)
    select ${tenantId}, ${connection}, field, left(value, 500), sum(seen), ${now}, ${now}
    from unnest(${ordered.map(({ field }) => field)}::text[], ${ordered.map(({ value }) => value)}::text[],
      ${ordered.map(({ seen }) => seen)}::bigint[]) as counted (field, value, seen) group by 3, 4
    on conflict (tenant_id, connection_id, field, value)
      do update set seen = known.seen + excluded.seen, last_seen_at = excluded.last_seen_at`.execute(db);
}

/** Values of a connection that the mapping does not know, the most frequent first. */
export async function selectValues(
  { db, tenantId }: Scope,
  {
    connection,
    seenSince,
    offset,
    limit,
  }: { connection: string; seenSince: Date | null; offset: number; limit: number },
): Promise<{ field: string; value: string; seen: number; first_seen_at: Date; last_seen_at: Date }[]> {
  const query = db
    .selectFrom("source_values")
    .select(["field", "value", sql<number>`seen`.as("seen"), "first_seen_at", "last_seen_at"])
    .where("tenant_id", "=", tenantId)
    .where("connection_id", "=", connection)
    .orderBy("seen", "desc")
    .orderBy("field")
    .orderBy("value")
    .offset(offset)
    .limit(limit);
  return await (seenSince === null ? query : query.where("last_seen_at", ">=", seenSince)).execute();
}

/** How many values of a connection the mapping does not know. */
export async function countUnknown({ db, tenantId }: Scope, connection: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from source_values
    where tenant_id = ${tenantId} and connection_id = ${connection}`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** Forgets values that the mapping knows by now; they are counted anew if they come again. */
export async function forgetValues({ db, tenantId }: Scope, connection: string): Promise<void> {
  await db
    .deleteFrom("source_values")
    .where("tenant_id", "=", tenantId)
    .where("connection_id", "=", connection)
    .execute();
}
