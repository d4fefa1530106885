import { insertAccount, updateAccount } from "../../domain/accounts/account-store.ts";
import {
  changeAddress,
  changePassword,
  isAddressTaken,
  requireOwner,
  requireUnverifiedChange,
} from "../../domain/accounts/change-credentials.ts";
import type { Call, Identity, Operation } from "../../domain/identity.ts";
import { readIdentitySettings } from "../../domain/identity-settings.ts";
import { requirePassword } from "../../domain/passwords/password-policy.ts";
import { beginSession, tokensOf } from "../../domain/sessions/open-session.ts";
import { proofOf, provenAccount } from "../../domain/sessions/prove-account.ts";
import { emailField, profileField, textField } from "../call-fields.ts";
import { WireError } from "../wire-error.ts";
import { createAsAdmin } from "./create-as-admin.ts";

const kind = "identitytoolkit#SignupNewUserResponse";

/** Makes an account with a password, an anonymous one, or adds a password to the account that asks. */
export const signUp: Operation = async (identity, call) => {
  const isLinking = call.body.idToken !== undefined;
  if (call.admin && !isLinking) return createAsAdmin(identity, call, call.admin);
  const settings = await call.transact(readIdentitySettings);
  const wantsPassword = call.body.email !== undefined || call.body.password !== undefined;
  if (call.body.localId !== undefined) throw new WireError("UNEXPECTED_PARAMETER", { detail: "User ID" });
  if (!isLinking) {
    const isAllowed = wantsPassword ? settings.allowsSelfSignUp : settings.allowsAnonymous;
    if (!isAllowed) throw new WireError("ADMIN_ONLY_OPERATION");
  }
  if (!wantsPassword) return isLinking ? missing("EMAIL") : openAnonymous(identity, call);

  if (call.body.email === undefined || call.body.email === null) missing("EMAIL");
  const email = emailField(call.body) ?? "";
  const password = textField(call.body, "password");
  if (password === undefined || password === "") missing("PASSWORD");
  await requirePassword(password ?? "", settings.password, email);
  const hash = await identity.passwords.hash(password ?? "");
  return isLinking ? addPassword(identity, call, email, hash) : createAccount(identity, call, email, hash);
};

function missing(field: string): never {
  throw new WireError(`MISSING_${field}`);
}

async function openAnonymous(identity: Identity, call: Call) {
  const session = await call.transact(async (context) => {
    const account = await insertAccount(context, { is_anonymous: true });
    if (!account) throw new WireError("DUPLICATE_LOCAL_ID");
    return beginSession(context, call, account.uid, { provider: "anonymous" });
  });
  return { kind, localId: session.uid, ...(await tokensOf(identity, call, session)) };
}

async function createAccount(identity: Identity, call: Call, email: string, hash: string) {
  const { account, session } = await call.transact(async (context) => {
    if (await isAddressTaken(context, "", email)) throw new WireError("EMAIL_EXISTS");
    const created = await insertAccount(context, {
      email,
      password_hash: hash,
      password_updated_at: call.now,
      display_name: profileField(call.body, "displayName") || null,
    });
    if (!created) throw new WireError("EMAIL_EXISTS");
    return {
      account: created,
      session: await beginSession(context, call, created.uid, { provider: "password" }),
    };
  });
  return {
    kind,
    localId: account.uid,
    email,
    ...(account.display_name && { displayName: account.display_name }),
    ...(await tokensOf(identity, call, session)),
  };
}

async function addPassword(identity: Identity, call: Call, email: string, hash: string) {
  const proof = await proofOf(identity, call);
  const session = await call.transact(async (context) => {
    const account = await provenAccount(context, proof);
    requireOwner(account, proof, call.now);
    if (email !== account.email) {
      await requireUnverifiedChange(context, account);
      await changeAddress(context, identity, account, { email, isVerified: false });
    }
    await changePassword(context, identity, account, hash);
    const displayName = profileField(call.body, "displayName");
    if (displayName) await updateAccount(context, account.uid, { display_name: displayName });
    return beginSession(context, call, account.uid, { provider: "password" });
  });
  return { kind, localId: session.uid, email, ...(await tokensOf(identity, call, session)) };
}
