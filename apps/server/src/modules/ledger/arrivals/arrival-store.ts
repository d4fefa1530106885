import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { SourceEntry } from "../../metrics/index.ts";

type Scope = Pick<Context, "db" | "tenantId">;

/** An entry of a source on a day, as it stands with the book. */
export type Arrival = SourceEntry & { day: string; postings: number; problem: string | null };

/** The days on which entries of sources were seen before. */
export async function selectArrivalDays(
  { db, tenantId }: Scope,
  entries: readonly SourceEntry[],
): Promise<(SourceEntry & { day: string })[]> {
  const { rows } = await sql<SourceEntry & { day: string }>`
    select a.source, a.entry_key as "entryKey", a.day::text as day
    from unnest(${entries.map(({ source }) => source)}::text[], ${entries.map(({ entryKey }) => entryKey)}::text[])
      as asked (source, entry_key)
    join ledger_arrivals a on a.tenant_id = ${tenantId} and a.source = asked.source and a.entry_key = asked.entry_key`.execute(
    db,
  );
  return rows;
}

/** Those of some entries of a source that wait. */
export async function selectWaitingKeys(
  { db, tenantId }: Scope,
  source: string,
  entryKeys: readonly string[],
): Promise<string[]> {
  if (entryKeys.length === 0) return [];
  const { rows } = await sql<{ key: string }>`select distinct entry_key as key from ledger_arrivals
    where tenant_id = ${tenantId} and source = ${source} and problem is not null
      and entry_key = any(${entryKeys}::text[])`.execute(db);
  return rows.map(({ key }) => key);
}

/** Notes how entries of sources stand; one without postings is forgotten once nothing of it stands in the book. */
export async function storeArrivals(
  { db, tenantId, now }: Pick<Context, "db" | "tenantId" | "now">,
  arrivals: readonly Arrival[],
): Promise<void> {
  const gone = arrivals.filter(({ postings, problem }) => postings === 0 && problem === null);
  const standing = arrivals.filter((arrival) => !gone.includes(arrival));
  const lists = (rows: readonly Arrival[]) => ({
    sources: rows.map(({ source }) => source),
    keys: rows.map(({ entryKey }) => entryKey),
    days: rows.map(({ day }) => day),
  });
  if (gone.length > 0) {
    const { sources, keys, days } = lists(gone);
    await sql`delete from ledger_arrivals a
      using unnest(${sources}::text[], ${keys}::text[], ${days}::date[]) as gone (source, entry_key, day)
      where a.tenant_id = ${tenantId} and a.source = gone.source and a.entry_key = gone.entry_key
        and a.day = gone.day`.execute(db);
  }
  if (standing.length === 0) return;
  const { sources, keys, days } = lists(standing);
  await sql`insert into ledger_arrivals as known
      (tenant_id, source, entry_key, day, postings, problem, since, tried_at)
    select ${tenantId}, source, entry_key, day, postings, problem, ${now}, ${now}
    from unnest(${sources}::text[], ${keys}::text[], ${days}::date[],
      ${standing.map(({ postings }) => postings)}::int[], ${standing.map(({ problem }) => problem)}::text[])
      as arrival (source, entry_key, day, postings, problem)
    on conflict (tenant_id, source, entry_key, day) do update set
      postings = excluded.postings, problem = excluded.problem, tried_at = excluded.tried_at,
      since = case when known.problem is not distinct from excluded.problem then known.since else excluded.since end`.execute(
    db,
  );
}

export type WaitingRow = Arrival & { since: Date };
export type WaitingPlace = { since: Date; source: string; entryKey: string; day: string };

/** Entries that are not in the book as their sources say them, the ones that wait longest first. */
export async function selectWaiting(
  { db, tenantId }: Scope,
  { after, limit }: { after: WaitingPlace | null; limit: number },
): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select source, entry_key as "entryKey", day::text as day, postings, problem, since from ledger_arrivals
    where tenant_id = ${tenantId} and problem is not null and (${after === null} or (date_trunc('milliseconds', since), source, entry_key, day)
        > (${after?.since ?? null}::timestamptz, ${after?.source ?? null}, ${after?.entryKey ?? null}, ${after?.day ?? null}::date))
    order by date_trunc('milliseconds', since), source, entry_key, day limit ${limit}`.execute(db);
  return rows;
}

/** How many entries wait, and how many postings they have. */
export async function countWaiting({ db, tenantId }: Scope): Promise<{ entries: number; postings: number }> {
  const { rows } = await sql<{ entries: number; postings: number }>`
    select count(*)::int as entries, coalesce(sum(postings), 0)::int as postings from ledger_arrivals
    where tenant_id = ${tenantId} and problem is not null`.execute(db);
  return rows[0] ?? { entries: 0, postings: 0 };
}

/** Whether a source brings one side of entries only. */
export async function isOneSided({ db, tenantId }: Scope, source: string): Promise<boolean> {
  const row = await db
    .selectFrom("ledger_sources")
    .select("is_one_sided")
    .where("tenant_id", "=", tenantId)
    .where("source", "=", source)
    .executeTakeFirst();
  return row?.is_one_sided ?? false;
}

export async function storeOneSided({ db, tenantId }: Scope, source: string, isOneSided: boolean): Promise<void> {
  await db
    .insertInto("ledger_sources")
    .values({ tenant_id: tenantId, source, is_one_sided: isOneSided })
    .onConflict((conflict) => conflict.columns(["tenant_id", "source"]).doUpdateSet({ is_one_sided: isOneSided }))
    .execute();
}
