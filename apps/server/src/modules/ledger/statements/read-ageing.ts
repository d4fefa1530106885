import { type getLedgerAgeing as contract, type LedgerAgeing, ledgerAgeingBuckets } from "@console/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import type { SnapshotContext } from "../../../platform/context.ts";
import { dayIn, loadMetricState } from "../../metrics/index.ts";
import { requireExact } from "./read-statement.ts";

type Row = { party: string | null; currency: string; bucket: number; amount: number };

/**
 * What is open at the end of a day by how late it is, in the currency that figures are in: a line is in the bucket of
 * the days since it was due. It is the figure `receivable_balance` by `ageing_bucket`, to the unit.
 */
export async function readAgeing(
  context: SnapshotContext,
  { side, asOf }: z.output<(typeof contract)["input"]>,
): Promise<LedgerAgeing> {
  const { timeZone } = (await loadMetricState(context)).settings;
  const day = asOf ?? dayIn(timeZone, context.now);
  const isPayable = side === "payable";
  const party = sql.ref(isPayable ? "l.supplier" : "l.customer");
  const { rows } = await sql<Row>`
    select party, currency, bucket, sum(amount)::bigint as amount from (
      select ${party} as party, case when l.base_minor is null then l.currency else e.base_currency end as currency,
        ${isPayable ? sql`-` : sql``}coalesce(l.base_minor, l.amount_minor) as amount, case
          when l.due_day is null or l.due_day >= ${day}::date then 0
          else least(4, (${day}::date - l.due_day - 1) / 30 + 1)
        end as bucket
      from ledger_lines l
      join ledger_accounts a on a.tenant_id = l.tenant_id and a.id = l.account_id and a.type = ${side}
      join ledger_entries e on e.tenant_id = l.tenant_id and e.id = l.entry_id
      where l.tenant_id = ${context.tenantId} and l.posting_day <= ${day}
    ) open group by 1, 2, 3 order by 1 nulls last, 2, 3`.execute(context.db);
  return { asOf: day, currencies: collect(rows, () => null), parties: collect(rows, (row) => row.party ?? "") };
}

type Sums = { party: string | null; currency: string; total: number; buckets: number[] };

/** Sums by what they are told apart by and by currency; what is settled is left out of the list of parties. */
function collect(rows: readonly Row[], keyOf: (row: Row) => string | null): Sums[] {
  const groups = new Map<string, Sums>();
  for (const row of rows) {
    const key = keyOf(row);
    const id = JSON.stringify([key, row.currency]);
    const group = groups.get(id) ?? {
      party: key === null ? null : row.party,
      currency: row.currency,
      total: 0,
      buckets: ledgerAgeingBuckets.map(() => 0),
    };
    group.buckets[row.bucket] = requireExact((group.buckets[row.bucket] ?? 0) + row.amount);
    group.total = requireExact(group.total + row.amount);
    groups.set(id, group);
  }
  return [...groups.values()].filter(({ buckets, party }) => party === null || buckets.some((amount) => amount !== 0));
}
