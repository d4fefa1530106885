import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { flowState } from "./flow-state.ts";

type Scope = Pick<Context, "db" | "tenantId">;

/**
 * What came onto the accounts for cash with drivers beside hand-ins, by the day of collection: a reversal is about the
 * day of the entry that it takes back. Less what hand-ins have taken over it is what stands on the accounts.
 */
export function bookedCash(tenantId: string): RawBuilder<unknown> {
  return sql`(select l.account_id, coalesce(l.driver, '') as driver, l.currency,
      coalesce(o.value_day, l.value_day) as day, l.amount_minor
    from ledger_lines l
    join ledger_accounts a on a.tenant_id = l.tenant_id and a.id = l.account_id and a.purpose = 'cod_with_driver'
    join ledger_entries e on e.tenant_id = l.tenant_id and e.id = l.entry_id
    left join ledger_entries o on e.kind = 'reversal' and o.tenant_id = e.tenant_id and o.id = e.about
    where l.tenant_id = ${tenantId} and not exists (select from ledger_hand_ins h
      where h.tenant_id = l.tenant_id and (h.entry_id = e.id or (e.kind = 'reversal' and h.entry_id = e.about))))`;
}

/** The days of hand-ins that count or wait, each with the state of its hand-in. */
export function handedDays(tenantId: string): RawBuilder<unknown> {
  return sql`(select d.*, h.driver, h.currency, ${flowState(tenantId, sql`h.entry_id`)} as state
    from ledger_hand_in_days d
    join ledger_hand_ins h on h.tenant_id = d.tenant_id and h.id = d.hand_in_id
    join ledger_accounts a on a.tenant_id = d.tenant_id and a.id = d.account_id and a.purpose = 'cod_with_driver'
    where d.tenant_id = ${tenantId})`;
}

/** What is open of a driver's day on an account, and what hand-ins that wait take of it. */
export type OpenDay = {
  driver: string;
  currency: string;
  account_id: string;
  day: string;
  open: number;
  pending: number;
};

/** The cash of drivers by day of collection, as the book has it; days that are settled are left out. */
export async function selectOpenDays({ db, tenantId }: Scope, driver: string | null = null): Promise<OpenDay[]> {
  const own = driver === null ? sql`true` : sql`driver = ${driver}`;
  const { rows } = await sql<OpenDay>`select driver, currency, account_id, day, sum(amount)::bigint as open,
      sum(waiting)::bigint as pending from (
      select driver, currency, account_id, day, amount_minor as amount, 0 as waiting
      from ${bookedCash(tenantId)} b where ${own}
      union all
      select driver, currency, account_id, day, case when state = 'posted' then -expected_minor else 0 end,
        case when state = 'pending' then expected_minor else 0 end
      from ${handedDays(tenantId)} h where state in ('posted', 'pending') and ${own}
    ) cash group by 1, 2, 3, 4 having sum(amount) <> 0 or sum(waiting) <> 0 order by 1, 2, 4, 3`.execute(db);
  return rows;
}
