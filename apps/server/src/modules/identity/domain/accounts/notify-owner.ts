import { formatInstant, ownFormats } from "@console/figures/format";
import type { Context } from "../../../../platform/context.ts";
import { describeDevice } from "../../../../platform/describe-device.ts";
import { findUser, noticePeople } from "../../../directory/index.ts";
import { defineNoticeKind, notify } from "../../../notices/index.ts";
import { type Account, findAccount } from "./account-store.ts";

/** What happens to one's account: always emailed, so that nobody who got into it can keep its owner from hearing. */
const accountSecurity = defineNoticeKind({
  name: "account.security",
  label: "Changes to your account",
  group: "Security",
  defaultChoice: "email",
  mayBeSwitchedOff: false,
  isFor: "everyone",
});

/** Someone has signed in to one's account from where nobody had before. */
const newSignIn = defineNoticeKind({
  name: "account.sign-in",
  label: "New sign-ins to your account",
  group: "Security",
  defaultChoice: "email",
  mayBeSwitchedOff: false,
  isFor: "everyone",
});

export const identityNoticeKinds = [accountSecurity, newSignIn];

type Words = { subject: string; what: string; otherwise?: string; action?: { label: string; path: string } | null };

const usualAction = { label: "Set a new password", path: "/forgot-password" };

const profilePath = (user: { tenantId: string | null } | null) =>
  user?.tenantId ? "/tenant/profile" : "/admin/profile";

/** Tells the owner of an account what happened to it. */
export async function notifyOwner(
  context: Context,
  { uid, email }: Pick<Account, "uid" | "email">,
  {
    subject,
    what,
    otherwise = "If it was you, there is nothing to do. If not, set a new password at once.",
    action = usualAction,
  }: Words,
): Promise<void> {
  const user = await findUser(context, uid);
  await notify(context, {
    kind: accountSecurity,
    to: { person: { uid, tenantId: user?.tenantId ?? null }, email },
    subject,
    text: [what, "", otherwise].join("\n"),
    link: profilePath(user),
    ...(action && { action }),
  });
}

/** Tells of a changed password. */
export function notifyPasswordChanged(context: Context, account: Account): Promise<void> {
  return notifyOwner(context, account, {
    subject: "Your password was changed",
    what: "The password of your account was changed, and all devices were signed out.",
  });
}

/** Tells of another way to sign in that was added or taken away. */
export function notifyProvider(
  context: Context,
  account: Account,
  { provider, isAdded }: { provider: string; isAdded: boolean },
): Promise<void> {
  if (provider === "password" && !isAdded) {
    return notifyOwner(context, account, {
      subject: "You no longer sign in with a password",
      what: "The password of your account was removed, and all devices were signed out.",
    });
  }
  const name = provider === "google.com" ? "Google" : provider;
  return notifyOwner(context, account, {
    subject: isAdded ? `You can sign in with ${name} now` : `You no longer sign in with ${name}`,
    what: isAdded
      ? `A ${name} account was added to your account as a way to sign in.`
      : `The ${name} account was removed from your account as a way to sign in.`,
  });
}

/** Tells of a session that two have used. */
export function notifySessionReused(context: Context, account: Account): Promise<void> {
  return notifyOwner(context, account, {
    subject: "We ended one of your sessions",
    what: "One of your sessions was used from two places at once, which happens when someone has copied it. We ended it.",
    otherwise: "Sign in again. If you do not know why, set a new password.",
  });
}

/** Tells someone that an account signs in with their address from now on. */
export function notifyAddressTaken(context: Context, { uid }: Pick<Account, "uid">, email: string): Promise<void> {
  return notifyOwner(
    context,
    { uid, email },
    {
      subject: "You sign in with this address now",
      what: `Your account now signs in as ${email}, and all devices were signed out.`,
    },
  );
}

/** Tells of a sign-in from a browser or a network that is new for the account, with what the list of sessions says of it. */
export async function notifyNewSignIn(
  context: Context,
  { uid, userAgent, address }: { uid: string; userAgent: string; address: string },
): Promise<void> {
  const account = await findAccount(context, uid);
  const person = await noticePeople.findPerson(context, uid);
  const user = await findUser(context, uid);
  const timeZone = person?.timeZone ?? "UTC";
  const device = describeDevice(userAgent);
  const at = formatInstant(context.now.getTime(), { ...ownFormats, timeZone });
  const sessions = `${profilePath(user)}#sessions`;
  await notify(context, {
    kind: newSignIn,
    to: { person: { uid, tenantId: user?.tenantId ?? null }, email: account?.email ?? null },
    subject: `New sign-in to your account: ${device}`,
    text: [
      `${device}, from the address ${address}, on ${at} (${timeZone}).`,
      "",
      "If it was you, there is nothing to do. If not, end that session and set a new password at once.",
    ].join("\n"),
    link: sessions,
    action: { label: "See your sessions", path: sessions },
  });
}
