import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";

/**
 * What of lines is closed, as a relation of `entry_id`, `line` and `closed_minor`: what the settlements say that stand,
 * and then an entry and its reversal as far as both are open. Lines that nothing closes are not in it.
 */
export function closedLines(
  { tenantId }: Pick<Context, "tenantId">,
  /** Null for those of all entries. */
  entries: readonly string[] | null = null,
): RawBuilder<unknown> {
  const isAsked = (entry: string) => (entries === null ? sql`true` : sql`${sql.ref(entry)} = any(${entries}::uuid[])`);
  const isSettled =
    entries === null
      ? sql`true`
      : sql`s.entry_id in (select unnest(${entries}::uuid[]) union select other_id from pairs)`;
  return sql`(
    with pairs as materialized (
      select r.about as entry_id, r.id as other_id from ledger_entries r
      where r.tenant_id = ${tenantId} and r.kind = 'reversal' and ${isAsked("r.about")}
      union all
      select r.id, r.about from ledger_entries r
      where r.tenant_id = ${tenantId} and r.kind = 'reversal' and ${isAsked("r.id")}
    ), settled as (
      select s.entry_id, s.line, sum(s.amount_minor) as amount from ledger_settlement_lines s
      join ledger_settlements t on t.tenant_id = s.tenant_id and t.id = s.settlement_id and t.undone_at is null
      where s.tenant_id = ${tenantId} and ${isSettled} group by 1, 2
    ), reversed as (
      -- Each pair is looked up by itself: a new book is in no statistics, and all its lines would be walked for each.
      select l.entry_id, l.line, l.amount_minor - coalesce(s.amount, 0) as own,
        o.amount_minor - coalesce(so.amount, 0) as other
      from pairs cross join lateral (
        select l.entry_id, l.line, l.amount_minor from ledger_lines l
        where l.tenant_id = ${tenantId} and l.entry_id = pairs.entry_id offset 0
      ) l cross join lateral (
        select o.entry_id, o.line, o.amount_minor from ledger_lines o
        where o.tenant_id = ${tenantId} and o.entry_id = pairs.other_id and o.line = l.line offset 0
      ) o
      left join settled s on s.entry_id = l.entry_id and s.line = l.line
      left join settled so on so.entry_id = o.entry_id and so.line = o.line
    )
    select entry_id, line, sum(amount)::bigint as closed_minor from (
      select entry_id, line, amount from settled
      union all
      select entry_id, line, sign(own) * least(abs(own), abs(other)) from reversed
    ) parts group by 1, 2
  )`;
}

/** Whether lines of an account `a` stay open until they are settled. */
export const hasOpenItems = sql<boolean>`(a.type in ('receivable', 'payable')
  or coalesce(a.purpose in ('cod_owed', 'driver_wallet'), false))`;
