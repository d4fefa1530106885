import type { Context } from "../../../../platform/context.ts";
import type { AdminContext, CallContext, Identity } from "../identity.ts";
import { readIdentitySettings } from "../identity-settings.ts";
import { requireRight } from "../service-accounts/guard-accounts.ts";
import { proveIdToken, requireProvenAccount } from "../sessions/prove-account.ts";
import {
  type AccountQuery,
  countMatchingAccounts,
  findAccountsAfter,
  findMatchingAccounts,
} from "./account-list-store.ts";
import {
  type Account,
  type AccountWithProviders,
  findAccount,
  findAccountByEmail,
  findAccountByPhone,
  findAccountByProvider,
  findProviders,
  loadProviders,
} from "./account-store.ts";

/** One's own account. */
export async function lookUpOwnAccount(
  identity: Identity,
  context: CallContext,
  { idToken }: { idToken: string | undefined },
): Promise<AccountWithProviders[]> {
  const proof = await proveIdToken(identity, context, idToken);
  return context.transact(async (tx) => loadProviders(tx, [await requireProvenAccount(tx, proof)]));
}

export type AccountKeys = {
  uids: readonly string[];
  emails: readonly string[];
  phoneNumbers: readonly string[];
  providerIdentities: readonly { providerId: string; rawId: string }[];
};

/** The accounts that someone names who acts for the project. */
export async function lookUpAccountsAsAdmin(context: AdminContext, keys: AccountKeys): Promise<AccountWithProviders[]> {
  requireRight(context.admin, "read");
  return context.transact(async (tx) => loadProviders(tx, await findAccountsByKeys(tx, keys)));
}

async function findAccountsByKeys(
  context: Context,
  { uids, emails, phoneNumbers, providerIdentities }: AccountKeys,
): Promise<Account[]> {
  const rows: (Account | null)[] = [];
  for (const uid of uids) rows.push(await findAccount(context, uid));
  for (const email of emails) rows.push(await findAccountByEmail(context, email.trim().toLowerCase()));
  for (const phoneNumber of phoneNumbers) rows.push(await findAccountByPhone(context, phoneNumber));
  for (const { providerId, rawId } of providerIdentities) {
    rows.push(await findAccountByProvider(context, providerId, rawId));
  }
  const byUid = new Map(rows.filter((account) => account !== null).map((account) => [account.uid, account]));
  return [...byUid.values()];
}

/** All accounts, page by page, in the order of their ids. */
export async function listAccountsAsAdmin(
  context: AdminContext,
  { after, limit }: { after: string; limit: number },
): Promise<{ accounts: AccountWithProviders[]; next: string | undefined }> {
  requireRight(context.admin, "read");
  return context.transact(async (tx) => {
    const rows = await findAccountsAfter(tx, after, limit + 1);
    const page = rows.slice(0, limit);
    const next = rows.length > limit ? page.at(-1)?.uid : undefined;
    return { accounts: await loadProviders(tx, page), next };
  });
}

/** The number of accounts that match, and a part of them unless only the number is wanted. */
export async function queryAccountsAsAdmin(
  context: AdminContext,
  { isCountOnly, ...query }: AccountQuery & { isCountOnly: boolean },
): Promise<{ count: number; accounts: AccountWithProviders[] | null }> {
  requireRight(context.admin, "read");
  return context.transact(async (tx) => {
    const count = await countMatchingAccounts(tx, query.matches);
    if (isCountOnly) return { count, accounts: null };
    return { count, accounts: await loadProviders(tx, await findMatchingAccounts(tx, query)) };
  });
}

/** How an address may sign in; null where accounts are hidden, and every address gets the same answer. */
export async function findSignInMethods(
  context: CallContext,
  { email }: { email: string },
): Promise<{ account: Account | null; providerIds: string[] } | null> {
  return context.transact(async (tx) => {
    const { hidesAccounts } = await readIdentitySettings(tx);
    if (hidesAccounts) return null;
    const account = await findAccountByEmail(tx, email);
    const providers = account ? await findProviders(tx, account.uid) : [];
    return { account, providerIds: providers.map(({ provider_id }) => provider_id) };
  });
}
