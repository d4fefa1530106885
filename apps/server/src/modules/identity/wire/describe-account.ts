import type { Account, AccountWithProviders, Provider } from "../domain/accounts/account-store.ts";
import type { Tokens } from "../domain/sessions/open-session.ts";

/** Stands for a hash that is never shown. */
const redactedHash = "UkVEQUNURUQ=";
const seconds = (instant: Date) => String(Math.floor(instant.getTime() / 1000));
const milliseconds = (instant: Date) => String(instant.getTime());

/** An account as a lookup answers it. */
export function describeAccount({ account, providers }: AccountWithProviders) {
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
    providerUserInfo: describeProviders(account, providers),
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

/** An account as an update answers it, with tokens when the old ones have ended. */
export function describeUpdate({ account, providers }: AccountWithProviders, tokens: Tokens | null) {
  return {
    kind: "identitytoolkit#SetAccountInfoResponse",
    localId: account.uid,
    ...(account.email && { email: account.email, emailVerified: account.email_verified }),
    ...(account.display_name && { displayName: account.display_name }),
    ...(account.photo_url && { photoUrl: account.photo_url }),
    providerUserInfo: describeProviders(account, providers),
    ...(account.password_hash && { passwordHash: redactedHash }),
    ...(tokens && describeTokens(tokens)),
  };
}

/** Tokens as every sign-in answers them. */
export function describeTokens({ idToken, refreshToken, lifetimeSeconds }: Tokens) {
  return { idToken, refreshToken, expiresIn: String(lifetimeSeconds) };
}

/** The ways into an account; a password and an email link both show as "password". */
function describeProviders(account: Account, providers: readonly Provider[]) {
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
