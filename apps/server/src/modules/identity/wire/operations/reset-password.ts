import type { Context } from "../../../../platform/context.ts";
import { findAccount, unlinkProviders } from "../../domain/accounts/account-store.ts";
import { changePassword } from "../../domain/accounts/change-credentials.ts";
import { takeInvitedAddress } from "../../domain/accounts/take-invited-address.ts";
import type { Code } from "../../domain/codes/code-store.ts";
import { requireCode, spendCode } from "../../domain/codes/require-code.ts";
import type { Identity, Operation } from "../../domain/identity.ts";
import { readIdentitySettings } from "../../domain/identity-settings.ts";
import { requirePassword } from "../../domain/passwords/password-policy.ts";
import { forgetFailures, signInSubjects } from "../../domain/sign-in/attempts.ts";
import { textField } from "../call-fields.ts";
import { WireError } from "../wire-error.ts";

/** Looks at a code without using it up, or sets a new password with it. */
export const resetPassword: Operation = async (identity, call) => {
  const oobCode = textField(call.body, "oobCode");
  const password = textField(call.body, "newPassword");
  if (password === undefined) return answer(await call.transact((context) => requireCode(context, oobCode)));

  const { email, settings } = await call.transact(async (context) => {
    const found = await requireCode(context, oobCode, ["PASSWORD_RESET"]);
    return { email: found.email, settings: await readIdentitySettings(context) };
  });
  await requirePassword(password, settings.password, email);
  const hash = await identity.passwords.hash(password);
  const code = await call.transact(async (context) => {
    const spent = await spendCode(context, oobCode, ["PASSWORD_RESET"]);
    await applyPassword(context, identity, spent, hash, call.address);
    return spent;
  });
  return answer(code);
};

async function applyPassword(
  context: Context,
  identity: Identity,
  code: Code,
  hash: string,
  address: string,
): Promise<void> {
  const found = code.uid ? await findAccount(context, code.uid) : null;
  if (found?.is_disabled) throw new WireError("USER_DISABLED");
  const account = found && (await takeInvitedAddress(context, found, code));
  if (!account || account.email !== code.email) throw new WireError("INVALID_OOB_CODE");
  await changePassword(context, identity, account, hash, { email_verified: !code.is_shown });
  await unlinkProviders(context, account.uid);
  await forgetFailures(
    context,
    signInSubjects(code.email, address).filter(({ kind }) => kind !== "address"),
  );
}

function answer({ kind, email, new_email }: Code) {
  return {
    kind: "identitytoolkit#ResetPasswordResponse",
    requestType: kind,
    ...(kind !== "EMAIL_SIGNIN" && { email }),
    ...(new_email && { newEmail: new_email }),
  };
}
