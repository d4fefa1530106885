import type { Context } from "../../../../platform/context.ts";
import { sendMail } from "../../../../platform/mail/send-mail.ts";
import { changeUserEmail, findUser } from "../../../directory/index.ts";
import { addressLeftMail, addressRemovedMail } from "../codes/code-mail.ts";
import { voidCodes } from "../codes/code-store.ts";
import { offerRecovery } from "../codes/offer-recovery.ts";
import type { Identity } from "../identity.ts";
import { IdentityError } from "../identity-error.ts";
import { readIdentitySettings } from "../identity-settings.ts";
import { setPassword } from "../passwords/set-password.ts";
import { type Proof, requireRecentSignIn } from "../sessions/prove-account.ts";
import { endSessions } from "../sessions/session-store.ts";
import { type Account, findAccountByEmail, updateAccount } from "./account-store.ts";
import { findPersonByEmail } from "./find-person.ts";
import { notifyAddressTaken, notifyPasswordChanged, notifyProvider } from "./notify-owner.ts";
import { recordAccountEvent } from "./record-account-event.ts";

/** Refuses to change what opens an account unless its owner signed in a moment ago. */
export function requireOwner(account: Account, proof: Proof, now: Date): void {
  // Nobody can sign in again to an account that has no address yet: its token is all that its owner has.
  if (account.is_anonymous && account.email === null) return;
  requireRecentSignIn(account, proof, now);
}

/** Where accounts are hidden, an address is changed only by a link that was sent to the new one. */
export async function requireUnverifiedChange(context: Context, account: Account): Promise<void> {
  const { hidesAccounts } = await readIdentitySettings(context);
  if (!hidesAccounts || account.email === null) return;
  throw new IdentityError("switched-off", { detail: "Please verify the new email before changing email." });
}

/** Whether an address opens, or is invited to open, another account than this one. */
export async function isAddressTaken(context: Context, uid: string, email: string): Promise<boolean> {
  const account = await findAccountByEmail(context, email);
  const user = await findPersonByEmail(context, email);
  return (account !== null && account.uid !== uid) || (user !== null && user.uid !== uid);
}

/** Gives an account another address, in the directory too, ends its sessions, and tells the old and the new address. */
export async function changeAddress(
  identity: Identity,
  context: Context,
  {
    account,
    email,
    isVerified,
    isRecovery = false,
  }: { account: Account; email: string; isVerified: boolean; isRecovery?: boolean },
): Promise<Account> {
  if (await isAddressTaken(context, account.uid, email)) throw new IdentityError("email-taken");
  await endSessions(context, account.uid);
  await voidCodes(context, account.uid);
  const changes = { email, email_verified: isVerified, valid_since: context.now };
  const changed = await updateAccount(context, account.uid, changes);
  await changeUserEmail(context, account.uid, email);
  await recordAccountEvent(context, account.uid, "account.email_changed");
  if (account.email && isRecovery) await sendMail(context, addressLeftMail(identity, account.email));
  if (account.email && !isRecovery) {
    await offerRecovery(identity, context, { uid: account.uid, oldEmail: account.email, newEmail: email });
  }
  await notifyAddressTaken(context, account, email);
  return changed ?? account;
}

/** Takes the address of an account away and tells it. Someone on the list of users is there by the address, and keeps it. */
export async function removeAddress(identity: Identity, context: Context, account: Account): Promise<void> {
  if (account.email === null) return;
  if (await findUser(context, account.uid)) {
    throw new IdentityError("switched-off", { detail: "This account keeps its address. Change it instead." });
  }
  await updateAccount(context, account.uid, { email: null, email_verified: false });
  await recordAccountEvent(context, account.uid, "account.email_removed");
  await sendMail(context, addressRemovedMail(identity, account.email));
}

/** Sets a password, ends the sessions that the old one had opened, and tells the address. */
export async function changePassword(
  context: Context,
  {
    account,
    passwordHash,
    more = {},
  }: { account: Account; passwordHash: string; more?: Parameters<typeof updateAccount>[2] },
): Promise<Account> {
  const changed = (await setPassword(context, account.uid, passwordHash, more)) ?? account;
  if (changed.email) await notifyPasswordChanged(context, changed);
  return changed;
}

/** Tells the owner that a way to sign in was added or removed. */
export async function notifyProviderChange(
  context: Context,
  { account, provider, isAdded }: { account: Account; provider: string; isAdded: boolean },
): Promise<void> {
  await recordAccountEvent(context, account.uid, isAdded ? "account.provider_added" : "account.provider_removed");
  if (account.email) await notifyProvider(context, account, { provider, isAdded });
}

/** The same for all that are taken away at once; a password that is cleared is one of them, and told once. */
export async function notifyRemovedProviders(
  context: Context,
  {
    account,
    providers,
    clearedFields,
  }: { account: Account; providers: readonly string[]; clearedFields: ReadonlySet<string> },
): Promise<void> {
  const removed = new Set(providers);
  if (clearedFields.has("password")) removed.add("password");
  for (const provider of removed) await notifyProviderChange(context, { account, provider, isAdded: false });
}
