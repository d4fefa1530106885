import type { Context } from "../../../../platform/context.ts";
import { type Account, findAccountByEmail, insertAccount, updateAccount } from "../../domain/accounts/account-store.ts";
import { changeAddress, requireOwner } from "../../domain/accounts/change-credentials.ts";
import { requireCode, spendCode } from "../../domain/codes/require-code.ts";
import type { Identity, Operation } from "../../domain/identity.ts";
import { readIdentitySettings } from "../../domain/identity-settings.ts";
import { beginSession, requireEnabled, tokensOf } from "../../domain/sessions/open-session.ts";
import { type Proof, proofOf, provenAccount } from "../../domain/sessions/prove-account.ts";
import { emailField, textField } from "../call-fields.ts";
import { WireError } from "../wire-error.ts";

/** Opens a session for whoever reads the mail with the link. */
export const signInWithEmailLink: Operation = async (identity, call) => {
  if (call.body.email === undefined || call.body.email === null) throw new WireError("MISSING_EMAIL");
  const email = emailField(call.body) ?? "";
  const oobCode = textField(call.body, "oobCode");
  if (!oobCode) throw new WireError("MISSING_OOB_CODE");
  const proof = call.body.idToken === undefined ? null : await proofOf(identity, call);
  const { account, isNewUser, session } = await call.transact(async (context) => {
    const settings = await readIdentitySettings(context);
    if (!settings.allowsEmailLink) throw new WireError("OPERATION_NOT_ALLOWED");
    const code = await requireCode(context, oobCode, ["EMAIL_SIGNIN"]);
    if (code.email !== email) {
      throw new WireError("INVALID_EMAIL", { detail: "The email provided does not match the sign-in email address." });
    }
    const opened = proof
      ? { account: await linkAddress(context, identity, proof, email), isNewUser: false }
      : await findOrCreate(context, email, settings.allowsSelfSignUp);
    // The address may have gone over to another account since.
    if (!proof && code.uid !== null && code.uid !== opened.account.uid) throw new WireError("INVALID_OOB_CODE");
    await spendCode(context, oobCode, ["EMAIL_SIGNIN"]);
    await updateAccount(context, opened.account.uid, {
      email_verified: true,
      uses_email_link: true,
      is_anonymous: false,
    });
    return { ...opened, session: await beginSession(context, call, opened.account.uid, { provider: "password" }) };
  });
  return {
    kind: "identitytoolkit#EmailLinkSigninResponse",
    email,
    localId: account.uid,
    isNewUser,
    ...(await tokensOf(identity, call, session)),
  };
};

async function findOrCreate(context: Context, email: string, mayCreate: boolean) {
  const known = await findAccountByEmail(context, email);
  if (known) requireEnabled(known);
  if (!known && !mayCreate) throw new WireError("ADMIN_ONLY_OPERATION");
  const account = known ?? (await insertAccount(context, { email }));
  if (!account) throw new WireError("EMAIL_EXISTS");
  return { account, isNewUser: known === null };
}

async function linkAddress(context: Context, identity: Identity, proof: Proof, email: string): Promise<Account> {
  const account = await provenAccount(context, proof);
  requireOwner(account, proof, context.now);
  return email === account.email ? account : changeAddress(context, identity, account, { email, isVerified: true });
}
