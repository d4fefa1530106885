import { requireAnotherSuperadmin } from "../directory/index.ts";
import { findAccount, updateAccount } from "./account-store.ts";
import { emailField, textField } from "./call-fields.ts";
import { changeAddress, changePassword } from "./change-credentials.ts";
import type { Call, Identity } from "./identity.ts";
import { readIdentitySettings } from "./identity-settings.ts";
import { requirePassword } from "./password-policy.ts";
import { endSessions } from "./session-store.ts";
import { requireClaims } from "./sign-in-with-custom-token.ts";
import { WireError } from "./wire-error.ts";

/** What whoever acts for the whole project may change of any account. */
export async function updateAsAdmin(identity: Identity, call: Call) {
  const uid = textField(call.body, "localId") ?? "";
  const password = textField(call.body, "password");
  const settings = await call.transact(readIdentitySettings);
  if (password) await requirePassword(password, settings.password, null);
  const hash = password ? await identity.passwords.hash(password) : null;
  const validSince = textField(call.body, "validSince");
  const claims = textField(call.body, "customAttributes");
  const account = await call.transact(async (context) => {
    const before = await findAccount(context, uid);
    if (!before) throw new WireError("USER_NOT_FOUND");
    if (call.body.disableUser === true) await requireAnotherSuperadmin(context, uid);
    const email = emailField(call.body);
    const isVerified = call.body.emailVerified === true;
    const isMoved = email !== undefined && email !== before.email;
    const moved = isMoved ? await changeAddress(context, identity, before, { email, isVerified }) : before;
    if (hash) await changePassword(context, identity, moved, hash);
    if (validSince || call.body.disableUser === true) await endSessions(context, uid);
    return updateAccount(context, uid, {
      last_refresh_at: call.now,
      ...(typeof call.body.emailVerified === "boolean" && { email_verified: call.body.emailVerified }),
      ...(typeof call.body.disableUser === "boolean" && { is_disabled: call.body.disableUser }),
      ...(validSince && { valid_since: new Date(Number(validSince) * 1000) }),
      ...(claims !== undefined && { custom_claims: JSON.stringify(requireClaims(parseClaims(claims))) }),
      ...(textField(call.body, "displayName") !== undefined && {
        display_name: textField(call.body, "displayName") || null,
      }),
      ...(textField(call.body, "phoneNumber") !== undefined && {
        phone_number: textField(call.body, "phoneNumber") || null,
      }),
    });
  });
  return {
    kind: "identitytoolkit#SetAccountInfoResponse",
    localId: uid,
    ...(account?.email && { email: account.email }),
  };
}

function parseClaims(text: string): unknown {
  try {
    return JSON.parse(text || "{}");
  } catch {
    throw new WireError("INVALID_CLAIMS");
  }
}
