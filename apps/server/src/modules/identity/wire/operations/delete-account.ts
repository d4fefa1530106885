import { deleteAccountAsAdmin, deleteAccountsAsAdmin, deleteOwnAccount } from "../../domain/accounts/delete-account.ts";
import { IdentityError } from "../../domain/identity-error.ts";
import { idTokenField, listField, textField } from "../call-fields.ts";
import { findAdminContext, type Operation, requireAdmin } from "../wire-call.ts";
import { toWireError } from "../wire-codes.ts";
import { WireError } from "../wire-error.ts";

const kind = "identitytoolkit#DeleteAccountResponse";
const maxAccounts = 1000;

/** Deletes the account of the caller, or the one that a program names. */
export const deleteAccountCall: Operation = async (identity, call) => {
  const { body, context } = call;
  const admin = findAdminContext(call);
  if (!admin) {
    await deleteOwnAccount(identity, context, { idToken: idTokenField(body) });
    return { kind };
  }
  const uid = textField(body, "localId");
  if (!uid) throw new WireError("MISSING_LOCAL_ID");
  await deleteAccountAsAdmin(admin, { uid });
  return { kind };
};

/** Deletes many accounts for a program, and names those that were refused. */
export const deleteAccountsCall: Operation = async (_identity, call) => {
  const admin = requireAdmin(call);
  const uids = listField(call.body, "localIds");
  if (uids.length === 0) throw new WireError("MISSING_LOCAL_ID");
  if (uids.length > maxAccounts) {
    throw new WireError("INVALID_ARGUMENT", { detail: `Delete at most ${maxAccounts} accounts at once.` });
  }
  const refused = await deleteAccountsAsAdmin(admin, { uids });
  const errors = refused.map(({ index, uid, error }) => {
    const { message } = error instanceof IdentityError ? toWireError(error) : error;
    return { index, localId: uid, message };
  });
  return errors.length > 0 ? { errors } : {};
};
