import type { Context } from "../../../../platform/context.ts";
import {
  type Account,
  findAccount,
  findAccountByEmail,
  findAccountByPhone,
  findAccountByProvider,
  type Provider,
  providersOfAll,
} from "../../domain/accounts/account-store.ts";
import type { Operation } from "../../domain/identity.ts";
import { requireRight } from "../../domain/service-accounts/guard-accounts.ts";
import { proofOf, provenAccount } from "../../domain/sessions/prove-account.ts";
import { listField, objectsField, profileField } from "../call-fields.ts";
import { WireError } from "../wire-error.ts";

/** Stands for a hash that is never shown. */
export const redactedHash = "UkVEQUNURUQ=";
const seconds = (instant: Date) => String(Math.floor(instant.getTime() / 1000));
const milliseconds = (instant: Date) => String(instant.getTime());

/** What the service knows of the account that asks, or of those that somebody who acts for the project asks for. */
export const lookUpAccount: Operation = async (identity, call) => {
  const kind = "identitytoolkit#GetAccountInfoResponse";
  if (call.admin && call.body.idToken === undefined) {
    requireRight(call.admin, "read");
    const users = await call.transact(async (context) =>
      describeAccounts(context, await findAsked(context, call.body)),
    );
    return users.length > 0 ? { kind, users } : { kind };
  }
  const proof = await proofOf(identity, call);
  return call.transact(async (context) => ({
    kind,
    users: await describeAccounts(context, [await provenAccount(context, proof)]),
  }));
};

/** More at once are refused; SDKs ask for 100 at most. */
const mostAsked = 1000;

async function findAsked(context: Context, body: Record<string, unknown>): Promise<Account[]> {
  const uids = listField(body, "localId");
  const emails = listField(body, "email").map((email) => email.trim().toLowerCase());
  const phones = listField(body, "phoneNumber");
  const identities = objectsField(body, "federatedUserId");
  if (uids.length + emails.length + phones.length + identities.length > mostAsked) {
    throw new WireError("INVALID_ARGUMENT", { detail: `Ask for at most ${mostAsked} accounts at once.` });
  }
  const found: (Account | null)[] = [];
  for (const uid of uids) found.push(await findAccount(context, uid));
  for (const email of emails) found.push(await findAccountByEmail(context, email));
  for (const phone of phones) found.push(await findAccountByPhone(context, phone));
  for (const one of identities) {
    const [providerId = "", rawId = ""] = [profileField(one, "providerId"), profileField(one, "rawId")];
    found.push(await findAccountByProvider(context, providerId, rawId));
  }
  const byUid = new Map(found.filter((account) => account !== null).map((account) => [account.uid, account]));
  return [...byUid.values()];
}

/** Accounts as the wire tells of them. */
export async function describeAccounts(context: Context, accounts: readonly Account[]) {
  const providers = await providersOfAll(
    context,
    accounts.map(({ uid }) => uid),
  );
  return accounts.map((account) => describe(account, providers.get(account.uid) ?? []));
}

function describe(account: Account, providers: Provider[]) {
  const claims = account.custom_claims as object;
  return {
    localId: account.uid,
    ...(account.email && { email: account.email }),
    emailVerified: account.email_verified,
    ...(account.display_name && { displayName: account.display_name }),
    ...(account.photo_url && { photoUrl: account.photo_url }),
    ...(account.phone_number && { phoneNumber: account.phone_number }),
    ...(account.password_hash && { passwordHash: redactedHash }),
    ...(account.password_updated_at && { passwordUpdatedAt: account.password_updated_at.getTime() }),
    providerUserInfo: providerInfo(account, providers),
    validSince: seconds(account.valid_since),
    disabled: account.is_disabled,
    ...(account.last_login_at && { lastLoginAt: milliseconds(account.last_login_at) }),
    createdAt: milliseconds(account.created_at),
    ...(account.last_refresh_at && { lastRefreshAt: account.last_refresh_at.toISOString() }),
    ...(Object.keys(claims).length > 0 && { customAttributes: JSON.stringify(claims) }),
    ...(account.is_custom && { customAuth: true }),
    ...(account.uses_email_link && { emailLinkSignin: true }),
  };
}

/** The ways into an account; a password and an e-mail link both show as "password". */
export function providerInfo(account: Account, providers: Provider[]) {
  const infos: Record<string, string>[] = providers.map((provider) => ({
    providerId: provider.provider_id,
    rawId: provider.raw_id,
    federatedId: provider.raw_id,
    ...(provider.email && { email: provider.email }),
    ...(provider.display_name && { displayName: provider.display_name }),
    ...(provider.photo_url && { photoUrl: provider.photo_url }),
  }));
  if (account.email && (account.password_hash || account.uses_email_link)) {
    const { email } = account;
    infos.push({
      providerId: "password",
      rawId: email,
      federatedId: email,
      email,
      ...(account.display_name && { displayName: account.display_name }),
      ...(account.photo_url && { photoUrl: account.photo_url }),
    });
  }
  if (account.phone_number) {
    const { phone_number } = account;
    infos.push({ providerId: "phone", rawId: phone_number, phoneNumber: phone_number });
  }
  return infos;
}
