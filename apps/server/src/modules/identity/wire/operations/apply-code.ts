import { findAccount, updateAccount } from "../../domain/accounts/account-store.ts";
import { changeAddress } from "../../domain/accounts/change-credentials.ts";
import { spendCode } from "../../domain/codes/require-code.ts";
import type { Call, Identity } from "../../domain/identity.ts";
import { textField } from "../call-fields.ts";
import { describeUpdate } from "../describe-update.ts";
import { WireError } from "../wire-error.ts";

/** Applies a code from a mail: confirms an address, changes it, or takes a change back. */
export async function applyCode(identity: Identity, call: Call) {
  const account = await call.transact(async (context) => {
    const code = await spendCode(context, textField(call.body, "oobCode"), [
      "VERIFY_EMAIL",
      "VERIFY_AND_CHANGE_EMAIL",
      "RECOVER_EMAIL",
    ]);
    const before = code.uid ? await findAccount(context, code.uid) : null;
    if (!before) throw new WireError("USER_NOT_FOUND");
    if (before.is_disabled) throw new WireError("USER_DISABLED");
    if (code.kind === "VERIFY_EMAIL") {
      if (before.email !== code.email) throw new WireError("INVALID_OOB_CODE");
      return updateAccount(context, before.uid, { email_verified: true });
    }
    const isRecovery = code.kind === "RECOVER_EMAIL";
    const email = isRecovery ? code.email : (code.new_email ?? "");
    return changeAddress(context, identity, before, { email, isVerified: true, isRecovery });
  });
  if (!account) throw new WireError("USER_NOT_FOUND");
  return describeUpdate(identity, call, account, null);
}
