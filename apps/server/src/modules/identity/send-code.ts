import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import { sendMail } from "../../platform/mail/send-mail.ts";
import { findAccountByEmail } from "./account-store.ts";
import { noteFailure, requireNoWait } from "./attempts.ts";
import { proofOf, provenAccount, requireRecentSignIn } from "./call-account.ts";
import { emailField, textField } from "./call-fields.ts";
import { isAddressTaken } from "./change-credentials.ts";
import { codeLink, codeMail } from "./code-mail.ts";
import { type CodeKind, insertCode } from "./code-store.ts";
import { requireContinueUrl, requireLinkDomain } from "./continue-url.ts";
import { findPersonByEmail } from "./find-person.ts";
import type { Call, Identity, Operation, ProjectAdmin } from "./identity.ts";
import { type IdentitySettings, readIdentitySettings } from "./identity-settings.ts";
import { noteAccount } from "./note-account.ts";
import { requireNobodysAccount, requireRight } from "./service-accounts/guard-accounts.ts";
import { rememberTestCode } from "./test-codes.ts";
import { WireError } from "./wire-error.ts";

const kinds: readonly string[] = ["PASSWORD_RESET", "VERIFY_EMAIL", "EMAIL_SIGNIN", "VERIFY_AND_CHANGE_EMAIL"];
type Addressed = { kind: CodeKind; uid: string | null; email: string; newEmail?: string };

/** Sends a mail with a link that proves who reads it. */
export const sendCode: Operation = async (identity, call) => {
  const kind = textField(call.body, "requestType");
  if (!kind || kind === "OOB_REQ_TYPE_UNSPECIFIED") throw new WireError("MISSING_REQ_TYPE");
  if (!kinds.includes(kind)) throw new WireError("INVALID_REQ_TYPE");
  const returnsLink = call.body.returnOobLink === true;
  if (returnsLink && (!call.admin || call.body.idToken !== undefined)) throw new WireError("INSUFFICIENT_PERMISSION");
  const settings = await call.transact(readIdentitySettings);
  const continueUrl = requireContinueUrl(identity, call, settings);
  requireLinkDomain(identity, call);

  const addressed = await addresseeOf(identity, call, kind as CodeKind, settings);
  if (!identity.isTestMode && !returnsLink) await limitMails(call, addressed.email);
  const link = await call.transact(async (context) => {
    if (call.admin && returnsLink) await requireHandable(context, call.admin, addressed);
    const issued = await insertCode(context, addressed);
    const { code } = issued;
    const made = codeLink(identity, addressed.kind, code, continueUrl);
    const promise = () => sendMail(context, codeMail(identity, addressed, issued, made));
    if (!addressed.isReal) {
      await asIf(context, promise);
      return null;
    }
    if (identity.isTestMode) rememberTestCode({ ...addressed, oobCode: code, oobLink: made });
    if (!returnsLink) await promise();
    if (call.admin && addressed.uid) {
      const act = returnsLink ? "account.link_handed_over" : "account.link_mailed";
      await noteAccount(context, addressed.uid, act, { kind: addressed.kind });
    }
    return { code, made };
  });
  return {
    kind: "identitytoolkit#GetOobConfirmationCodeResponse",
    email: addressed.email,
    ...(returnsLink && link && { oobCode: link.code, oobLink: link.made }),
  };
};

/** Does the work and takes it back, so that an unknown address takes as long as a known one. */
async function asIf({ db }: Context, work: () => Promise<void>): Promise<void> {
  await sql`savepoint as_if`.execute(db);
  await work();
  await sql`rollback to savepoint as_if`.execute(db);
}

/** Whom the mail is for; `isReal` is false where an unknown address gets the same answer and no mail. */
async function addresseeOf(
  identity: Identity,
  call: Call,
  kind: CodeKind,
  settings: IdentitySettings,
): Promise<Addressed & { isReal: boolean }> {
  if (call.admin && call.body.idToken === undefined) return addresseeForAdmin(call, call.admin, kind, settings);
  if (kind === "VERIFY_EMAIL" || kind === "VERIFY_AND_CHANGE_EMAIL") return ownAddress(identity, call, kind, settings);
  if (call.body.email === undefined || call.body.email === null) throw new WireError("MISSING_EMAIL");
  const email = emailField(call.body) ?? "";
  if (kind === "EMAIL_SIGNIN" && !settings.allowsEmailLink) throw new WireError("OPERATION_NOT_ALLOWED");
  const account = await call.transact((context) => findAccountByEmail(context, email));
  if (kind === "EMAIL_SIGNIN") return { kind, uid: account?.uid ?? null, email, isReal: true };
  if (!account && !settings.hidesAccounts) throw new WireError("EMAIL_NOT_FOUND");
  return { kind, uid: account?.uid ?? null, email, isReal: account !== null && !account.is_disabled };
}

/** Whom somebody means who acts for the project; nothing is hidden from them, but a link for a person goes by mail. */
async function addresseeForAdmin(
  call: Call,
  admin: ProjectAdmin,
  kind: CodeKind,
  settings: IdentitySettings,
): Promise<Addressed & { isReal: boolean }> {
  requireRight(admin, "links");
  if (call.body.email === undefined || call.body.email === null) throw new WireError("MISSING_EMAIL");
  const email = emailField(call.body) ?? "";
  if (kind === "EMAIL_SIGNIN" && !settings.allowsEmailLink) throw new WireError("OPERATION_NOT_ALLOWED");
  return call.transact(async (context) => {
    const account = await findAccountByEmail(context, email);
    if (!account && kind !== "EMAIL_SIGNIN") {
      throw new WireError("EMAIL_NOT_FOUND", { detail: "There is no account with this address." });
    }
    const addressed = { kind, uid: account?.uid ?? null, email, isReal: account === null || !account.is_disabled };
    if (kind !== "VERIFY_AND_CHANGE_EMAIL") return addressed;
    const newEmail = emailField(call.body, "newEmail");
    if (newEmail === undefined) throw new WireError("MISSING_NEW_EMAIL");
    // Its link goes to the new address, which the program has chosen.
    await requireHandable(context, admin, addressed);
    if (await isAddressTaken(context, account?.uid ?? "", newEmail)) throw new WireError("EMAIL_EXISTS");
    return { ...addressed, newEmail };
  });
}

/** Refuses a program a link that opens or changes the account of somebody on the list of users. */
async function requireHandable(context: Context, admin: ProjectAdmin, { uid, email }: Addressed): Promise<void> {
  requireRight(admin, "links");
  if (uid !== null) return requireNobodysAccount(context, admin, uid);
  const person = await findPersonByEmail(context, email);
  if (person) await requireNobodysAccount(context, admin, person.uid);
}

async function ownAddress(identity: Identity, call: Call, kind: CodeKind, settings: IdentitySettings) {
  const proof = await proofOf(identity, call);
  return call.transact(async (context: Context) => {
    const account = await provenAccount(context, proof);
    if (!account.email) throw new WireError("MISSING_EMAIL");
    const own = { kind, uid: account.uid, email: account.email };
    if (kind === "VERIFY_EMAIL") return { ...own, isReal: true };
    requireRecentSignIn(account, proof, call.now);
    if (call.body.newEmail === undefined || call.body.newEmail === null) throw new WireError("MISSING_NEW_EMAIL");
    const newEmail = emailField(call.body, "newEmail") ?? "";
    const isTaken = await isAddressTaken(context, account.uid, newEmail);
    if (isTaken && !settings.hidesAccounts) throw new WireError("EMAIL_EXISTS");
    return { ...own, newEmail, isReal: !isTaken };
  });
}

/** Every mail counts as an attempt, known address or not. */
async function limitMails(call: Call, email: string): Promise<void> {
  const subjects = [
    { kind: "mail", name: email },
    { kind: "mailAddress", name: call.address },
  ] as const;
  await call.transact(async (context) => {
    await requireNoWait(context, subjects);
    await noteFailure(context, subjects);
  });
}
