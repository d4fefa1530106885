import type { Code } from "../../domain/codes/code-store.ts";
import { requireCode } from "../../domain/codes/require-code.ts";
import { resetPassword } from "../../domain/passwords/reset-password.ts";
import { textField } from "../call-fields.ts";
import type { Operation } from "../wire-call.ts";

/** Checks a code without using it up, or sets a new password with it. */
export const resetPasswordCall: Operation = async (identity, { body, context }) => {
  const code = textField(body, "oobCode");
  const password = textField(body, "newPassword");
  return password === undefined
    ? describeCode(await context.transact((tx) => requireCode(tx, code)))
    : describeCode(await resetPassword(identity, context, { code, password }));
};

function describeCode({ kind, email, new_email }: Code) {
  return {
    kind: "identitytoolkit#ResetPasswordResponse",
    requestType: kind,
    ...(kind !== "EMAIL_SIGNIN" && { email }),
    ...(new_email && { newEmail: new_email }),
  };
}
