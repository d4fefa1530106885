import type { HandIn } from "@console/contracts";
import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { presentFlows } from "./flow.ts";
import { flowState } from "./flow-state.ts";

type Scope = Pick<Context, "db" | "tenantId">;

export type HandInRow = {
  id: string;
  fingerprint: string;
  entry_id: string;
  seq: number;
  state: HandIn["state"];
  driver: string;
  branch: string | null;
  currency: string;
  safe_account_id: string;
  safe_code: string;
  safe_name: string;
  expected_minor: number;
  counted_minor: number;
  deposited_minor: number;
  denominations: { valueMinor: number; count: number }[];
  reason: string | null;
  days: { day: string; expectedMinor: number; countedMinor: number }[];
  created_at: Date;
  created_by: string | null;
};

/** What deposits have taken of a hand-in `h`: those that count, and those that wait where that is asked for. */
export function sumDeposited(tenantId: string, states: readonly string[]): RawBuilder<number> {
  return sql<number>`coalesce((select sum(p.amount_minor) from ledger_deposit_parts p
    join ledger_deposits t on t.tenant_id = p.tenant_id and t.id = p.deposit_id
    where p.tenant_id = ${tenantId} and p.hand_in_id = h.id
      and ${flowState(tenantId, sql`t.entry_id`)} = any(${states}::text[])), 0)::bigint`;
}

const handIns = (tenantId: string) => sql`(select h.*, e.seq, ${flowState(tenantId, sql`h.entry_id`)} as state,
    a.code as safe_code, a.name as safe_name, ${sumDeposited(tenantId, ["posted"])} as deposited_minor,
    ${sumDeposited(tenantId, ["posted", "pending"])} as taken_minor, (
      select jsonb_agg(jsonb_build_object('day', day, 'expectedMinor', expected, 'countedMinor', counted) order by day)
      from (select d.day, sum(d.expected_minor) as expected, sum(d.counted_minor) as counted
        from ledger_hand_in_days d where d.tenant_id = h.tenant_id and d.hand_in_id = h.id group by d.day) own
    ) as days
  from ledger_hand_ins h
  join ledger_entries e on e.tenant_id = h.tenant_id and e.id = h.entry_id
  join ledger_accounts a on a.tenant_id = h.tenant_id and a.id = h.safe_account_id
  where h.tenant_id = ${tenantId})`;

export async function findHandIn({ db, tenantId }: Scope, key: string): Promise<HandInRow | undefined> {
  const { rows } = await sql<HandInRow>`select h.* from ${handIns(tenantId)} h where h.key = ${key}`.execute(db);
  return rows[0];
}

type Listing = { driver?: string | undefined; day?: string | undefined; isUndeposited?: boolean | undefined };

/** A page of hand-ins, the newest first. */
export async function selectHandIns(
  { db, tenantId }: Scope,
  { driver, day, isUndeposited, page, limit }: Listing & { page: number; limit: number },
): Promise<{ rows: HandInRow[]; total: number }> {
  const conditions = [sql`true`];
  if (driver !== undefined) conditions.push(sql`h.driver = ${driver}`);
  if (day !== undefined) {
    conditions.push(sql`exists (select from ledger_hand_in_days d
      where d.tenant_id = ${tenantId} and d.hand_in_id = h.id and d.day = ${day})`);
  }
  if (isUndeposited) conditions.push(sql`h.state = 'posted' and h.taken_minor < h.counted_minor`);
  const where = sql.join(conditions, sql` and `);
  const { rows } = await sql<HandInRow>`select h.* from ${handIns(tenantId)} h where ${where}
    order by h.created_at desc, h.seq desc limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*)::int as total from ${handIns(tenantId)} h
    where ${where}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** What is left in a safe of hand-ins, the oldest first: of those that are named, or of all. */
export async function selectUndeposited(
  { db, tenantId }: Scope,
  { ids, currency, safe }: { ids: readonly string[] | null; currency: string | null; safe: string | null },
): Promise<{ id: string; driver: string; currency: string; safe_account_id: string; left_minor: number }[]> {
  const own = ids === null ? sql`true` : sql`h.id::text = any(${ids}::text[])`;
  const { rows } = await sql<{
    id: string;
    driver: string;
    currency: string;
    safe_account_id: string;
    left_minor: number;
  }>`select h.id, h.driver, h.currency, h.safe_account_id, (h.counted_minor - h.taken_minor)::bigint as left_minor
    from ${handIns(tenantId)} h where ${own} and h.state = 'posted' and h.taken_minor < h.counted_minor
      and (${currency}::text is null or h.currency = ${currency})
      and (${safe}::uuid is null or h.safe_account_id = ${safe}::uuid)
    order by h.created_at, h.seq`.execute(db);
  return rows;
}

export function presentHandIns(context: Context, rows: readonly HandInRow[]): Promise<HandIn[]> {
  return presentFlows(context, rows, (row) => ({
    driver: row.driver,
    branch: row.branch,
    expectedMinor: row.expected_minor,
    countedMinor: row.counted_minor,
    differenceMinor: row.counted_minor - row.expected_minor,
    depositedMinor: row.deposited_minor,
    denominations: row.denominations,
    reason: row.reason,
    days: row.days,
    safe: { id: row.safe_account_id, code: row.safe_code, name: row.safe_name },
  }));
}
