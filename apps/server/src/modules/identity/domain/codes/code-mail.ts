import { publicAddress } from "../../../../platform/config.ts";
import { layOutMail } from "../../../../platform/mail/mail-layout.ts";
import { type Mail, privateLink } from "../../../../platform/mail/outbox-store.ts";
import type { Identity } from "../identity.ts";
import type { CodeKind, IssuedCode } from "./code-store.ts";

const modes: Record<CodeKind, string> = {
  PASSWORD_RESET: "resetPassword",
  VERIFY_EMAIL: "verifyEmail",
  EMAIL_SIGNIN: "signIn",
  VERIFY_AND_CHANGE_EMAIL: "verifyAndChangeEmail",
  RECOVER_EMAIL: "recoverEmail",
};

type Words = { subject: string; what: string; action: string; otherwise: string };

/** The address in a mail; its host comes from the configuration, never from a request. */
export function linkForCode({ config }: Identity, kind: CodeKind, code: string, continueUrl: string | null): string {
  const link = new URL("/reset-password", publicAddress(config));
  link.searchParams.set("mode", modes[kind]);
  link.searchParams.set("oobCode", code);
  link.searchParams.set("apiKey", "console");
  link.searchParams.set("lang", "en");
  if (continueUrl) link.searchParams.set("continueUrl", continueUrl);
  return link.href;
}

/** The mail that carries a link, in plain text and in HTML. */
export function codeMail(
  { config }: Identity,
  { kind, email, newEmail }: { kind: CodeKind; email: string; newEmail?: string | null },
  { lifetimeMs, expiresAt }: Pick<IssuedCode, "lifetimeMs" | "expiresAt">,
  href: string,
): Mail {
  const words = wordsFor(kind, { product: config.productName, newEmail: newEmail ?? "", lifetimeMs });
  return {
    to: [kind === "VERIFY_AND_CHANGE_EMAIL" && newEmail ? newEmail : email],
    subject: words.subject,
    text: [words.what, "", privateLink, "", words.otherwise].join("\n"),
    html: writeHtml(config.productName, words, privateLink),
    link: { href, expiresAt },
  };
}

/** A span of time in words, such as "10 minutes" or "an hour". */
export function durationWords(ms: number): string {
  const units: [number, string, string][] = [
    [86_400_000, "a day", "days"],
    [3_600_000, "an hour", "hours"],
    [60_000, "a minute", "minutes"],
  ];
  const [size, one, many] = units.find(([unit]) => ms >= unit && ms % unit === 0) ?? [60_000, "a minute", "minutes"];
  const count = Math.max(1, Math.round(ms / size));
  return count === 1 ? one : `${count} ${many}`;
}

function wordsFor(
  kind: CodeKind,
  { product, newEmail, lifetimeMs }: { product: string; newEmail: string; lifetimeMs: number },
): Words {
  const duration = durationWords(lifetimeMs);
  switch (kind) {
    case "PASSWORD_RESET":
      return {
        subject: `${product}: set a new password`,
        what: `Someone, probably you, asked for a new password. The link works once, for ${duration}.`,
        action: "Set a new password",
        otherwise: "If it was not you, ignore this email: your password stays as it is.",
      };
    case "VERIFY_EMAIL":
      return {
        subject: `${product}: confirm your email address`,
        what: `Confirm that this address is yours. The link works once, for ${duration}.`,
        action: "Confirm the address",
        otherwise: "If you do not use this console, ignore this email.",
      };
    case "EMAIL_SIGNIN":
      return {
        subject: `${product}: sign in`,
        what: `Sign in with this link. It works once, for ${duration}.`,
        action: "Sign in",
        otherwise: "If you did not ask for it, ignore this email.",
      };
    case "VERIFY_AND_CHANGE_EMAIL":
      return {
        subject: `${product}: confirm your new email address`,
        what: `Confirm that you want to sign in as ${newEmail} from now on. The link works once, for ${duration}.`,
        action: "Use this address",
        otherwise: "If you did not ask for it, ignore this email: nothing changes.",
      };
    case "RECOVER_EMAIL":
      return {
        subject: `${product}: your email address was changed`,
        what: `Your account now signs in as ${newEmail}. If that was not you, undo the change within ${duration}.`,
        action: "Undo the change",
        otherwise: "If it was you, there is nothing to do.",
      };
  }
}

/** The mail that tells an address that no account signs in with it any more. */
export function addressLeftMail(identity: Identity, email: string): Mail {
  return alertMail(identity, email, {
    subject: "this address no longer signs in",
    what: `The change of your account's address was undone: ${email} no longer opens it.`,
  });
}

/** The mail that tells an address that its account has none any more. */
export function addressRemovedMail(identity: Identity, email: string): Mail {
  return alertMail(identity, email, {
    subject: "this address no longer signs in",
    what: `The address ${email} was removed from your account and no longer opens it. All devices were signed out.`,
    otherwise: "If it was you, there is nothing to do. If not, tell your administrator at once.",
  });
}

/** The mail that tells someone that their account is gone. */
export function accountDeletedMail({ config }: Identity, email: string): Mail {
  return {
    to: [email],
    subject: `${config.productName}: your account was deleted`,
    text: "Your account was deleted, and all devices were signed out.\n\nIf it was not you, tell your administrator.",
  };
}

function alertMail(
  { config }: Identity,
  email: string,
  {
    subject,
    what,
    otherwise = "If it was you, there is nothing to do. If not, set a new password at once.",
  }: { subject: string; what: string; otherwise?: string },
): Mail {
  const words: Words = {
    subject: `${config.productName}: ${subject}`,
    what,
    action: "Set a new password",
    otherwise,
  };
  const href = new URL("/forgot-password", publicAddress(config)).href;
  return {
    to: [email],
    subject: words.subject,
    text: [words.what, "", words.otherwise, "", href].join("\n"),
    html: writeHtml(config.productName, words, href),
  };
}

function writeHtml(product: string, { what, action, otherwise }: Words, href: string): string {
  return layOutMail(product, { paragraphs: [what], button: { label: action, href }, footer: otherwise });
}
