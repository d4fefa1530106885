import { findUser } from "../../../directory/index.ts";
import type { AdminContext, Identity } from "../identity.ts";
import { IdentityError } from "../identity-error.ts";
import { readIdentitySettings } from "../identity-settings.ts";
import { requirePassword } from "../passwords/password-policy.ts";
import { requireRight } from "../service-accounts/guard-accounts.ts";
import { type Account, findAccount, findAccountByPhone, insertAccount } from "./account-store.ts";
import { isAddressTaken } from "./change-credentials.ts";
import { recordAccountEvent } from "./record-account-event.ts";

export type AdminNewAccount = {
  /** Chosen by the program; undefined lets us choose. */
  uid: string | undefined;
  email: string | null;
  password: string | undefined;
  displayName: string | null;
  photoUrl: string | null;
  phoneNumber: string | null;
  isVerified: boolean;
  isLocked: boolean;
};

/** Makes an account for someone who acts for the project. It opens nothing in the console until someone invites it. */
export async function createAccountAsAdmin(
  identity: Identity,
  context: AdminContext,
  input: AdminNewAccount,
): Promise<Account> {
  const { uid, email, password, phoneNumber } = input;
  requireRight(context.admin, "manage");
  const settings = await context.transact(readIdentitySettings);
  if (password !== undefined) await requirePassword(password, settings.password, email);
  const passwordHash = password === undefined ? null : await identity.passwords.hash(password);
  return context.transact(async (tx) => {
    // Someone on the list whose account is gone must not get another's.
    if (uid && (await findUser(tx, uid))) throw new IdentityError("uid-taken");
    if (email !== null && (await isAddressTaken(tx, "", email))) throw new IdentityError("email-taken");
    const created = await insertAccount(tx, {
      ...(uid && { uid }),
      email,
      password_hash: passwordHash,
      password_updated_at: passwordHash === null ? null : context.now,
      display_name: input.displayName,
      photo_url: input.photoUrl,
      phone_number: phoneNumber,
      email_verified: input.isVerified,
      is_disabled: input.isLocked,
    });
    if (created) {
      await recordAccountEvent(tx, created.uid, "account.created");
      return created;
    }
    if (uid && (await findAccount(tx, uid))) throw new IdentityError("uid-taken");
    const isNumberTaken = phoneNumber !== null && (await findAccountByPhone(tx, phoneNumber)) !== null;
    throw new IdentityError(isNumberTaken ? "phone-taken" : "email-taken");
  });
}
