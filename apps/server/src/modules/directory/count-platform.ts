import type { listGrowth as contract, getCounts, RouteOutput } from "@console/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../../platform/context.ts";
import { readSettings } from "../../platform/settings/read-settings.ts";
import { localeSettings } from "./locale-settings.ts";

/** How many tenants, users and waiting sign-up requests there are. Users who were removed are not counted. */
export async function countPlatform({ db }: Context): Promise<RouteOutput<typeof getCounts>> {
  const { rows } = await sql<RouteOutput<typeof getCounts>>`select
    (select count(*) from tenants)::int as tenants,
    (select count(*) from users where removed_at is null)::int as users,
    (select count(*) from signup_requests where state = 'new')::int as "waitingRequests"`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error("The counts of the platform could not be read.");
  return counts;
}

/** Whether there is a tenant, and someone who belongs to one. */
export async function countPlatformSetup({ db }: Context): Promise<{ tenants: number; people: number }> {
  // across tenants: the platform sees how far its set-up is.
  const { rows } = await sql<{ tenants: number; people: number }>`select (select count(*) from tenants)::int as tenants,
    (select count(*) from users u join tenants t on t.id = u.tenant_id where u.removed_at is null)::int as people`.execute(
    db,
  );
  return rows[0] ?? { tenants: 0, people: 0 };
}

type DayOfChange = { day: string; tenants: number; users: number; requests: number };

/** How tenants and users grew in number, and how many requests for access came in, day by day up to today. */
export async function listGrowth(
  context: Context,
  { days }: z.output<(typeof contract)["input"]>,
): Promise<RouteOutput<typeof contract>> {
  const { timeZone } = await readSettings(context, localeSettings);
  const { rows } = await sql<DayOfChange>`
    with range as (
      select (${context.now}::timestamptz at time zone ${timeZone})::date as today
    ), changes as (
      select (created_at at time zone ${timeZone})::date as day, 1 as tenants, 0 as users, 0 as requests from tenants
      union all
      select (created_at at time zone ${timeZone})::date, 0, 1, 0 from users
      union all
      select (removed_at at time zone ${timeZone})::date, 0, -1, 0 from users where removed_at is not null
      union all
      select (created_at at time zone ${timeZone})::date, 0, 0, 1 from signup_requests
    ), by_day as (
      -- What happened before the first day is what that day begins with.
      select greatest(day, today - ${days}::int) as day, sum(tenants) as tenants, sum(users) as users,
        sum(requests) as requests
      from changes cross join range group by 1
    )
    select to_char(d, 'YYYY-MM-DD') as day,
      sum(coalesce(tenants, 0)) over (order by d)::int as tenants,
      sum(coalesce(users, 0)) over (order by d)::int as users,
      coalesce(requests, 0)::int as requests
    from range cross join generate_series(today - ${days}::int, today, interval '1 day') as d
    left join by_day on by_day.day = d::date
    order by d offset 1`.execute(context.db);
  return { timeZone, days: rows };
}
