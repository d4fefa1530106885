import type { Config } from "../config.ts";
import type { Context } from "../context.ts";
import { defineSettings, setting } from "../settings/define-settings.ts";
import { readSettings } from "../settings/read-settings.ts";
import { selectSettings } from "../settings/setting-store.ts";
import { isMailAddress } from "./mail-address.ts";
import { mailSender } from "./transport.ts";

/** How mails leave the product, and who is told of what happens. */
export const mailSettings = defineSettings({
  name: "mail",
  label: "Email",
  help: "The mail server, the sender, and who is notified of new requests.",
  specs: {
    smtpUrl: setting<string | null>({
      label: "Mail server",
      type: "text",
      help: "An address such as smtps://user:password@mail.company.com. Without one, emails are kept in the outbox.",
      initial: null,
      isSecret: true,
      isGuarded: true,
      max: 500,
      variable: "SMTP_URL",
      fixed: ({ smtpUrl }: Config) => smtpUrl,
      check: (text) =>
        /^smtps?:\/\/\S+$/.test(text) ? null : "Enter an address that begins with smtp:// or smtps://.",
    }),
    from: setting<string | null>({
      label: "Sender",
      type: "email",
      help: "The address that emails come from.",
      initial: null,
      variable: "MAIL_FROM",
      fixed: ({ mailFrom }: Config) => mailFrom,
    }),
    admins: setting<readonly string[]>({
      label: "Notify",
      type: "choices",
      help: "Addresses to notify of access requests and of sources that need attention, separated by commas.",
      initial: [],
      variable: "ADMIN_MAIL",
      fixed: ({ adminMail }: Config) => adminMail,
      checkEach: (text) => (isMailAddress(text) ? null : `${text} is not an email address.`),
    }),
  },
});

/** The addresses of those who hear of what happens. */
export async function adminAddresses(context: Context): Promise<string[]> {
  return [...(await readSettings(context, mailSettings, ["admins"])).admins];
}

/** Whether there is a mail server; its address is secret, and read only where mails are sent. */
export async function hasMailServer(context: Context): Promise<boolean> {
  if (context.config.smtpUrl !== null) return true;
  return (await selectSettings(context, ["mail.smtpUrl"])).length > 0;
}

/** The address that mails come from; null when none are sent. */
export async function senderAddress(context: Context, { publicUrl }: { publicUrl: string }): Promise<string | null> {
  const { from } = await readSettings(context, mailSettings, ["from"]);
  return from ?? ((await hasMailServer(context)) ? mailSender({ publicUrl }) : null);
}

/** How mails are sent now. */
export function readMailSettings(context: Context) {
  return readSettings(context, mailSettings, ["smtpUrl", "from"]);
}
