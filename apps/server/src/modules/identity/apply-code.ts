import type { Context } from "../../platform/context.ts";
import { changeUserEmail } from "../directory/index.ts";
import { findAccount, findAccountByEmail, updateAccount } from "./account-store.ts";
import { textField } from "./call-fields.ts";
import type { Code } from "./code-store.ts";
import { describeUpdate } from "./describe-update.ts";
import type { Call, Identity } from "./identity.ts";
import { noteAccount } from "./note-account.ts";
import { offerRecovery } from "./offer-recovery.ts";
import { spendCode } from "./require-code.ts";
import { endSessions } from "./session-store.ts";
import { WireError } from "./wire-error.ts";

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
    const next = code.kind === "RECOVER_EMAIL" ? code.email : (code.new_email ?? "");
    return changeAddress(context, identity, code, before.uid, next);
  });
  if (!account) throw new WireError("USER_NOT_FOUND");
  return describeUpdate(identity, call, account, null);
}

async function changeAddress(context: Context, identity: Identity, code: Code, uid: string, email: string) {
  const owner = await findAccountByEmail(context, email);
  if (owner && owner.uid !== uid) throw new WireError("EMAIL_EXISTS");
  await endSessions(context, uid);
  const changed = await updateAccount(context, uid, { email, email_verified: true, valid_since: context.now });
  await changeUserEmail(context, uid, email);
  await noteAccount(context, uid, "account.email_changed");
  if (code.kind === "VERIFY_AND_CHANGE_EMAIL") {
    await offerRecovery(context, identity, { uid, oldEmail: code.email, newEmail: email });
  }
  return changed;
}
