import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";

/** What refers to entries, and goes before them. */
const followers = [
  "ledger_deposit_parts",
  "ledger_deposits",
  "ledger_hand_in_days",
  "ledger_hand_ins",
  "ledger_payout_lines",
  "ledger_payouts",
  "ledger_settlement_lines",
  "ledger_bank_matches",
  "ledger_bank_lines",
  "ledger_kept_entries",
] as const;

/** Removes the entries of a tenant that leaves for good, and says how many rows of each table. */
export async function removeBook({ db, tenantId }: Pick<Context, "db" | "tenantId">): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  for (const name of followers) {
    const { numDeletedRows } = await db.deleteFrom(name).where("tenant_id", "=", tenantId).executeTakeFirstOrThrow();
    removed[name] = Number(numDeletedRows);
  }
  const { rows } = await sql<{ removed: Record<string, number> }>`select remove_ledger() as removed`.execute(db);
  return { ...removed, ...rows[0]?.removed };
}
