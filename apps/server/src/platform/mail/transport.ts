import { createTransport } from "nodemailer";
import type { Config } from "../config.ts";
import type { Mail } from "./outbox-store.ts";

/** Hands mails to a mail server. */
export type MailTransport = { send(id: string, mail: Mail): Promise<void>; close(): void };

/** The address that mails of the product come from. */
export function mailSender({ mailFrom, publicUrl }: Pick<Config, "mailFrom" | "publicUrl">): string {
  return mailFrom ?? `console@${publicUrl ? new URL(publicUrl).hostname : "localhost"}`;
}

/** A transport to the configured server. A mail carries its id, so that one sent twice can be told by its reader. */
export function openTransport(config: Config, smtpUrl: string): MailTransport {
  const from = mailSender(config);
  const address = new URL(smtpUrl);
  const transport = createTransport(
    {
      host: address.hostname,
      port: Number(address.port) || (address.protocol === "smtps:" ? 465 : 587),
      secure: address.protocol === "smtps:",
      ...(address.username && {
        auth: { user: decodeURIComponent(address.username), pass: decodeURIComponent(address.password) },
      }),
      connectionTimeout: 5000,
      greetingTimeout: 5000,
      socketTimeout: 10_000,
    },
    { from },
  );
  return {
    async send(id, { to, subject, text, html }) {
      await transport.sendMail({
        to,
        subject,
        text,
        ...(html && { html }),
        messageId: `<${id}@${from.split("@")[1]}>`,
      });
    },
    close: () => transport.close(),
  };
}
