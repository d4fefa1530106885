import type { BankReconciliation, getBankReconciliation as contract } from "@console/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import type { SnapshotContext } from "../../../platform/context.ts";
import { dayIn, loadMetricState } from "../../metrics/index.ts";
import { requireAccount } from "../accounts/manage-accounts.ts";
import { requireExact } from "../statements/read-statement.ts";

type Row = {
  currency: string;
  since: string | null;
  book: number;
  outstanding: number;
  unmatched: number;
  explained: number;
};

/**
 * What an account stands at in the book, and what the bank should show by it. A match counts once both of its sides have
 * happened by that day. Of entries from before the first line of the files nothing is known: they are taken as seen.
 */
export async function reconcileBank(
  context: SnapshotContext,
  { account: name, asOf }: z.output<(typeof contract)["input"]>,
): Promise<BankReconciliation> {
  const { db, tenantId } = context;
  const account = await requireAccount(context, name);
  const day = asOf ?? dayIn((await loadMetricState(context)).settings.timeZone, context.now);
  const { rows } = await sql<Row>`
    with book as (
      select currency, sum(debit_minor - credit_minor) as amount from ledger_day_sums
      where tenant_id = ${tenantId} and account_id = ${account.id}::uuid and day <= ${day}::date group by 1
    ), lines as (
      select b.id, b.currency, b.day, b.amount_minor, b.explanation is not null and not exists (
          select from ledger_bank_matches m
          where m.tenant_id = ${tenantId} and m.bank_line_id = b.id and m.undone_at is null) as is_explained,
        coalesce((select sum(m.amount_minor) from ledger_bank_matches m
          join ledger_lines l on l.tenant_id = ${tenantId} and l.entry_id = m.entry_id and l.line = m.line
          where m.tenant_id = ${tenantId} and m.bank_line_id = b.id and m.undone_at is null
            and l.posting_day <= ${day}::date), 0) as matched
      from ledger_bank_lines b
      where b.tenant_id = ${tenantId} and b.account_id = ${account.id}::uuid and b.day <= ${day}::date
    ), bank as (
      select currency, min(day) as since,
        coalesce(sum(amount_minor - matched) filter (where not is_explained), 0) as unmatched,
        coalesce(sum(amount_minor - matched) filter (where is_explained), 0) as explained
      from lines group by 1
    ), outstanding as (
      select l.currency, sum(l.amount_minor) as amount from ledger_lines l
      join bank on bank.currency = l.currency
      where l.tenant_id = ${tenantId} and l.account_id = ${account.id}::uuid and l.posting_day <= ${day}::date
        and l.posting_day >= bank.since and not exists (
          select from ledger_bank_matches m
          join ledger_bank_lines b on b.tenant_id = ${tenantId} and b.id = m.bank_line_id
          where m.tenant_id = ${tenantId} and m.entry_id = l.entry_id and m.line = l.line and m.undone_at is null
            and b.day <= ${day}::date)
      group by 1
    )
    select currency, bank.since, coalesce(book.amount, 0)::bigint as book,
      coalesce(outstanding.amount, 0)::bigint as outstanding, coalesce(bank.unmatched, 0)::bigint as unmatched,
      coalesce(bank.explained, 0)::bigint as explained
    from book full join bank using (currency) left join outstanding using (currency) order by 1`.execute(db);
  return {
    asOf: day,
    currencies: rows.map(({ currency, since, book, outstanding, unmatched, explained }) => ({
      currency,
      since,
      bookMinor: requireExact(book),
      outstandingMinor: since === null ? null : requireExact(outstanding),
      unmatchedMinor: since === null ? null : requireExact(unmatched),
      explainedMinor: since === null ? null : requireExact(explained),
      bankMinor: since === null ? null : requireExact(book - outstanding + unmatched + explained),
    })),
  };
}
