import { type getLedgerAgeing as contract, type LedgerAgeing, ledgerAgeingBuckets } from "@console/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import type { SnapshotContext } from "../../../platform/context.ts";
import { dayIn, loadMetricState } from "../../metrics/index.ts";
import { agedLines, chooseEarlierDay } from "./aged-lines.ts";
import { requireExact } from "./read-statement.ts";

type Row = { party: string | null; currency: string; bucket: number; amount: number };

/** What is open at the end of a day by how late it is: the figure `receivable_balance` by `ageing_bucket`, to the unit. */
export async function readAgeing(
  context: SnapshotContext,
  { side, asOf }: z.output<(typeof contract)["input"]>,
): Promise<LedgerAgeing> {
  const { timeZone } = (await loadMetricState(context)).settings;
  const day = asOf ?? dayIn(timeZone, context.now);
  const { rows } = await sql<Row>`
    select party, currency, bucket, sum(amount)::bigint as amount from ${agedLines(context, { side, day })}
    group by 1, 2, 3 order by 1 nulls last, 2, 3`.execute(context.db);
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
    group.buckets[row.bucket] = requireExact((group.buckets[row.bucket] ?? 0) + row.amount, chooseEarlierDay);
    group.total = requireExact(group.total + row.amount, chooseEarlierDay);
    groups.set(id, group);
  }
  return [...groups.values()].filter(({ buckets, party }) => party === null || buckets.some((amount) => amount !== 0));
}
