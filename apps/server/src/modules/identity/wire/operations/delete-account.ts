import type { Context } from "../../../../platform/context.ts";
import { AppError } from "../../../../platform/errors.ts";
import { sendMail } from "../../../../platform/mail/send-mail.ts";
import { removeUser } from "../../../directory/index.ts";
import { deleteAccount } from "../../domain/accounts/account-store.ts";
import { noteAccount } from "../../domain/accounts/record-account-event.ts";
import { accountDeletedMail } from "../../domain/codes/code-mail.ts";
import type { Operation, ProjectAdmin } from "../../domain/identity.ts";
import {
  noAccount,
  requireAdmin,
  requireNoPlatformPerson,
  requireRight,
} from "../../domain/service-accounts/guard-accounts.ts";
import { proofOf, provenAccount, requireRecentSignIn } from "../../domain/sessions/prove-account.ts";
import { listField, textField } from "../call-fields.ts";
import { WireError } from "../wire-error.ts";

/** Deletes the account that asks, with all its sessions. */
export const deleteAccountCall: Operation = async (identity, call) => {
  const kind = "identitytoolkit#DeleteAccountResponse";
  const { admin } = call;
  if (admin && call.body.idToken === undefined) {
    requireRight(admin, "manage");
    const uid = textField(call.body, "localId");
    if (!uid) throw new WireError("MISSING_LOCAL_ID");
    await call.transact((context) => removeAsAdmin(context, admin, uid));
    return { kind };
  }
  const proof = await proofOf(identity, call);
  await call.transact(async (context) => {
    const account = await provenAccount(context, proof);
    requireRecentSignIn(account, proof, call.now);
    await removeForGood(context, account.uid);
    if (account.email) await sendMail(context, accountDeletedMail(identity, account.email));
  });
  return { kind };
};

/** Deletes many accounts for somebody who acts for the project; those that are refused are told apart. */
export const deleteAccounts: Operation = async (_identity, call) => {
  const admin = requireAdmin(call);
  requireRight(admin, "manage");
  const uids = listField(call.body, "localIds");
  if (uids.length === 0) throw new WireError("MISSING_LOCAL_ID");
  if (uids.length > mostAtOnce) {
    throw new WireError("INVALID_ARGUMENT", { detail: `Delete at most ${mostAtOnce} accounts at once.` });
  }
  const errors: { index: number; localId: string; message: string }[] = [];
  for (const [index, localId] of uids.entries()) {
    try {
      await call.transact((context) => removeAsAdmin(context, admin, localId));
    } catch (error) {
      if (!(error instanceof WireError || error instanceof AppError)) throw error;
      // Who is gone is what was asked for.
      if (!error.message.startsWith("USER_NOT_FOUND")) errors.push({ index, localId, message: error.message });
    }
  }
  return errors.length > 0 ? { errors } : {};
};

const mostAtOnce = 1000;

async function removeAsAdmin(context: Context, admin: ProjectAdmin, uid: string): Promise<void> {
  await requireNoPlatformPerson(context, admin, uid);
  if (!(await removeForGood(context, uid))) throw noAccount();
}

/** Removes the account and its person; the last superadmin stays. */
async function removeForGood(context: Context, uid: string): Promise<boolean> {
  await noteAccount(context, uid, "account.deleted");
  await removeUser(context, uid);
  return deleteAccount(context, uid);
}
