import type { Context } from "../../platform/context.ts";
import { findUser } from "../directory/index.ts";
import {
  type Account,
  findAccountByEmail,
  insertAccount,
  providersOf,
  unlinkProviders,
  updateAccount,
} from "./account-store.ts";
import { codeLink } from "./code-mail.ts";
import { insertCode, voidAllCodes } from "./code-store.ts";
import type { Identity } from "./identity.ts";
import { noteAccount } from "./note-account.ts";
import { endSessions } from "./session-store.ts";

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
  const known = await findAccountByEmail(context, email);
  const account = known ? await startAnew(context, known) : await insertAccount(context, { email });
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

/**
 * An account that is on no list yet, and whose address nobody has proved to read, may have been made by a stranger or a
 * program: whatever opened it opens nothing from here on. Any other account stays as it is.
 */
async function startAnew(context: Context, account: Account): Promise<Account | null> {
  const isProven = account.email_verified && !account.is_managed;
  if (isProven || (await findUser(context, account.uid))) return account;
  if (!(await hasBeenUsed(context, account))) return account;
  await endSessions(context, account.uid);
  await voidAllCodes(context, account.uid);
  await unlinkProviders(context, account.uid);
  await noteAccount(context, account.uid, "account.started_anew");
  return updateAccount(context, account.uid, {
    password_hash: null,
    password_updated_at: null,
    last_login_at: null,
    uses_email_link: false,
    email_verified: false,
    is_managed: false,
    is_custom: false,
    valid_since: context.now,
  });
}

async function hasBeenUsed(context: Context, account: Account): Promise<boolean> {
  const { password_hash, password_updated_at, last_login_at, uid } = account;
  if (password_hash !== null || password_updated_at !== null || last_login_at !== null) return true;
  return (await providersOf(context, uid)).length > 0;
}
