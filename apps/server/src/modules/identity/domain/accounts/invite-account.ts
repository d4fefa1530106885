import type { Context } from "../../../../platform/context.ts";
import { findUser } from "../../../directory/index.ts";
import { linkForCode } from "../codes/code-mail.ts";
import { insertCode } from "../codes/code-store.ts";
import type { Identity } from "../identity.ts";
import { type Account, findAccount, findAccountByEmail, findProviders, insertAccount } from "./account-store.ts";

export type Invitation = {
  email: string;
  lifetimeMs: number;
  /** The account of an invitation that is sent again. */
  uid?: string;
  /** The link is shown to whoever invites instead of mailed. */
  isShown?: boolean;
};

/**
 * The account of someone who is invited, made if need be, and a link that sets its first password.
 * The link is null once the account had a password or was signed in to: from then on only its owner sets one.
 */
export async function inviteAccount(
  identity: Identity,
  context: Context,
  { email, lifetimeMs, uid, isShown = false }: Invitation,
): Promise<{ uid: string; link: { href: string; expiresAt: Date } | null }> {
  const account = uid === undefined ? await findOrCreateAccount(context, email) : await findAccount(context, uid);
  if (!account) throw new Error(`The account ${email} could not be created.`);
  if (await hasBeenUsed(context, account)) return { uid: account.uid, link: null };
  const { code, expiresAt } = await insertCode(context, {
    kind: "PASSWORD_RESET",
    uid: account.uid,
    email,
    isInvitation: true,
    isShown,
    lifetimeMs,
  });
  return { uid: account.uid, link: { href: linkForCode(identity, "PASSWORD_RESET", code, null), expiresAt } };
}

/**
 * Someone new gets an account that nobody has had before. Where a stranger or a program has made one for the address,
 * the address moves over with the link in the mail, and whatever opened the other account opens nothing of theirs.
 */
async function findOrCreateAccount(context: Context, email: string): Promise<Account | null> {
  const holder = await findAccountByEmail(context, email);
  if (holder && (await findUser(context, holder.uid))) return holder;
  return insertAccount(context, holder ? {} : { email });
}

async function hasBeenUsed(context: Context, account: Account): Promise<boolean> {
  const { password_hash, password_updated_at, last_login_at, uid } = account;
  if (password_hash !== null || password_updated_at !== null || last_login_at !== null) return true;
  return (await findProviders(context, uid)).length > 0;
}
