import { sql } from "kysely";
import type { Context } from "../../../../platform/context.ts";
import { sendMail } from "../../../../platform/mail/send-mail.ts";
import { findAccountByEmail } from "../accounts/account-store.ts";
import { isAddressTaken } from "../accounts/change-credentials.ts";
import { parseEmail } from "../accounts/email-address.ts";
import { findPersonByEmail } from "../accounts/find-person.ts";
import { recordAccountEvent } from "../accounts/record-account-event.ts";
import { type AdminContext, type CallContext, type Identity, isAdminContext, type ProjectAdmin } from "../identity.ts";
import { IdentityError } from "../identity-error.ts";
import { type IdentitySettings, readIdentitySettings } from "../identity-settings.ts";
import { requireNobodysAccount, requireRight } from "../service-accounts/guard-accounts.ts";
import { proveIdToken, requireProvenAccount, requireRecentSignIn } from "../sessions/prove-account.ts";
import { recordFailure, requireNoWait } from "../sign-in/attempts.ts";
import { codeMail, linkForCode } from "./code-mail.ts";
import { type CodeKind, insertCode } from "./code-store.ts";
import { requireContinueUrl, requireLinkHost } from "./continue-url.ts";
import { rememberTestCode } from "./test-codes.ts";

export type CodeInput = {
  kind: CodeKind;
  email: string | undefined;
  newEmail: string | undefined;
  /** Of the person whose own account the code is for. */
  idToken: string | undefined;
  continueUrl: string | undefined;
  linkHost: string | undefined;
  /** A program mails the link itself. */
  returnsLink: boolean;
};

type Addressee = { kind: CodeKind; uid: string | null; email: string; newEmail?: string };

/** `isReal` is false where an unknown address gets the same answer and no mail. */
type PossibleAddressee = Addressee & { isReal: boolean };

/** Sends a mail with a link that proves who reads it. */
export async function sendCode(
  identity: Identity,
  context: CallContext,
  input: CodeInput,
): Promise<{ email: string; link: { code: string; href: string } | null }> {
  const { returnsLink } = input;
  if (returnsLink && (!isAdminContext(context) || input.idToken !== undefined)) {
    throw new IdentityError("programs-only");
  }
  const settings = await context.transact(readIdentitySettings);
  const continueUrl = requireContinueUrl(identity, settings, input.continueUrl);
  requireLinkHost(identity, input.linkHost);

  const addressee = await findAddressee(identity, context, input, settings);
  if (!identity.isTestMode && !returnsLink) await limitMails(context, addressee.email);
  const link = await context.transact(async (tx) => {
    if (context.admin && returnsLink) await requireDeliverable(tx, context.admin, addressee);
    const issued = await insertCode(tx, addressee);
    const { code } = issued;
    const href = linkForCode(identity, addressee.kind, code, continueUrl);
    const send = () => sendMail(tx, codeMail(identity, addressee, issued, href));
    if (!addressee.isReal) {
      await doAndRollBack(tx, send);
      return null;
    }
    if (identity.isTestMode) rememberTestCode({ ...addressee, code, link: href });
    if (!returnsLink) await send();
    if (context.admin && addressee.uid) {
      const act = returnsLink ? "account.link_handed_over" : "account.link_mailed";
      await recordAccountEvent(tx, addressee.uid, act, { kind: addressee.kind });
    }
    return returnsLink ? { code, href } : null;
  });
  return { email: addressee.email, link };
}

/** Does the work and takes it back, so that an unknown address takes as long as a known one. */
async function doAndRollBack({ db }: Context, work: () => Promise<void>): Promise<void> {
  await sql`savepoint as_if`.execute(db);
  await work();
  await sql`rollback to savepoint as_if`.execute(db);
}

async function findAddressee(
  identity: Identity,
  context: CallContext,
  input: CodeInput,
  settings: IdentitySettings,
): Promise<PossibleAddressee> {
  const { kind, idToken } = input;
  if (isAdminContext(context) && idToken === undefined) return findAddresseeForAdmin(context, input, settings);
  if (kind === "VERIFY_EMAIL" || kind === "VERIFY_AND_CHANGE_EMAIL") {
    return findOwnAddress(identity, context, input, settings);
  }
  const email = requireEmail(input.email);
  if (kind === "EMAIL_SIGNIN" && !settings.allowsEmailLink) throw new IdentityError("switched-off");
  const account = await context.transact((tx) => findAccountByEmail(tx, email));
  if (kind === "EMAIL_SIGNIN") return { kind, uid: account?.uid ?? null, email, isReal: true };
  if (!account && !settings.hidesAccounts) throw new IdentityError("email-unknown");
  return { kind, uid: account?.uid ?? null, email, isReal: account !== null && !account.is_disabled };
}

function requireEmail(email: string | undefined): string {
  if (email === undefined) throw new IdentityError("email-missing");
  return parseEmail(email);
}

function requireNewEmail(newEmail: string | undefined): string {
  if (newEmail === undefined) throw new IdentityError("new-email-missing");
  return parseEmail(newEmail);
}

/** Whom someone means who acts for the project; nothing is hidden from them, but a link for a person goes by mail. */
async function findAddresseeForAdmin(
  context: AdminContext,
  input: CodeInput,
  settings: IdentitySettings,
): Promise<PossibleAddressee> {
  const { kind } = input;
  const { admin } = context;
  requireRight(admin, "links");
  const email = requireEmail(input.email);
  if (kind === "EMAIL_SIGNIN" && !settings.allowsEmailLink) throw new IdentityError("switched-off");
  return context.transact(async (tx) => {
    const account = await findAccountByEmail(tx, email);
    if (!account && kind !== "EMAIL_SIGNIN") {
      throw new IdentityError("email-unknown", { detail: "There is no account with this address." });
    }
    const addressee = { kind, uid: account?.uid ?? null, email, isReal: account === null || !account.is_disabled };
    if (kind !== "VERIFY_AND_CHANGE_EMAIL") return addressee;
    const newEmail = requireNewEmail(input.newEmail);
    // Its link goes to the new address, which the program has chosen.
    await requireDeliverable(tx, admin, addressee);
    if (await isAddressTaken(tx, account?.uid ?? "", newEmail)) throw new IdentityError("email-taken");
    return { ...addressee, newEmail };
  });
}

/** Refuses a program a link that opens or changes the account of someone on the list of users. */
async function requireDeliverable(context: Context, admin: ProjectAdmin, { uid, email }: Addressee): Promise<void> {
  requireRight(admin, "links");
  if (uid !== null) return requireNobodysAccount(context, admin, uid);
  const person = await findPersonByEmail(context, email);
  if (person) await requireNobodysAccount(context, admin, person.uid);
}

async function findOwnAddress(
  identity: Identity,
  context: CallContext,
  input: CodeInput,
  settings: IdentitySettings,
): Promise<PossibleAddressee> {
  const { kind } = input;
  const proof = await proveIdToken(identity, context, input.idToken);
  return context.transact(async (tx) => {
    const account = await requireProvenAccount(tx, proof);
    if (!account.email) throw new IdentityError("email-missing");
    const own = { kind, uid: account.uid, email: account.email };
    if (kind === "VERIFY_EMAIL") return { ...own, isReal: true };
    requireRecentSignIn(account, proof, context.now);
    const newEmail = requireNewEmail(input.newEmail);
    const isTaken = await isAddressTaken(tx, account.uid, newEmail);
    if (isTaken && !settings.hidesAccounts) throw new IdentityError("email-taken");
    return { ...own, newEmail, isReal: !isTaken };
  });
}

/** Every mail counts as an attempt, known address or not. */
async function limitMails(context: CallContext, email: string): Promise<void> {
  const subjects = [
    { kind: "mail", name: email },
    { kind: "mailAddress", name: context.address },
  ] as const;
  await context.transact(async (tx) => {
    await requireNoWait(tx, subjects);
    await recordFailure(tx, subjects);
  });
}
