import type { getTrialBalance as contract, LedgerAccountType, TrialBalance } from "@console/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import type { SnapshotContext } from "../../../platform/context.ts";
import { dayIn, loadMetricState } from "../../metrics/index.ts";
import { requireExact } from "./read-statement.ts";

type Row = {
  id: string;
  code: string;
  name: string;
  type: LedgerAccountType;
  currency: string;
  debit: number;
  credit: number;
};

/** What every account stands at after a day. */
export async function readTrialBalance(
  context: SnapshotContext,
  { asOf }: z.output<(typeof contract)["input"]>,
): Promise<TrialBalance> {
  const { timeZone } = (await loadMetricState(context)).settings;
  const { rows } = await sql<Row>`
    select a.id, a.code, a.name, a.type, s.currency, sum(s.debit_minor)::bigint as debit,
      sum(s.credit_minor)::bigint as credit
    from ledger_day_sums s join ledger_accounts a on a.tenant_id = s.tenant_id and a.id = s.account_id
    where s.tenant_id = ${context.tenantId} and (${asOf ?? null}::date is null or s.day <= ${asOf ?? null})
    group by a.tenant_id, a.id, s.currency order by s.currency, lower(a.code)`.execute(context.db);
  const sums = new Map<string, { debit: number; credit: number }>();
  for (const { currency, debit, credit } of rows) {
    const sum = sums.get(currency) ?? { debit: 0, credit: 0 };
    sums.set(currency, { debit: sum.debit + debit, credit: sum.credit + credit });
  }
  return {
    asOf: asOf ?? dayIn(timeZone, context.now),
    currencies: [...sums].map(([currency, { debit, credit }]) => ({
      currency,
      debit: requireExact(debit, chooseEarlierDay(currency)),
      credit: requireExact(credit, chooseEarlierDay(currency)),
      difference: debit - credit,
    })),
    accounts: rows.map((row) => ({
      ...row,
      balance: requireExact(row.debit - row.credit, chooseEarlierDay(row.currency)),
    })),
  };
}

/** Everything up to a day is in a trial balance: only an earlier one has less in it. */
const chooseEarlierDay = (currency: string) =>
  `All accounts in ${currency} together hold more than that. Choose an earlier day, or statements of single accounts.`;
