import { sql } from "kysely";
import { type Context, platformTenant } from "../../../platform/context.ts";
import type { RetentionRule } from "../../../platform/retention/retention-rule.ts";
import { retentionSettings } from "../../../platform/retention/retention-settings.ts";
import { readSettings } from "../../../platform/settings/read-settings.ts";
import { localeSettings, peopleRelation, tenantRelation } from "../../directory/index.ts";

export type UsageMeasure = "report_view" | "question" | "error" | "answer_time";

/** Something that was done so many times within the quarter of an hour that begins at an instant. */
export type CountedUse = { at: Date; tenantId: string; measure: UsageMeasure; detail: string; times: number };

/** Someone who was there within a quarter of an hour. */
export type PersonSeen = { at: Date; tenantId: string; uid: string };

/** Days from the first up to the one after the last; a tenant, or null for all of them. */
export type UsageScope = { from: string; to: string; tenant: string | null };

const dayMs = 86_400_000;

/** Notes that use is counted from now on; the first time holds. */
export async function noteBeginning({ db, now }: Context): Promise<void> {
  await sql`insert into usage_beginning (at) values (${now}) on conflict do nothing`.execute(db);
}

/** Since when use is known: since it is counted, or as far back as it is kept. Null where nothing was counted yet. */
export async function readUsageBeginning(context: Context): Promise<Date | null> {
  const row = await context.db.selectFrom("usage_beginning").select("at").executeTakeFirst();
  const { usage } = await readSettings(context, retentionSettings, ["usage"]);
  const oldest = context.now.getTime() - usage * dayMs;
  return row ? new Date(Math.max(row.at.getTime(), oldest)) : null;
}

/** Adds to the counts of days, always in one order, so that two processes never wait for each other in a circle. */
export async function addCounts(context: Context, counts: readonly CountedUse[]): Promise<void> {
  if (counts.length === 0) return;
  const { timeZone } = await readSettings(context, localeSettings, ["timeZone"]);
  // across tenants: one flush writes what all of them did.
  await sql`insert into usage_counts as known (tenant_id, day, measure, detail, times)
    select n.tenant_id, (n.at at time zone ${timeZone})::date, n.measure, n.detail, sum(n.times)
    from unnest(${counts.map(({ tenantId }) => tenantId)}::text[], ${counts.map(({ at }) => at)}::timestamptz[],
      ${counts.map(({ measure }) => measure)}::text[], ${counts.map(({ detail }) => detail)}::text[],
      ${counts.map(({ times }) => times)}::bigint[]) n(tenant_id, at, measure, detail, times)
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (tenant_id, day, measure, detail) do update set times = known.times + excluded.times`.execute(
    context.db,
  );
}

/** Notes who was there on a day. */
export async function addPeople(context: Context, people: readonly PersonSeen[]): Promise<void> {
  if (people.length === 0) return;
  const { timeZone } = await readSettings(context, localeSettings, ["timeZone"]);
  // across tenants: one flush writes who was there of all of them.
  await sql`insert into usage_people (tenant_id, day, uid)
    select distinct n.tenant_id, (n.at at time zone ${timeZone})::date, n.uid
    from unnest(${people.map(({ tenantId }) => tenantId)}::text[], ${people.map(({ at }) => at)}::timestamptz[],
      ${people.map(({ uid }) => uid)}::text[]) n(tenant_id, at, uid)
    order by 1, 2, 3 on conflict do nothing`.execute(context.db);
}

const inScope = ({ from, to, tenant }: UsageScope) =>
  sql`u.day >= ${from}::date and u.day < ${to}::date and (${tenant}::text is null or u.tenant_id = ${tenant})`;

/** How often something was done on each day, by its detail. */
export async function selectCountDays(
  { db }: Context,
  measure: UsageMeasure,
  scope: UsageScope,
): Promise<{ day: string; detail: string; times: number }[]> {
  const { rows } = await sql<{ day: string; detail: string; times: number }>`
    select to_char(u.day, 'YYYY-MM-DD') as day, u.detail, sum(u.times)::float8 as times from usage_counts u
    where u.measure = ${measure} and ${inScope(scope)} group by 1, 2`.execute(db);
  return rows;
}

export type CountRow = { detail: string; tenant_id: string; tenant_name: string | null; times: number };

/** The same over the whole scope, by detail and tenant, the most frequent first. */
export async function selectCountRows({ db }: Context, measure: UsageMeasure, scope: UsageScope): Promise<CountRow[]> {
  const { rows } = await sql<CountRow>`
    select u.detail, u.tenant_id, max(t.name) as tenant_name, sum(u.times)::float8 as times
    from usage_counts u left join ${tenantRelation} t on t.id = u.tenant_id
    where u.measure = ${measure} and ${inScope(scope)} group by 1, 2 order by times desc, 1, 2`.execute(db);
  return rows;
}

/** How many people, and people of how many tenants, were there on each day. */
export async function selectPeopleDays(
  { db }: Context,
  scope: UsageScope,
): Promise<{ day: string; people: number; tenants: number }[]> {
  const { rows } = await sql<{ day: string; people: number; tenants: number }>`
    select to_char(u.day, 'YYYY-MM-DD') as day, count(distinct u.uid)::int as people,
      count(distinct u.tenant_id) filter (where u.tenant_id <> ${platformTenant})::int as tenants
    from usage_people u where ${inScope(scope)} group by 1`.execute(db);
  return rows;
}

/** The same over the whole scope: who came on several days counts once. */
export async function countPeople({ db }: Context, scope: UsageScope): Promise<{ people: number; tenants: number }> {
  const { rows } = await sql<{ people: number; tenants: number }>`
    select count(distinct u.uid)::int as people,
      count(distinct u.tenant_id) filter (where u.tenant_id <> ${platformTenant})::int as tenants
    from usage_people u where ${inScope(scope)}`.execute(db);
  return rows[0] ?? { people: 0, tenants: 0 };
}

type Page = { offset: number; limit: number };
export type PersonRow = {
  uid: string;
  name: string | null;
  tenant_id: string;
  tenant_name: string | null;
  days: number;
};

/** Who was there, and on how many days, the most present first. */
export async function selectPeopleRows(
  { db }: Context,
  scope: UsageScope,
  { offset, limit }: Page,
): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select u.uid, max(coalesce(p.name, p.email)) as name, u.tenant_id, max(t.name) as tenant_name,
      count(*)::int as days
    from usage_people u left join ${peopleRelation} p on p.uid = u.uid left join ${tenantRelation} t on t.id = u.tenant_id
    where ${inScope(scope)} group by u.uid, u.tenant_id order by days desc, name, u.uid
    offset ${offset} limit ${limit}`.execute(db);
  return rows;
}

/** The tenants whose people were there, with how many of them. */
export async function selectTenantRows(
  { db }: Context,
  scope: UsageScope,
  { offset, limit }: Page,
): Promise<{ tenant_id: string; tenant_name: string | null; people: number }[]> {
  const { rows } = await sql<{ tenant_id: string; tenant_name: string | null; people: number }>`
    select u.tenant_id, max(t.name) as tenant_name, count(distinct u.uid)::int as people
    from usage_people u left join ${tenantRelation} t on t.id = u.tenant_id
    where ${inScope(scope)} and u.tenant_id <> ${platformTenant}
    group by 1 order by people desc, tenant_name, u.tenant_id offset ${offset} limit ${limit}`.execute(db);
  return rows;
}

/** The first day on which each tenant did something that is counted. */
export async function selectFirstUse({ db }: Context): Promise<{ tenant_id: string; measure: string; day: string }[]> {
  // across tenants: the platform sees how far each of them came.
  const { rows } = await sql<{ tenant_id: string; measure: string; day: string }>`
    select tenant_id, measure, to_char(min(day), 'YYYY-MM-DD') as day from usage_counts
    where measure in ('report_view', 'question') group by 1, 2`.execute(db);
  return rows;
}

/** What is kept of the use of the console only for a while. */
export const usageRetentionRule: RetentionRule = { days: "usage", hasTenantRows: false, remove: deleteUsageBefore };

async function deleteUsageBefore({ db }: Context, before: Date): Promise<void> {
  const day = before.toISOString().slice(0, 10);
  // across tenants: the platform tidies up what it counted.
  await sql`delete from usage_counts where day < ${day}::date`.execute(db);
  // across tenants: the same for who was there.
  await sql`delete from usage_people where day < ${day}::date`.execute(db);
}
