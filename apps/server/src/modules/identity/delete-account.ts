import type { Context } from "../../platform/context.ts";
import { sendMail } from "../../platform/mail/send-mail.ts";
import { removeUser } from "../directory/index.ts";
import { deleteAccount } from "./account-store.ts";
import { proofOf, provenAccount, requireRecentSignIn } from "./call-account.ts";
import { textField } from "./call-fields.ts";
import { accountDeletedMail } from "./code-mail.ts";
import type { Operation } from "./identity.ts";
import { noteAccount } from "./note-account.ts";
import { WireError } from "./wire-error.ts";

/** Deletes the account that asks, with all its sessions. */
export const deleteAccountCall: Operation = async (identity, call) => {
  const kind = "identitytoolkit#DeleteAccountResponse";
  if (call.isAdmin && call.body.idToken === undefined) {
    const uid = textField(call.body, "localId");
    if (!uid) throw new WireError("MISSING_LOCAL_ID");
    const isDeleted = await call.transact((context) => removeForGood(context, uid));
    if (!isDeleted) throw new WireError("USER_NOT_FOUND");
    return { kind };
  }
  const proof = await proofOf(identity, call);
  await call.transact(async (context) => {
    const account = await provenAccount(context, proof);
    requireRecentSignIn(proof, call.now);
    await removeForGood(context, account.uid);
    if (account.email) await sendMail(context, accountDeletedMail(identity, account.email));
  });
  return { kind };
};

/** Removes the account and its person; the last superadmin stays. */
async function removeForGood(context: Context, uid: string): Promise<boolean> {
  await noteAccount(context, uid, "account.deleted");
  await removeUser(context, uid);
  return deleteAccount(context, uid);
}
