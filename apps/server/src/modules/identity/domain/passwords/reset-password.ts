import type { Context } from "../../../../platform/context.ts";
import { findAccount, unlinkProviders } from "../accounts/account-store.ts";
import { changePassword } from "../accounts/change-credentials.ts";
import { takeInvitedAddress } from "../accounts/take-invited-address.ts";
import type { Code } from "../codes/code-store.ts";
import { requireCode, spendCode } from "../codes/require-code.ts";
import type { CallContext, Identity } from "../identity.ts";
import { IdentityError } from "../identity-error.ts";
import { readIdentitySettings } from "../identity-settings.ts";
import { forgetFailures, signInSubjects } from "../sign-in/attempts.ts";
import { requirePassword } from "./password-policy.ts";

/** Sets a new password with a code from a mail. */
export async function resetPassword(
  identity: Identity,
  context: CallContext,
  { code, password }: { code: string | undefined; password: string },
): Promise<Code> {
  const { email, settings } = await context.transact(async (tx) => {
    const row = await requireCode(tx, code, ["PASSWORD_RESET"]);
    return { email: row.email, settings: await readIdentitySettings(tx) };
  });
  await requirePassword(password, settings.password, email);
  const passwordHash = await identity.passwords.hash(password);
  return context.transact(async (tx) => {
    const spent = await spendCode(tx, code, ["PASSWORD_RESET"]);
    await applyPassword(tx, { code: spent, passwordHash, address: context.address });
    return spent;
  });
}

async function applyPassword(
  context: Context,
  { code, passwordHash, address }: { code: Code; passwordHash: string; address: string },
): Promise<void> {
  const holder = code.uid ? await findAccount(context, code.uid) : null;
  if (holder?.is_disabled) throw new IdentityError("account-locked");
  const account = holder && (await takeInvitedAddress(context, holder, code));
  if (!account || account.email !== code.email) throw new IdentityError("code-invalid");
  await changePassword(context, { account, passwordHash, more: { email_verified: !code.is_shown } });
  await unlinkProviders(context, account.uid);
  await forgetFailures(
    context,
    signInSubjects(code.email, address).filter(({ kind }) => kind !== "address"),
  );
}
