import { randomInt } from "node:crypto";
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Context } from "../../../../platform/context.ts";
import type { DB } from "../../../../platform/db/schema.gen.ts";
import type { HasAddress } from "../../../directory/index.ts";

export type Account = Selectable<DB["accounts"]>;
export type Provider = Selectable<DB["account_providers"]>;

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** An opaque id of 28 letters and digits. */
function newUid(): string {
  return Array.from({ length: 28 }, () => letters[randomInt(letters.length)]).join("");
}

export async function findAccount({ db }: Context, uid: string): Promise<Account | null> {
  return (await db.selectFrom("accounts").selectAll().where("uid", "=", uid).executeTakeFirst()) ?? null;
}

export async function findAccountByEmail({ db }: Context, email: string): Promise<Account | null> {
  return (await db.selectFrom("accounts").selectAll().where("email", "=", email).executeTakeFirst()) ?? null;
}

export async function findAccountByPhone({ db }: Context, phoneNumber: string): Promise<Account | null> {
  const query = db.selectFrom("accounts").selectAll().where("phone_number", "=", phoneNumber);
  return (await query.executeTakeFirst()) ?? null;
}

/** The account that an identity at another provider opens. */
export async function findAccountByProvider(
  context: Context,
  providerId: string,
  rawId: string,
): Promise<Account | null> {
  const row = await context.db
    .selectFrom("account_providers")
    .select("uid")
    .where("provider_id", "=", providerId)
    .where("raw_id", "=", rawId)
    .executeTakeFirst();
  return row ? findAccount(context, row.uid) : null;
}

/** Makes an account; null when its email address or uid is taken. */
export async function insertAccount(
  { db, now }: Context,
  fields: Omit<Insertable<DB["accounts"]>, "uid" | "created_at" | "valid_since"> & { uid?: string },
): Promise<Account | null> {
  const inserted = await db
    .insertInto("accounts")
    .values({ uid: newUid(), ...fields, created_at: now, valid_since: now })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return inserted ?? null;
}

/** Changes an account and gives it as it is then; null when it is gone. */
export async function updateAccount(
  { db }: Context,
  uid: string,
  changes: Updateable<DB["accounts"]>,
): Promise<Account | null> {
  const query = db.updateTable("accounts").set(changes).where("uid", "=", uid).returningAll();
  return (await query.executeTakeFirst()) ?? null;
}

export async function deleteAccount({ db }: Context, uid: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("accounts").where("uid", "=", uid).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Only test mode does this. */
export async function deleteAllAccounts({ db }: Context): Promise<void> {
  await db.deleteFrom("accounts").execute();
}

/** The identities at other providers of many accounts, by the account. */
async function findProvidersByUid({ db }: Context, uids: readonly string[]): Promise<Map<string, Provider[]>> {
  const providers = new Map<string, Provider[]>(uids.map((uid) => [uid, []]));
  if (uids.length === 0) return providers;
  const rows = await db
    .selectFrom("account_providers")
    .selectAll()
    .where("uid", "in", [...uids])
    .orderBy("provider_id")
    .execute();
  for (const row of rows) providers.get(row.uid)?.push(row);
  return providers;
}

export async function findProviders({ db }: Context, uid: string): Promise<Provider[]> {
  return db.selectFrom("account_providers").selectAll().where("uid", "=", uid).orderBy("provider_id").execute();
}

/** Links an identity at another provider to an account, or brings its profile up to date. */
export async function linkProvider({ db }: Context, provider: Insertable<DB["account_providers"]>): Promise<void> {
  const { email, display_name, photo_url } = provider;
  await db
    .insertInto("account_providers")
    .values(provider)
    .onConflict((conflict) =>
      conflict.columns(["provider_id", "raw_id"]).doUpdateSet({ email, display_name, photo_url }),
    )
    .execute();
}

/** Unlinks providers of an account: those that are named, or all of them. */
export async function unlinkProviders({ db }: Context, uid: string, providerIds?: readonly string[]): Promise<void> {
  let query = db.deleteFrom("account_providers").where("uid", "=", uid);
  if (providerIds) query = query.where("provider_id", "in", [...providerIds, ""]);
  await query.execute();
}

export type AccountWithProviders = { account: Account; providers: Provider[] };

export async function loadProviders(context: Context, accounts: readonly Account[]): Promise<AccountWithProviders[]> {
  const uids = accounts.map(({ uid }) => uid);
  const providers = await findProvidersByUid(context, uids);
  return accounts.map((account) => ({ account, providers: providers.get(account.uid) ?? [] }));
}

/** Whether one of these accounts has ever signed in. */
export async function hasSignedIn({ db }: Context, uids: readonly string[]): Promise<boolean> {
  if (uids.length === 0) return false;
  const query = db
    .selectFrom("accounts")
    .select("uid")
    .where("uid", "in", [...uids])
    .where("last_login_at", "is not", null);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/** The uids of the accounts that have one of some addresses, and are or are not disabled. */
export async function selectUidsByEmail(
  { db }: Pick<Context, "db">,
  emails: readonly string[],
  isDisabled: boolean,
): Promise<string[]> {
  const rows = await db
    .selectFrom("accounts")
    .select("uid")
    .where("email", "in", emails)
    .where("is_disabled", "=", isDisabled)
    .execute();
  return rows.map(({ uid }) => uid);
}

/** SQL that tells whether the account of a uid has an address. */
export const hasAddress: HasAddress = (uid, email) =>
  sql`(select a.email = ${email} from accounts a where a.uid = ${uid})`;
