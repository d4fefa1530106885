import { lookUpAccountsAsAdmin, lookUpOwnAccount } from "../../domain/accounts/look-up-accounts.ts";
import { idTokenField, listField, objectsField, profileField } from "../call-fields.ts";
import { describeAccount } from "../describe-account.ts";
import { findAdminContext, type Operation } from "../wire-call.ts";
import { WireError } from "../wire-error.ts";

const kind = "identitytoolkit#GetAccountInfoResponse";

/** More at once are refused; SDKs send 100 at most. */
const maxAccounts = 1000;

/** The account of the caller, or those that a program names. */
export const lookUpAccount: Operation = async (identity, call) => {
  const { body, context } = call;
  const admin = findAdminContext(call);
  if (!admin) {
    const accounts = await lookUpOwnAccount(identity, context, { idToken: idTokenField(body) });
    return { kind, users: accounts.map(describeAccount) };
  }
  const accounts = await lookUpAccountsAsAdmin(admin, readKeys(body));
  return accounts.length > 0 ? { kind, users: accounts.map(describeAccount) } : { kind };
};

function readKeys(body: Record<string, unknown>) {
  const uids = listField(body, "localId");
  const emails = listField(body, "email");
  const phoneNumbers = listField(body, "phoneNumber");
  const identities = objectsField(body, "federatedUserId");
  if (uids.length + emails.length + phoneNumbers.length + identities.length > maxAccounts) {
    throw new WireError("INVALID_ARGUMENT", { detail: `Ask for at most ${maxAccounts} accounts at once.` });
  }
  const providerIdentities = identities.map((fields) => ({
    providerId: profileField(fields, "providerId") ?? "",
    rawId: profileField(fields, "rawId") ?? "",
  }));
  return { uids, emails, phoneNumbers, providerIdentities };
}
