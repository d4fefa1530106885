import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";

export type AgeingQuestion = { side: "receivable" | "payable"; day: string };

/** Everything up to a day is in an ageing: only an earlier one has less in it. */
export const chooseEarlierDay = "Choose an earlier day.";

/**
 * The lines that are open at the end of a day, as a relation `open` with the party, the bucket and the amount that each
 * has in the ageing: a line is in the bucket of the days since it was due, in the currency that figures are in.
 */
export function agedLines({ tenantId }: Pick<Context, "tenantId">, { side, day }: AgeingQuestion): RawBuilder<unknown> {
  const isPayable = side === "payable";
  return sql`(
    select l.entry_id, l.seq, l.line, l.account_id, l.posting_day, l.due_day, e.seq as number, e.reference,
      coalesce(l.text, e.text) as text, ${sql.ref(isPayable ? "l.supplier" : "l.customer")} as party,
      l.currency as own_currency, ${isPayable ? sql`-` : sql``}l.amount_minor as own_amount,
      case when l.base_minor is null then l.currency else e.base_currency end as currency,
      ${isPayable ? sql`-` : sql``}coalesce(l.base_minor, l.amount_minor) as amount, case
        when l.due_day is null or l.due_day >= ${day}::date then 0
        else least(4, (${day}::date - l.due_day - 1) / 30 + 1)
      end as bucket
    from ledger_lines l
    join ledger_accounts a on a.tenant_id = l.tenant_id and a.id = l.account_id and a.type = ${side}
    join ledger_entries e on e.tenant_id = l.tenant_id and e.id = l.entry_id
    where l.tenant_id = ${tenantId} and l.posting_day <= ${day}
  ) open`;
}
