import type { CashDeposit } from "@console/contracts";
import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { flowState } from "./flow-state.ts";

type Scope = Pick<Context, "db" | "tenantId">;

export type DepositRow = Pick<CashDeposit, "id" | "state" | "currency" | "reference" | "safe" | "bank"> & {
  fingerprint: string;
  entry_id: string;
  seq: number;
  amount_minor: number;
  is_banked: boolean;
  parts: CashDeposit["parts"] | null;
  created_at: Date;
  created_by: string | null;
};

/** Whether a line of the bank is the one by which an entry raises an account. */
export function isBanked(entry: RawBuilder<unknown>, account: RawBuilder<unknown>, tenantId: string) {
  return sql<boolean>`exists (select from ledger_bank_matches m
    join ledger_lines l on l.tenant_id = m.tenant_id and l.entry_id = m.entry_id and l.line = m.line
    where m.tenant_id = ${tenantId} and m.entry_id = ${entry} and m.undone_at is null and l.account_id = ${account})`;
}

const deposits = (tenantId: string) => sql`(select t.*, e.seq, ${flowState(tenantId, sql`t.entry_id`)} as state,
    ${isBanked(sql`t.entry_id`, sql`t.bank_account_id`, tenantId)} as is_banked,
    jsonb_build_object('id', s.id, 'code', s.code, 'name', s.name) as safe,
    jsonb_build_object('id', b.id, 'code', b.code, 'name', b.name) as bank, (
      select jsonb_agg(jsonb_build_object('handIn', h.id, 'driver', h.driver, 'amountMinor', p.amount_minor)
        order by x.seq)
      from ledger_deposit_parts p join ledger_hand_ins h on h.tenant_id = p.tenant_id and h.id = p.hand_in_id
      join ledger_entries x on x.tenant_id = h.tenant_id and x.id = h.entry_id
      where p.tenant_id = t.tenant_id and p.deposit_id = t.id
    ) as parts
  from ledger_deposits t
  join ledger_entries e on e.tenant_id = t.tenant_id and e.id = t.entry_id
  join ledger_accounts s on s.tenant_id = t.tenant_id and s.id = t.safe_account_id
  join ledger_accounts b on b.tenant_id = t.tenant_id and b.id = t.bank_account_id
  where t.tenant_id = ${tenantId})`;

export async function findDeposit({ db, tenantId }: Scope, key: string): Promise<DepositRow | undefined> {
  const { rows } = await sql<DepositRow>`select t.* from ${deposits(tenantId)} t where t.key = ${key}`.execute(db);
  return rows[0];
}

type Listing = { driver?: string | undefined; day?: string | undefined; page: number; limit: number };

/** A page of deposits, the newest first: those with cash of a driver, or of a day of collection, where one is named. */
export async function selectDeposits(
  { db, tenantId }: Scope,
  { driver, day, page, limit }: Listing,
): Promise<{ rows: DepositRow[]; total: number }> {
  const isAbout = sql`exists (select from ledger_deposit_parts p
    join ledger_hand_ins h on h.tenant_id = p.tenant_id and h.id = p.hand_in_id
    join ledger_hand_in_days d on d.tenant_id = h.tenant_id and d.hand_in_id = h.id
    where p.tenant_id = ${tenantId} and p.deposit_id = t.id
      and (${driver ?? null}::text is null or h.driver = ${driver ?? null})
      and (${day ?? null}::date is null or d.day = ${day ?? null}))`;
  const where = driver === undefined && day === undefined ? sql`true` : isAbout;
  const { rows } = await sql<DepositRow>`select t.* from ${deposits(tenantId)} t where ${where}
    order by t.created_at desc, t.seq desc limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*)::int as total from ledger_deposits t
    where t.tenant_id = ${tenantId} and ${where}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** What deposits that wait for a second person will take of a safe. */
export async function sumWaiting(
  { db, tenantId }: Scope,
  { safe, currency }: { safe: string; currency: string },
): Promise<number> {
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(t.amount_minor), 0)::bigint as sum
    from ledger_deposits t where t.tenant_id = ${tenantId} and t.safe_account_id = ${safe}::uuid
      and t.currency = ${currency} and ${flowState(tenantId, sql`t.entry_id`)} = 'pending'`.execute(db);
  return rows[0]?.sum ?? 0;
}

/** The first deposit, posted or waiting, that has cash of the hand-in that an entry stands for. */
export async function findDepositOfHandIn(
  { db, tenantId }: Scope,
  entry: string,
): Promise<{ seq: number } | undefined> {
  const { rows } = await sql<{ seq: number }>`select e.seq from ledger_hand_ins h
    join ledger_deposit_parts p on p.tenant_id = h.tenant_id and p.hand_in_id = h.id
    join ledger_deposits t on t.tenant_id = p.tenant_id and t.id = p.deposit_id
    join ledger_entries e on e.tenant_id = t.tenant_id and e.id = t.entry_id
    where h.tenant_id = ${tenantId} and h.entry_id = ${entry}::uuid
      and ${flowState(tenantId, sql`t.entry_id`)} in ('posted', 'pending') order by e.seq limit 1`.execute(db);
  return rows[0];
}

/** The safe that the deposit of an entry takes from. */
export async function findSafe({ db, tenantId }: Scope, entry: string) {
  return db
    .selectFrom("ledger_deposits")
    .select(["safe_account_id", "currency"])
    .where("tenant_id", "=", tenantId)
    .where("entry_id", "=", entry)
    .executeTakeFirst();
}
