import type { Context } from "../../../../platform/context.ts";
import { type Account, findAccountByEmail, insertAccount, updateAccount } from "../accounts/account-store.ts";
import { changeAddress, requireOwner } from "../accounts/change-credentials.ts";
import { requireCode, spendCode } from "../codes/require-code.ts";
import type { CallContext, Identity } from "../identity.ts";
import { IdentityError } from "../identity-error.ts";
import { readIdentitySettings } from "../identity-settings.ts";
import { beginSession, issueTokens, requireEnabled, type Tokens } from "../sessions/open-session.ts";
import { type Proof, proveIdToken, requireProvenAccount } from "../sessions/prove-account.ts";

type EmailLink = {
  email: string;
  code: string;
  /** Of the account that gets the address; without one the link signs in. */
  idToken: string | undefined;
};

/** Opens a session for whoever reads the mail with the link. */
export async function signInWithEmailLink(
  identity: Identity,
  context: CallContext,
  { email, code, idToken }: EmailLink,
): Promise<{ account: Account; isNewUser: boolean; tokens: Tokens }> {
  const proof = idToken === undefined ? null : await proveIdToken(identity, context, idToken);
  const { account, isNewUser, session } = await context.transact(async (tx) => {
    const settings = await readIdentitySettings(tx);
    if (!settings.allowsEmailLink) throw new IdentityError("switched-off");
    const row = await requireCode(tx, code, ["EMAIL_SIGNIN"]);
    if (row.email !== email) {
      throw new IdentityError("email-invalid", {
        detail: "The email provided does not match the sign-in email address.",
      });
    }
    const opened = proof
      ? { account: await linkAddress(identity, tx, proof, email), isNewUser: false }
      : await findOrCreate(tx, email, settings.allowsSelfSignUp);
    // The address may have gone over to another account since.
    if (!proof && row.uid !== null && row.uid !== opened.account.uid) throw new IdentityError("code-invalid");
    await spendCode(tx, code, ["EMAIL_SIGNIN"]);
    await updateAccount(tx, opened.account.uid, {
      email_verified: true,
      uses_email_link: true,
      is_anonymous: false,
    });
    const signIn = { provider: "password" };
    return { ...opened, session: await beginSession({ tx, context, uid: opened.account.uid, signIn }) };
  });
  return { account, isNewUser, tokens: await issueTokens(identity, context, session) };
}

async function findOrCreate(context: Context, email: string, mayCreate: boolean) {
  const existing = await findAccountByEmail(context, email);
  if (existing) requireEnabled(existing);
  if (!existing && !mayCreate) throw new IdentityError("admins-only");
  const account = existing ?? (await insertAccount(context, { email }));
  if (!account) throw new IdentityError("email-taken");
  return { account, isNewUser: existing === null };
}

async function linkAddress(identity: Identity, context: Context, proof: Proof, email: string): Promise<Account> {
  const account = await requireProvenAccount(context, proof);
  requireOwner(account, proof, context.now);
  return email === account.email ? account : changeAddress(identity, context, { account, email, isVerified: true });
}
