import type { Context } from "../../platform/context.ts";
import { type Account, findAccount, findAccountByEmail, type Provider, providersOf } from "./account-store.ts";
import { proofOf, provenAccount } from "./call-account.ts";
import { listField } from "./call-fields.ts";
import type { Operation } from "./identity.ts";

/** Stands for a hash that is never shown. */
export const redactedHash = "UkVEQUNURUQ=";
const seconds = (instant: Date) => String(Math.floor(instant.getTime() / 1000));
const milliseconds = (instant: Date) => String(instant.getTime());

/** What the service knows of the account that asks. */
export const lookUpAccount: Operation = async (identity, call) => {
  const kind = "identitytoolkit#GetAccountInfoResponse";
  if (call.isAdmin && call.body.idToken === undefined) {
    const users = await call.transact(async (context) => {
      const byUid = await Promise.all(listField(call.body, "localId").map((uid) => findAccount(context, uid)));
      const byEmail = await Promise.all(
        listField(call.body, "email").map((email) => findAccountByEmail(context, email.toLowerCase())),
      );
      const found = [...byUid, ...byEmail].filter((account): account is Account => account !== null);
      return Promise.all(found.map((account) => describe(context, account)));
    });
    return users.length > 0 ? { kind, users } : { kind };
  }
  const proof = await proofOf(identity, call);
  return call.transact(async (context) => ({
    kind,
    users: [await describe(context, await provenAccount(context, proof))],
  }));
};

async function describe(context: Context, account: Account) {
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
    providerUserInfo: providerInfo(account, await providersOf(context, account.uid)),
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
    ...{ providerId: provider.provider_id, rawId: provider.raw_id, federatedId: provider.raw_id },
    ...(provider.email && { email: provider.email }),
    ...(provider.display_name && { displayName: provider.display_name }),
    ...(provider.photo_url && { photoUrl: provider.photo_url }),
  }));
  if (account.email && (account.password_hash || account.uses_email_link)) {
    const { email } = account;
    infos.push({
      ...{ providerId: "password", rawId: email, federatedId: email, email },
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
