import { findUser } from "../../../directory/index.ts";
import { findAccount, findAccountByPhone, insertAccount } from "../../domain/accounts/account-store.ts";
import { isAddressTaken } from "../../domain/accounts/change-credentials.ts";
import { noteAccount } from "../../domain/accounts/record-account-event.ts";
import type { Call, Identity, ProjectAdmin } from "../../domain/identity.ts";
import { readIdentitySettings } from "../../domain/identity-settings.ts";
import { requirePassword } from "../../domain/passwords/password-policy.ts";
import { requireNoFactors, requireRight } from "../../domain/service-accounts/guard-accounts.ts";
import { emailField, phoneField, profileField, textField } from "../call-fields.ts";
import { WireError } from "../wire-error.ts";

/** Makes an account for somebody who acts for the project. It opens nothing in the console until somebody invites it. */
export async function createAsAdmin(identity: Identity, call: Call, admin: ProjectAdmin) {
  requireRight(admin, "manage");
  requireNoFactors(call.body);
  const email = emailField(call.body) ?? null;
  const localId = textField(call.body, "localId");
  if (localId !== undefined && (localId === "" || localId.length > 128)) throw new WireError("INVALID_LOCAL_ID");
  const password = textField(call.body, "password");
  const settings = await call.transact(readIdentitySettings);
  if (password !== undefined) await requirePassword(password, settings.password, email);
  const hash = password === undefined ? null : await identity.passwords.hash(password);
  const phoneNumber = phoneField(call.body) || null;
  const account = await call.transact(async (context) => {
    // Somebody on the list whose account is gone must not get another's.
    if (localId && (await findUser(context, localId))) throw new WireError("DUPLICATE_LOCAL_ID");
    if (email !== null && (await isAddressTaken(context, "", email))) throw new WireError("EMAIL_EXISTS");
    const created = await insertAccount(context, {
      ...(localId && { uid: localId }),
      email,
      password_hash: hash,
      password_updated_at: hash === null ? null : call.now,
      display_name: profileField(call.body, "displayName") || null,
      photo_url: profileField(call.body, "photoUrl") || null,
      phone_number: phoneNumber,
      email_verified: call.body.emailVerified === true,
      is_disabled: call.body.disabled === true,
    });
    if (created) {
      await noteAccount(context, created.uid, "account.created");
      return created;
    }
    if (localId && (await findAccount(context, localId))) throw new WireError("DUPLICATE_LOCAL_ID");
    const isNumberTaken = phoneNumber !== null && (await findAccountByPhone(context, phoneNumber)) !== null;
    throw new WireError(isNumberTaken ? "PHONE_NUMBER_EXISTS" : "EMAIL_EXISTS");
  });
  return {
    kind: "identitytoolkit#SignupNewUserResponse",
    localId: account.uid,
    ...(account.email && { email: account.email }),
    ...(account.display_name && { displayName: account.display_name }),
  };
}
