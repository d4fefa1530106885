import type { LedgerPurpose } from "@console/contracts";
import { type Selectable, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { DB } from "../../../platform/db/schema.gen.ts";
import { keepAccountPurposes } from "../../metrics/index.ts";

export type AccountRow = Selectable<DB["ledger_accounts"]>;
type Scope = Pick<Context, "db" | "tenantId">;

/** One page of the accounts, by code; with words those in whose code or name they all stand. */
export async function selectAccounts(
  { db, tenantId }: Scope,
  { after, words, limit }: { after: string | null; words: readonly string[]; limit: number },
): Promise<AccountRow[]> {
  let query = db.selectFrom("ledger_accounts").selectAll().where("tenant_id", "=", tenantId);
  if (after !== null) query = query.where(sql<boolean>`lower(code) > lower(${after})`);
  for (const word of words) query = query.where(sql<boolean>`strpos(lower(code || ' ' || name), ${word}) > 0`);
  return query.orderBy(sql`lower(code)`).limit(limit).execute();
}

/** Accounts by their ids or codes, as they were asked for. */
export async function findAccounts(
  { db, tenantId }: Scope,
  names: readonly string[],
): Promise<Map<string, AccountRow>> {
  const { rows } = await sql<AccountRow & { asked: string }>`
    select distinct on (asked) asked, a.* from unnest(${[...new Set(names)]}::text[]) asked
    join ledger_accounts a on a.tenant_id = ${tenantId} and (a.id::text = asked or lower(a.code) = lower(asked))
    order by asked, a.id::text = asked desc`.execute(db);
  return new Map(rows.map(({ asked, ...row }) => [asked, row]));
}

/** The account of a name, however it is spelled. */
export async function findAccountByName({ db, tenantId }: Scope, name: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom("ledger_accounts")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst();
}

/** What accounts stand at, by currency. */
export async function selectBalances(
  { db, tenantId }: Scope,
  accounts: readonly string[],
): Promise<Map<string, { currency: string; balanceMinor: number }[]>> {
  const { rows } = await sql<{ account_id: string; currency: string; balance: number }>`
    select account_id, currency, sum(debit_minor - credit_minor)::bigint as balance from ledger_day_sums
    where tenant_id = ${tenantId} and account_id = any(${accounts}::uuid[]) group by 1, 2 order by 1, 2`.execute(db);
  const balances = new Map<string, { currency: string; balanceMinor: number }[]>();
  for (const { account_id, currency, balance } of rows) {
    const own = balances.get(account_id) ?? [];
    own.push({ currency, balanceMinor: balance });
    balances.set(account_id, own);
  }
  return balances;
}

/** Adds an account; undefined where its code or its name is taken. Figures know it by its name, or by its source's key. */
export async function insertAccount(
  context: Context,
  { member, ...account }: Omit<AccountRow, "tenant_id" | "created_at" | "member" | "is_open"> & { member?: string },
): Promise<AccountRow | undefined> {
  const { db, tenantId, now } = context;
  const row = await db
    .insertInto("ledger_accounts")
    .values({ ...account, tenant_id: tenantId, member: member ?? account.name, is_open: true, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row) await keepAccountPurposes(context, [toAccountPurpose(row)]);
  return row;
}

/** What an account is used for, as figures know the account. */
export function toAccountPurpose({ member, purpose }: Pick<AccountRow, "member" | "purpose">) {
  return { key: member, purpose: purpose as LedgerPurpose | null };
}

export async function updateAccount(
  context: Context,
  id: string,
  changes: Partial<Omit<AccountRow, "tenant_id" | "id">>,
): Promise<AccountRow | undefined> {
  const { db, tenantId } = context;
  const row = await db
    .updateTable("ledger_accounts")
    .set(changes)
    .where("tenant_id", "=", tenantId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  if (row) await keepAccountPurposes(context, [toAccountPurpose(row)]);
  return row;
}

/** Whether another account has a code or a name. */
export async function isTaken(
  { db, tenantId }: Scope,
  { id, code, name }: { id: string | null; code: string; name: string },
): Promise<"code" | "name" | null> {
  const { rows } = await sql<{ is_code: boolean }>`select lower(code) = lower(${code}) as is_code from ledger_accounts
    where tenant_id = ${tenantId} and id is distinct from ${id}::uuid
      and (lower(code) = lower(${code}) or lower(name) = lower(${name}) or lower(member) = lower(${name}))
    order by 1 desc limit 1`.execute(db);
  const [row] = rows;
  return row ? (row.is_code ? "code" : "name") : null;
}

/** Whether something counts on an account, or waits for it. */
export async function isUsed({ db, tenantId }: Scope, id: string): Promise<boolean> {
  const { rows } = await sql<{ is_used: boolean }>`select exists (
      select from ledger_day_sums where tenant_id = ${tenantId} and account_id = ${id}::uuid
    ) or exists (
      select from ledger_entries e where e.tenant_id = ${tenantId} and e.is_pending
        and e.pending_lines @> jsonb_build_array(jsonb_build_object('account_id', ${id}::text))
    ) as is_used`.execute(db);
  return rows[0]?.is_used ?? false;
}
