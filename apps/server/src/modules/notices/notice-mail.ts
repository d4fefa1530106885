import { type Config, publicAddress } from "../../platform/config.ts";
import { platformTenant } from "../../platform/context.ts";
import { layOutMail } from "../../platform/mail/mail-layout.ts";
import type { Mail } from "../../platform/mail/outbox-store.ts";

/** What an email says of one notice. */
export type NoticeWords = { subject: string; text: string | null; link: string | null; times: number };

type Reader = { to: string[]; tenantId: string; mayBeSwitchedOff: boolean };

/** The email of one notice. */
export function noticeMail(
  config: Config,
  { subject, text, link }: NoticeWords,
  { to, tenantId, mayBeSwitchedOff }: Reader,
  action: { label: string; path: string } | null,
): Mail {
  const words = text ?? `${subject}.`;
  const button = action ?? (link === null ? null : { label: "Open", path: link });
  const href = button ? `${publicAddress(config)}${button.path}` : null;
  const footer = mayBeSwitchedOff ? choicesLine(config, tenantId) : null;
  return {
    to,
    subject: `${config.productName}: ${subject}`,
    text: [words, href, footer].filter((part) => part !== null).join("\n\n"),
    html: layOutMail(config.productName, {
      paragraphs: words.split("\n\n"),
      button: button && href ? { label: button.label, href } : null,
      footer,
    }),
  };
}

/** One email for all that was held: the daily summary, or what came during the quiet hours. */
export function summaryMail(
  config: Config,
  notices: readonly NoticeWords[],
  { to, tenantId }: Omit<Reader, "mayBeSwitchedOff">,
): Mail {
  const lines = notices.map(({ subject, link, times }) => {
    const often = times > 1 ? ` (${times} times)` : "";
    return `${subject}${often}${link === null ? "" : `\n${publicAddress(config)}${link}`}`;
  });
  const footer = choicesLine(config, tenantId);
  return {
    to,
    subject: `${config.productName}: ${notices.length} notifications`,
    text: [...lines, footer].join("\n\n"),
    html: layOutMail(config.productName, { paragraphs: lines, button: null, footer }),
  };
}

function choicesLine(config: Config, tenantId: string): string {
  const page = tenantId === platformTenant ? "/admin/profile" : "/tenant/profile";
  return `Choose which emails you get in your profile: ${publicAddress(config)}${page}`;
}
