import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import type { BookLine } from "./book-entry.ts";

/** Refuses lines that would bring an account to sums which can no longer be told to the minor unit. */
export async function requireExactSums({ db, tenantId }: Context, lines: readonly BookLine[]): Promise<void> {
  if (lines.length === 0) return;
  const { rows } = await sql<{ code: string; currency: string }>`
    select a.code, sums.currency from (
      select account_id, currency, sum(debit) as debit, sum(credit) as credit from (
        select account_id, currency, debit_minor as debit, credit_minor as credit from ledger_day_sums
        where tenant_id = ${tenantId} and account_id = any(${lines.map((line) => line.account_id)}::uuid[])
        union all
        select l.account_id, l.currency, greatest(l.amount_minor, 0), greatest(-l.amount_minor, 0)
        from jsonb_populate_recordset(null::ledger_lines, ${JSON.stringify(lines)}::jsonb) l
      ) amounts group by 1, 2
    ) sums join ledger_accounts a on a.tenant_id = ${tenantId} and a.id = sums.account_id
    where greatest(sums.debit, sums.credit) > ${Number.MAX_SAFE_INTEGER} order by 1, 2 limit 1`.execute(db);
  const [full] = rows;
  if (full) throw new AppError("conflict", `Account ${full.code} can hold no more ${full.currency}: use another one.`);
}
