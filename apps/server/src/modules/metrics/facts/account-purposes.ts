import type { LedgerPurpose } from "@console/contracts";
import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { ledgerPostings } from "./fact-tables.ts";
import { markChanged } from "./ingest-facts.ts";

/** What an account is used for, by the key that figures know it by; null for nothing of their own. */
type AccountPurpose = { key: string; purpose: LedgerPurpose | null };

/**
 * Has figures count accounts for what they are used for now. Where that has changed, all days of their postings are
 * counted anew; an account without a posting is known from its first one on.
 */
export async function keepAccountPurposes(context: Context, accounts: readonly AccountPurpose[]): Promise<void> {
  const { db, tenantId } = context;
  const { rows } = await sql<{ id: number; purpose: LedgerPurpose | null }>`
    select m.id, given.purpose
    from unnest(${accounts.map(({ key }) => key)}::text[], ${accounts.map(({ purpose }) => purpose)}::text[])
      as given (key, purpose)
    join members m on m.tenant_id = ${tenantId} and m.dimension = 'account' and m.key = given.key
    left join account_purposes kept on kept.tenant_id = ${tenantId} and kept.account_id = m.id
    where kept.purpose is distinct from given.purpose`.execute(db);
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await sql`delete from account_purposes where tenant_id = ${tenantId} and account_id = any(${ids}::int[])`.execute(db);
  await sql`insert into account_purposes (tenant_id, account_id, purpose)
    select ${tenantId}, id, purpose from unnest(${ids}::int[], ${rows.map(({ purpose }) => purpose)}::text[])
      as changed (id, purpose) where purpose is not null`.execute(db);
  const days = await sql<{ day: string }>`select distinct day::text as day from ledger_postings
    where tenant_id = ${tenantId} and account_id = any(${ids}::int[])`.execute(db);
  await markChanged(context, ledgerPostings.table, new Set(days.rows.map(({ day }) => day)));
}
