import type { StatementLanguage } from "@console/contracts";
import type { Context } from "../../../../platform/context.ts";
import { layOutMail } from "../../../../platform/mail/mail-layout.ts";
import { privateLink } from "../../../../platform/mail/outbox-store.ts";
import { sendMail } from "../../../../platform/mail/send-mail.ts";

type StatementMail = {
  to: string;
  tenant: string;
  /** Whose statement it is. */
  name: string;
  language: StatementLanguage;
  link: { url: string; expiresAt: string };
};

/** Mails the link to a statement to the address that someone has typed; nobody else can read the link. */
export async function mailStatement(context: Context, { to, tenant, name, language, link }: StatementMail) {
  const until = `${link.expiresAt.slice(0, 16).replace("T", " ")} UTC`;
  const { subject, paragraphs, label } = write(language, { tenant, name, until });
  await sendMail(context, {
    to: [to],
    subject,
    text: [...paragraphs.slice(0, 1), privateLink, ...paragraphs.slice(1)].join("\n\n"),
    html: layOutMail(tenant, { paragraphs, button: { label, href: privateLink }, footer: null }),
    link: { href: link.url, expiresAt: new Date(link.expiresAt) },
  });
}

function write(language: StatementLanguage, { tenant, name, until }: { tenant: string; name: string; until: string }) {
  if (language === "ar") {
    return {
      subject: `كشف حساب من ${tenant}: ${name}`,
      paragraphs: [`أرسل إليكم ${tenant} كشف الحساب: ${name}.`, `يعمل الرابط حتى ${until}.`],
      label: "فتح كشف الحساب",
    };
  }
  return {
    subject: `Statement of account from ${tenant}: ${name}`,
    paragraphs: [`${tenant} sends you the statement of account of ${name}.`, `The link works until ${until}.`],
    label: "Open the statement",
  };
}
