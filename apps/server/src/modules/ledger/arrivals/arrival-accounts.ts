import { randomUUID } from "node:crypto";
import type { LedgerAccountType } from "@console/contracts";
import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { StoredPosting } from "../../metrics/index.ts";
import { type AccountRow, insertAccount } from "../accounts/account-store.ts";
import { figureTypes } from "../book/write-facts.ts";

/** An account as a source names it. */
export type NamedAccount = Pick<StoredPosting, "account" | "accountType">;

/** The account that takes the other side of lists that have one side only, such as payments of a bank. */
const clearing: NamedAccount = { account: { key: "Clearing", name: "Clearing" }, accountType: "Other" };

/** Accounts of the book as sources name them. */
export type KnownAccounts = ReadonlyMap<string, AccountRow>;

/** Where the codes of new accounts begin, by their type. */
const firstCodes: Record<LedgerAccountType, number> = {
  cash: 1000,
  receivable: 1100,
  asset: 1500,
  payable: 2000,
  liability: 2100,
  equity: 3000,
  income: 4000,
  expense: 5000,
};

const longestCode = 40;
const longestName = 120;

/** The accounts that sources name by their code, their name or the key that figures know them by. */
export async function findNamedAccounts(context: Context, named: readonly NamedAccount[]): Promise<KnownAccounts> {
  const keys = [...new Set(named.map(({ account }) => account.key))];
  const names = keys.map((key) => named.find(({ account }) => account.key === key)?.account.name ?? key);
  const { rows } = await sql<AccountRow & { asked: string }>`
    select distinct on (asked.key) asked.key as asked, a.*
    from unnest(${keys}::text[], ${names}::text[]) as asked (key, name)
    join ledger_accounts a on a.tenant_id = ${context.tenantId} and (lower(a.member) = lower(asked.key)
      or lower(a.code) = lower(asked.key) or lower(a.name) in (lower(asked.key), lower(asked.name)))
    order by asked.key, lower(a.member) = lower(asked.key) desc, lower(a.code) = lower(asked.key) desc, a.code`.execute(
    context.db,
  );
  return new Map(rows.map(({ asked, ...row }) => [asked, row]));
}

/** Why postings cannot go to an account of the book; null where they can. */
export function findAccountProblem({ account, accountType }: NamedAccount, known: KnownAccounts): string | null {
  const row = known.get(account.key);
  if (!row) return `The book has no account “${account.name}”. Add it, then try again.`;
  const type = figureTypes[row.type as LedgerAccountType];
  if (type === accountType) return null;
  return `Account ${row.code} counts as ${type} in the book and as ${accountType} in the source.`;
}

/** Whether accounts that the book does not have are added: as long as nobody has made one by hand. */
export async function addsAccounts({ db, tenantId }: Pick<Context, "db" | "tenantId">): Promise<boolean> {
  const own = await db
    .selectFrom("ledger_accounts")
    .select("id")
    .where("tenant_id", "=", tenantId)
    .where("is_by_hand", "=", true)
    .limit(1)
    .executeTakeFirst();
  return own === undefined;
}

/** Adds the accounts that sources name and the book does not have, and gives all of them. */
export async function addNamedAccounts(context: Context, named: readonly NamedAccount[]): Promise<KnownAccounts> {
  const known = await findNamedAccounts(context, named);
  const missing = new Map(
    named.flatMap((one) => (known.has(one.account.key) ? [] : [[one.account.key.toLowerCase(), one] as const])),
  );
  for (const one of missing.values()) await addAccount(context, one);
  return missing.size === 0 ? known : findNamedAccounts(context, named);
}

/** The account of the other side, which is there from the first list on that has none. */
export async function requireClearing(context: Context): Promise<AccountRow> {
  const row = (await addNamedAccounts(context, [clearing])).get(clearing.account.key);
  if (!row) throw new Error("The clearing account could not be added.");
  return row;
}

async function addAccount(context: Context, { account, accountType }: NamedAccount): Promise<void> {
  const type = guessType(accountType, account.name);
  const name = account.name.slice(0, longestName);
  await insertAccount(context, {
    id: randomUUID(),
    code: await findFreeCode(context, account.key === account.name ? null : account.key, type),
    name,
    member: account.key,
    type,
    currency: null,
    party: null,
    party_kind: null,
    purpose: null,
    is_by_hand: false,
  });
}

/** The key of the source where it looks like a code, or else the next number of the type. */
async function findFreeCode({ db, tenantId }: Context, key: string | null, type: LedgerAccountType): Promise<string> {
  const rows = await db.selectFrom("ledger_accounts").select("code").where("tenant_id", "=", tenantId).execute();
  const taken = new Set(rows.map(({ code }) => code.toLowerCase()));
  if (key !== null && key.length <= longestCode && !taken.has(key.toLowerCase())) return key;
  let code = firstCodes[type];
  while (taken.has(String(code))) code += 10;
  return String(code);
}

/** What figures call “Other” is an asset unless its name says more. */
function guessType(accountType: NamedAccount["accountType"], name: string): LedgerAccountType {
  if (accountType === "Other") {
    if (/\b(capital|equity|reserves?|retained)\b/i.test(name)) return "equity";
    return /\b(payable|tax|vat|owed|loan|liabilit(y|ies)|deposits?)\b/i.test(name) ? "liability" : "asset";
  }
  return accountType.toLowerCase() as LedgerAccountType;
}
