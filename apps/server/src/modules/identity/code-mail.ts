import { publicAddress } from "../../platform/config.ts";
import type { Mail } from "../../platform/mail/outbox-store.ts";
import type { CodeKind } from "./code-store.ts";
import type { Identity } from "./identity.ts";

const modes: Record<CodeKind, string> = {
  PASSWORD_RESET: "resetPassword",
  VERIFY_EMAIL: "verifyEmail",
  EMAIL_SIGNIN: "signIn",
  VERIFY_AND_CHANGE_EMAIL: "verifyAndChangeEmail",
  RECOVER_EMAIL: "recoverEmail",
};

type Words = { subject: string; what: string; action: string; otherwise: string };

/** The address in a mail; its host comes from the configuration, never from a request. */
export function codeLink({ config }: Identity, kind: CodeKind, code: string, continueUrl: string | null): string {
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
  link: string,
): Mail {
  const words = wordsFor(kind, config.productName, newEmail ?? "");
  return {
    to: [kind === "VERIFY_AND_CHANGE_EMAIL" && newEmail ? newEmail : email],
    subject: words.subject,
    text: [words.what, "", link, "", words.otherwise].join("\n"),
    html: htmlOf(config.productName, words, link),
  };
}

function wordsFor(kind: CodeKind, product: string, newEmail: string): Words {
  switch (kind) {
    case "PASSWORD_RESET":
      return {
        subject: `${product}: set a new password`,
        what: "Somebody, probably you, asked for a new password. The link works once, for an hour.",
        action: "Set a new password",
        otherwise: "If it was not you, leave this mail alone: your password stays as it is.",
      };
    case "VERIFY_EMAIL":
      return {
        subject: `${product}: confirm your e-mail address`,
        what: "Confirm that this address is yours. The link works once, for three days.",
        action: "Confirm the address",
        otherwise: "If you do not use this console, leave this mail alone.",
      };
    case "EMAIL_SIGNIN":
      return {
        subject: `${product}: sign in`,
        what: "Sign in with this link. It works once, for an hour.",
        action: "Sign in",
        otherwise: "If you did not ask for it, leave this mail alone.",
      };
    case "VERIFY_AND_CHANGE_EMAIL":
      return {
        subject: `${product}: confirm your new e-mail address`,
        what: `Confirm that you want to sign in as ${newEmail} from now on. The link works once, for a day.`,
        action: "Use this address",
        otherwise: "If you did not ask for it, leave this mail alone: nothing changes.",
      };
    case "RECOVER_EMAIL":
      return {
        subject: `${product}: your e-mail address was changed`,
        what: `Your account now signs in as ${newEmail}. If that was not you, take it back within a week.`,
        action: "Take it back",
        otherwise: "If it was you, there is nothing to do.",
      };
  }
}

/** The mail that tells of a changed password. */
export function passwordChangedMail({ config }: Identity, email: string): Mail {
  const words: Words = {
    subject: `${config.productName}: your password was changed`,
    what: "The password of your account was changed, and all devices were signed out.",
    action: "Set a new password",
    otherwise: "If it was you, there is nothing to do. If not, set a new password at once.",
  };
  const link = new URL("/forgot-password", publicAddress(config)).href;
  return {
    to: [email],
    subject: words.subject,
    text: [words.what, "", words.otherwise, "", link].join("\n"),
    html: htmlOf(config.productName, words, link),
  };
}

/** Always light, since mail programs have themes of their own. */
function htmlOf(product: string, { what, action, otherwise }: Words, link: string): string {
  const safe = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  const paragraph = (text: string) => `<p style="margin:0 0 16px;line-height:1.5">${safe(text)}</p>`;
  return `<!doctype html><html lang="en"><body style="margin:0;background:#f6f7f9;color:#12161c;font-family:Arial,sans-serif;font-size:15px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="480" cellpadding="0" cellspacing="0" style="max-width:480px;background:#ffffff;border:1px solid #e1e5ea;border-radius:8px"><tr><td style="padding:24px">
<p style="margin:0 0 16px;font-weight:bold">${safe(product)}</p>${paragraph(what)}
<p style="margin:0 0 16px"><a href="${safe(link)}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#2a55d9;color:#ffffff;text-decoration:none;font-weight:bold">${safe(action)}</a></p>
<p style="margin:0 0 16px;color:#4f5969;font-size:13px;word-break:break-all">${safe(link)}</p>${paragraph(otherwise)}
</td></tr></table></td></tr></table></body></html>`;
}
