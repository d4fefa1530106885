import { createTransport } from "nodemailer";
import type { Config } from "../config.ts";
import type { Mail } from "./outbox-store.ts";

/** Hands mails to a mail server. */
export type MailTransport = { send(id: string, mail: Mail): Promise<void>; close(): void };

/** The address that mails of the product come from when nobody has chosen one. */
export function mailSender({ publicUrl }: Pick<Config, "publicUrl">): string {
  return `console@${publicUrl ? new URL(publicUrl).hostname : "localhost"}`;
}

/** The way to the mail server that the settings name; another one is opened when they change. */
export type MailTransports = {
  to(settings: { smtpUrl: string; from: string | null }): MailTransport;
  /** Tells the operator on the console, which no admin of the product can read. */
  print(line: string): void;
  close(): void;
};

/** Keeps one way open at a time. */
export function openTransports(config: Pick<Config, "publicUrl">, print: (line: string) => void): MailTransports {
  let open: { key: string; transport: MailTransport } | null = null;
  return {
    to({ smtpUrl, from }) {
      const key = JSON.stringify([smtpUrl, from]);
      if (open?.key === key) return open.transport;
      open?.transport.close();
      open = { key, transport: openTransport(from ?? mailSender(config), smtpUrl) };
      return open.transport;
    },
    print,
    close() {
      open?.transport.close();
      open = null;
    },
  };
}

/** A mail carries its id, so that one sent twice can be told by its reader. */
function openTransport(from: string, smtpUrl: string): MailTransport {
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
