import type { CodState } from "@console/contracts";
import { daysUntilBanked } from "@console/contracts";
import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { deliveryFacts } from "../../metrics/index.ts";
import { bookedCash } from "./cash-store.ts";
import { isBanked } from "./deposit-store.ts";
import { flowState } from "./flow-state.ts";

type Scope = Pick<Context, "db" | "tenantId">;

/** Why a day stands as it does. */
export type Cause =
  | "unknown"
  | "unbooked"
  | "unhanded"
  | "overhanded"
  | "short"
  | "door_short"
  | "over"
  | "overbooked"
  | "door_over"
  | "today"
  | "in_safe"
  | "deposited"
  | "matched";

export type MatchingDay = {
  driver: string;
  day: string;
  currency: string;
  tasks: number;
  due: number | null;
  collected: number | null;
  booked: number;
  handed: number;
  counted: number;
  open: number;
  deposited: number;
  banked: number;
  cause: Cause;
  state: CodState;
  /** The amount that is not matched. */
  gap: number;
  said: string | null;
  explanation_id: string | null;
  reason: string | null;
  owner: string | null;
  explained_at: Date | null;
  explained_by: string | null;
  standing: string;
};

/** Tasks with cash from the first day on that the book or a rule that is on knows of: before it nothing was booked. */
function codTasks(tenantId: string): RawBuilder<unknown> {
  return sql`(select coalesce(d.driver, '') as driver, d.day, d.currency, d.cod_due_minor, d.cod_collected_minor,
      d.source, d.source_key, d.order_reference, d.customer
    from ${deliveryFacts(tenantId)} d
    where d.is_delivered and (coalesce(d.cod_due_minor, 0) <> 0 or coalesce(d.cod_collected_minor, 0) <> 0)
      and d.day >= least((select min(b.day) from ${bookedCash(tenantId)} b), (
        select min(r.since) from ledger_rules r
        join ledger_accounts a on a.tenant_id = r.tenant_id and a.id::text = r.content->'debit'->>'account'
          and a.purpose = 'cod_with_driver'
        where r.tenant_id = ${tenantId} and r.is_on)))`;
}

/** The days of hand-ins that count, with what of each is deposited and at the bank: the oldest day is filled first. */
function handedCash(tenantId: string): RawBuilder<unknown> {
  const taken = (condition: RawBuilder<unknown>) => sql`coalesce((select sum(p.amount_minor) from ledger_deposit_parts p
    join ledger_deposits t on t.tenant_id = p.tenant_id and t.id = p.deposit_id
    where p.tenant_id = ${tenantId} and p.hand_in_id = h.id and ${flowState(tenantId, sql`t.entry_id`)} = 'posted'
      and ${condition}), 0)`;
  const filled = (amount: RawBuilder<unknown>) => sql`case when ${amount} >= total then counted_minor
    else greatest(0, least(counted_minor, ${amount} - before)) end`;
  return sql`(select driver, currency, day, expected_minor, counted_minor, reason, created_at,
      ${filled(sql`deposited`)} as deposited, ${filled(sql`banked`)} as banked
    from (select h.driver, h.currency, d.day, d.expected_minor, d.counted_minor, h.reason, h.created_at,
        h.counted_minor as total, ${taken(sql`true`)} as deposited,
        ${taken(isBanked(sql`t.entry_id`, sql`t.bank_account_id`, tenantId))} as banked,
        coalesce(sum(greatest(d.counted_minor, 0)) over (
          partition by h.id order by d.day, d.account_id rows between unbounded preceding and 1 preceding), 0) as before
      from ledger_hand_ins h
      join ledger_hand_in_days d on d.tenant_id = h.tenant_id and d.hand_in_id = h.id
      join ledger_accounts a on a.tenant_id = d.tenant_id and a.id = d.account_id and a.purpose = 'cod_with_driver'
      where h.tenant_id = ${tenantId} and ${flowState(tenantId, sql`h.entry_id`)} = 'posted') days)`;
}

type Range = { driver: string | null; from: string | null; to: string | null; today: string; timeZone: string };

/** Each driver's days with their states. */
function matchingDays(tenantId: string, { driver, from, to, today, timeZone }: Range): RawBuilder<unknown> {
  const own = sql`(${driver}::text is null or driver = ${driver}) and (${from}::date is null or day >= ${from}::date)
    and (${to}::date is null or day < ${to}::date)`;
  return sql`(
    with sums as (
      select driver, day, currency, sum(tasks)::int as tasks, sum(due)::bigint as due,
        sum(collected)::bigint as collected, coalesce(sum(at_door), 0)::bigint as at_door,
        count(*) filter (where tasks = 1 and collected is null) as unknown,
        coalesce(sum(due) filter (where collected is null), 0)::bigint as unknown_due,
        coalesce(sum(booked), 0)::bigint as booked, coalesce(sum(handed), 0)::bigint as handed,
        coalesce(sum(counted), 0)::bigint as counted, coalesce(sum(deposited), 0)::bigint as deposited,
        coalesce(sum(banked), 0)::bigint as banked, min(handed_at) as handed_at,
        string_agg(distinct said, ' · ' order by said) as said
      from (
        select driver, day, currency, 1 as tasks, cod_due_minor as due, cod_collected_minor as collected,
          cod_collected_minor - cod_due_minor as at_door, null::bigint as booked, null::bigint as handed,
          null::bigint as counted, null::bigint as deposited, null::bigint as banked, null::timestamptz as handed_at,
          null::text as said
        from ${codTasks(tenantId)} t where ${own}
        union all
        select driver, day, currency, 0, null, null, null, amount_minor, null, null, null, null, null, null
        from ${bookedCash(tenantId)} b where ${own}
        union all
        select driver, day, currency, 0, null, null, null, null, expected_minor, counted_minor, deposited, banked,
          created_at, reason
        from ${handedCash(tenantId)} h where ${own}
      ) parts group by 1, 2, 3
    ), judged as (
      select *, booked - handed as open, case
          when tasks > 0 and collected > booked then 'unbooked'
          when unknown > 0 then 'unknown'
          when booked > handed and day < ${today}::date then 'unhanded'
          when banked < counted and (handed_at at time zone ${timeZone})::date <= ${today}::date - ${daysUntilBanked}::int
            then case when deposited < counted then 'in_safe' else 'deposited' end
          when counted < handed then 'short'
          when at_door < 0 then 'door_short'
          when booked < handed then 'overhanded'
          when counted > handed then 'over'
          when tasks > 0 and collected < booked then 'overbooked'
          when at_door > 0 then 'door_over'
          when booked > handed then 'today'
          when deposited < counted then 'in_safe'
          when banked < counted then 'deposited'
          else 'matched'
        end as cause,
        banked < counted and (handed_at at time zone ${timeZone})::date <= ${today}::date - ${daysUntilBanked}::int as is_late
      from sums where tasks > 0 or booked <> 0 or handed <> 0 or counted <> 0
    ), stated as (
      select *, case
          when cause in ('unbooked', 'unknown', 'unhanded') or (cause in ('in_safe', 'deposited') and is_late) then 'missing'
          when cause in ('short', 'door_short') then 'short'
          when cause in ('overhanded', 'over', 'overbooked', 'door_over') then 'over'
          when cause = 'matched' then 'matched'
          else 'open'
        end as state, case cause
          when 'unbooked' then collected - booked
          when 'unknown' then unknown_due
          when 'overbooked' then booked - collected
          when 'unhanded' then booked - handed
          when 'today' then booked - handed
          when 'overhanded' then handed - booked
          when 'short' then handed - counted
          when 'over' then counted - handed
          when 'door_short' then -at_door
          when 'door_over' then at_door
          when 'in_safe' then counted - deposited
          when 'deposited' then counted - banked
          else 0
        end as gap
      from judged
    )
    select s.*, s.state || ' ' || s.cause || ' ' || s.gap as standing, x.id as explanation_id, x.reason, x.owner,
      x.explained_at, x.explained_by
    from stated s
    left join ledger_cod_explanations x on x.tenant_id = ${tenantId} and x.driver = s.driver and x.day = s.day
      and x.currency = s.currency and x.taken_back_at is null
      and x.standing = s.state || ' ' || s.cause || ' ' || s.gap
  )`;
}

const unexplained = sql`state in ('missing', 'short', 'over') and explanation_id is null`;

type Listing = Range & { state: CodState | null; isUnexplained: boolean; page: number; limit: number };

export type StateSum = { state: CodState; currency: string; rows: number; unexplained: number; gap: number };

/** A page of days, those that need somebody first, and what stands in each state. */
export async function selectMatching(
  { db, tenantId }: Scope,
  { state, isUnexplained, page, limit, ...range }: Listing,
): Promise<{ rows: MatchingDay[]; sums: StateSum[]; total: number }> {
  const days = matchingDays(tenantId, range);
  const where = sql`(${state}::text is null or state = ${state}) and (not ${isUnexplained}::boolean or ${unexplained})`;
  const { rows } = await sql<MatchingDay>`select * from ${days} m where ${where}
    order by day desc, driver, currency limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  const sums = await sql<StateSum & { chosen: number }>`select state, currency, count(*)::int as rows,
      (count(*) filter (where ${unexplained}))::int as unexplained, sum(gap)::bigint as gap,
      (count(*) filter (where ${where}))::int as chosen
    from ${days} m group by 1, 2 order by 1, 2`.execute(db);
  return { rows, sums: sums.rows, total: sums.rows.reduce((sum, { chosen }) => sum + chosen, 0) };
}

/** One day of a driver. */
export async function findMatchingDay(
  { db, tenantId }: Scope,
  {
    driver,
    day,
    currency,
    today,
    timeZone,
  }: {
    driver: string;
    day: string;
    currency: string;
    today: string;
    timeZone: string;
  },
): Promise<MatchingDay | undefined> {
  const range = { driver, from: day, to: null, today, timeZone };
  const { rows } = await sql<MatchingDay>`select * from ${matchingDays(tenantId, range)} m
    where day = ${day}::date and currency = ${currency}`.execute(db);
  return rows[0];
}

type TaskRow = {
  source: string;
  source_key: string;
  order_reference: string | null;
  customer: string | null;
  cod_due_minor: number | null;
  cod_collected_minor: number | null;
};

/** A page of the tasks with cash of a driver's day. */
export async function selectCodTasks(
  { db, tenantId }: Scope,
  {
    driver,
    day,
    currency,
    page,
    limit,
  }: {
    driver: string;
    day: string;
    currency: string;
    page: number;
    limit: number;
  },
): Promise<{ rows: TaskRow[]; total: number }> {
  const where = sql`t.driver = ${driver} and t.day = ${day}::date and t.currency = ${currency}`;
  const { rows } = await sql<TaskRow>`select t.* from ${codTasks(tenantId)} t where ${where}
    order by t.source, t.source_key limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*)::int as total from ${codTasks(tenantId)} t
    where ${where}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}
