import { deleteAccount } from "./account-store.ts";
import { proofOf, provenAccount, requireRecentSignIn } from "./call-account.ts";
import { textField } from "./call-fields.ts";
import type { Operation } from "./identity.ts";
import { noteAccount } from "./note-account.ts";
import { WireError } from "./wire-error.ts";

/** Deletes the account that asks, with all its sessions. */
export const deleteAccountCall: Operation = async (identity, call) => {
  const kind = "identitytoolkit#DeleteAccountResponse";
  if (call.isAdmin && call.body.idToken === undefined) {
    const uid = textField(call.body, "localId");
    if (!uid) throw new WireError("MISSING_LOCAL_ID");
    if (!(await call.transact((context) => deleteAccount(context, uid)))) throw new WireError("USER_NOT_FOUND");
    return { kind };
  }
  const proof = await proofOf(identity, call);
  await call.transact(async (context) => {
    const account = await provenAccount(context, proof);
    requireRecentSignIn(proof, call.now);
    await noteAccount(context, account.uid, "account.deleted");
    await deleteAccount(context, account.uid);
  });
  return { kind };
};
