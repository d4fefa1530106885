import type { Context } from "../../platform/context.ts";
import { type Account, findAccountByEmail, insertAccount, providersOf } from "./account-store.ts";
import { codeLink } from "./code-mail.ts";
import { insertCode } from "./code-store.ts";
import type { Identity } from "./identity.ts";

/**
 * The account with this address, made if need be, and a link that sets its first password.
 * The link is null once the account had a password or was signed in to: from then on only its owner sets one.
 */
export async function inviteAccount(
  identity: Identity,
  context: Context,
  email: string,
  lifetimeMs: number,
): Promise<{ uid: string; link: { href: string; expiresAt: Date } | null }> {
  const account = (await findAccountByEmail(context, email)) ?? (await insertAccount(context, { email }));
  if (!account) throw new Error(`The account ${email} could not be made.`);
  if (await hasBeenUsed(context, account)) return { uid: account.uid, link: null };
  const { code, expiresAt } = await insertCode(context, {
    kind: "PASSWORD_RESET",
    uid: account.uid,
    email,
    isInvitation: true,
    lifetimeMs,
  });
  return { uid: account.uid, link: { href: codeLink(identity, "PASSWORD_RESET", code, null), expiresAt } };
}

async function hasBeenUsed(context: Context, account: Account): Promise<boolean> {
  const { password_hash, password_updated_at, last_login_at, uid } = account;
  if (password_hash !== null || password_updated_at !== null || last_login_at !== null) return true;
  return (await providersOf(context, uid)).length > 0;
}
