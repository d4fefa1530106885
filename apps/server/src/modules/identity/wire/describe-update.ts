import { type Account, providersOf } from "../domain/accounts/account-store.ts";
import type { Call, Identity } from "../domain/identity.ts";
import { tokensOf } from "../domain/sessions/open-session.ts";
import type { Session } from "../domain/sessions/session-store.ts";
import { providerInfo, redactedHash } from "./operations/look-up-account.ts";

/** The account as an update tells it, with tokens when the old ones have ended. */
export async function describeUpdate(identity: Identity, call: Call, account: Account, session: Session | null) {
  const providers = await call.transact((context) => providersOf(context, account.uid));
  return {
    kind: "identitytoolkit#SetAccountInfoResponse",
    localId: account.uid,
    ...(account.email && { email: account.email, emailVerified: account.email_verified }),
    ...(account.display_name && { displayName: account.display_name }),
    ...(account.photo_url && { photoUrl: account.photo_url }),
    providerUserInfo: providerInfo(account, providers),
    ...(account.password_hash && { passwordHash: redactedHash }),
    ...(session && (await tokensOf(identity, call, session))),
  };
}
