import { addPassword, createAccount, createAnonymousAccount } from "../../domain/accounts/create-account.ts";
import { createAccountAsAdmin } from "../../domain/accounts/create-account-as-admin.ts";
import type { AdminContext, Identity } from "../../domain/identity.ts";
import { emailField, flagField, idTokenField, phoneField, profileField, textField } from "../call-fields.ts";
import { describeTokens } from "../describe-account.ts";
import { requireNoFactors } from "../require-no-factors.ts";
import { type Call, findAdminContext, type Operation } from "../wire-call.ts";
import { WireError } from "../wire-error.ts";

const kind = "identitytoolkit#SignupNewUserResponse";

/** Makes an account with a password, an anonymous one, or adds a password to the account of the caller. */
export const signUp: Operation = async (identity, call) => {
  const { body, context } = call;
  const admin = findAdminContext(call);
  if (admin) return signUpAsAdmin(identity, admin, call);
  if (body.localId !== undefined) throw new WireError("UNEXPECTED_PARAMETER", { detail: "User ID" });
  const idToken = idTokenField(body);
  const isAnonymous = idToken === undefined && body.email === undefined && body.password === undefined;
  if (isAnonymous) {
    const { uid, tokens } = await createAnonymousAccount(identity, context);
    return { kind, localId: uid, ...describeTokens(tokens) };
  }
  const input = {
    email: textField(body, "email"),
    password: textField(body, "password"),
    displayName: profileField(body, "displayName"),
  };
  if (idToken !== undefined) {
    const { uid, email, tokens } = await addPassword(identity, context, { ...input, idToken });
    return { kind, localId: uid, email, ...describeTokens(tokens) };
  }
  const { account, tokens } = await createAccount(identity, context, input);
  return {
    kind,
    localId: account.uid,
    email: account.email,
    ...(account.display_name && { displayName: account.display_name }),
    ...describeTokens(tokens),
  };
};

async function signUpAsAdmin(identity: Identity, context: AdminContext, { body }: Call) {
  requireNoFactors(body);
  const uid = textField(body, "localId");
  if (uid !== undefined && (uid === "" || uid.length > 128)) throw new WireError("INVALID_LOCAL_ID");
  const account = await createAccountAsAdmin(identity, context, {
    uid,
    email: emailField(body) ?? null,
    password: textField(body, "password"),
    displayName: profileField(body, "displayName") || null,
    photoUrl: profileField(body, "photoUrl") || null,
    phoneNumber: phoneField(body) || null,
    isVerified: flagField(body, "emailVerified") ?? false,
    isLocked: flagField(body, "disabled") ?? false,
  });
  return {
    kind,
    localId: account.uid,
    ...(account.email && { email: account.email }),
    ...(account.display_name && { displayName: account.display_name }),
  };
}
