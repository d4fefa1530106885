import type { CallContext, Identity } from "../identity.ts";
import { IdentityError } from "../identity-error.ts";
import { type IdentitySettings, readIdentitySettings } from "../identity-settings.ts";
import { requirePassword } from "../passwords/password-policy.ts";
import { beginSession, issueTokens, type Tokens } from "../sessions/open-session.ts";
import { proveIdToken, requireProvenAccount } from "../sessions/prove-account.ts";
import { type Account, insertAccount, updateAccount } from "./account-store.ts";
import {
  changeAddress,
  changePassword,
  isAddressTaken,
  requireOwner,
  requireUnverifiedChange,
} from "./change-credentials.ts";
import { parseEmail } from "./email-address.ts";

type Credentials = { email: string | undefined; password: string | undefined };

/** Makes an account with an address and a password, and signs its owner in. */
export async function createAccount(
  identity: Identity,
  context: CallContext,
  input: Credentials & { displayName: string | undefined },
): Promise<{ account: Account; tokens: Tokens }> {
  const settings = await context.transact(readIdentitySettings);
  if (!settings.allowsSelfSignUp) throw new IdentityError("admins-only");
  const { email, passwordHash } = await requireCredentials(identity, settings, input);
  const { account, session } = await context.transact(async (tx) => {
    if (await isAddressTaken(tx, "", email)) throw new IdentityError("email-taken");
    const created = await insertAccount(tx, {
      email,
      password_hash: passwordHash,
      password_updated_at: context.now,
      display_name: input.displayName || null,
    });
    if (!created) throw new IdentityError("email-taken");
    const session = await beginSession({ tx, context, uid: created.uid, signIn: { provider: "password" } });
    return { account: created, session };
  });
  return { account, tokens: await issueTokens(identity, context, session) };
}

/** Makes an account that only the tokens of this call open. */
export async function createAnonymousAccount(
  identity: Identity,
  context: CallContext,
): Promise<{ uid: string; tokens: Tokens }> {
  const settings = await context.transact(readIdentitySettings);
  if (!settings.allowsAnonymous) throw new IdentityError("admins-only");
  const session = await context.transact(async (tx) => {
    const account = await insertAccount(tx, { is_anonymous: true });
    if (!account) throw new IdentityError("uid-taken");
    return beginSession({ tx, context, uid: account.uid, signIn: { provider: "anonymous" } });
  });
  return { uid: session.uid, tokens: await issueTokens(identity, context, session) };
}

/** Adds an address and a password to one's own account. */
export async function addPassword(
  identity: Identity,
  context: CallContext,
  input: Credentials & { idToken: string | undefined; displayName: string | undefined },
): Promise<{ uid: string; email: string; tokens: Tokens }> {
  const settings = await context.transact(readIdentitySettings);
  const { email, passwordHash } = await requireCredentials(identity, settings, input);
  const proof = await proveIdToken(identity, context, input.idToken);
  const session = await context.transact(async (tx) => {
    const account = await requireProvenAccount(tx, proof);
    requireOwner(account, proof, context.now);
    if (email !== account.email) {
      await requireUnverifiedChange(tx, account);
      await changeAddress(identity, tx, { account, email, isVerified: false });
    }
    await changePassword(tx, { account, passwordHash });
    if (input.displayName) await updateAccount(tx, account.uid, { display_name: input.displayName });
    return beginSession({ tx, context, uid: account.uid, signIn: { provider: "password" } });
  });
  return { uid: session.uid, email, tokens: await issueTokens(identity, context, session) };
}

async function requireCredentials(
  identity: Identity,
  settings: IdentitySettings,
  input: Credentials,
): Promise<{ email: string; passwordHash: string }> {
  if (input.email === undefined) throw new IdentityError("email-missing");
  const email = parseEmail(input.email);
  if (!input.password) throw new IdentityError("password-missing");
  await requirePassword(input.password, settings.password, email);
  return { email, passwordHash: await identity.passwords.hash(input.password) };
}
