import { z } from "zod";
import { type Context, platformTenant } from "../context.ts";
import { AppError } from "../errors.ts";
import { escapeHtml } from "../escape-html.ts";
import { defineJob, enqueue } from "../jobs/define-job.ts";
import { redactText } from "../telemetry/redact.ts";
import { hasMailServer, readMailSettings } from "./mail-settings.ts";
import {
  endLinks,
  insertMail,
  linkEnded,
  type Mail,
  noteAttempt,
  privateLink,
  reopenMail,
  takeWaitingMail,
  type WaitingMail,
} from "./outbox-store.ts";
import type { MailTransports } from "./transport.ts";

const deliverMail = { name: "mail.deliver", attempts: 25, logPart: "mail" } as const;
const deliverInput = z.object({ id: z.uuid() });

/** With pauses that double from ten seconds to an hour this goes on for about a day. */
const sendAttempts = 30;
const pauseMs = (attempts: number) => Math.min(3_600_000, 10_000 * 2 ** attempts);

/** Promises a mail in the caller's transaction. Without a mail server it is kept, for admins to read without its link. */
export async function sendMail(context: Context, mail: Mail): Promise<void> {
  if (mail.to.length === 0) return;
  const canSend = await hasMailServer(context);
  // In a demo without a mail server the link is printed on the console, which is done once the transaction is over.
  const isDelivered = canSend || (mail.link !== undefined && context.config.isDemo);
  const id = await insertMail(context, mail, isDelivered ? "waiting" : "kept");
  if (!isDelivered) {
    if (mail.link) context.log.warn({ mail: id }, "A link could not be mailed: set SMTP_URL");
    return;
  }
  // It is sent by the platform, whoever asked for it: what it is sent with is the platform's secret.
  const asPlatform = { ...context, tenantId: platformTenant };
  await enqueue<typeof deliverInput>(asPlatform, deliverMail, { id }, { key: `mail:${id}` });
}

/** Sends a mail once more, or one that waits at once. */
export async function resendMail(context: Context, id: string): Promise<void> {
  if (!(await hasMailServer(context))) {
    throw new AppError("conflict", "No mail server is set. Set one under Settings, Email, then send it again.");
  }
  if (!(await reopenMail(context, id))) {
    throw new AppError("conflict", "Its private link is gone, so it cannot be sent again. Ask for a new link instead.");
  }
  const asPlatform = { ...context, tenantId: platformTenant };
  // A key of its own: the job that waits keeps its time, and finds nothing to do then.
  await enqueue<typeof deliverInput>(asPlatform, deliverMail, { id }, { key: `mail:${id}:now` });
}

/** The job that hands one waiting mail to the mail server; a mail that is already sent is left alone. */
export function deliverMailJob(transports: MailTransports) {
  return defineJob({
    ...deliverMail,
    input: deliverInput,
    async run(context, { id }) {
      const mail = await takeWaitingMail(context, id);
      if (!mail) return;
      if (mail.isLinkLost) return noteAttempt(context, id, { state: "failed", error: linkEnded });
      const { smtpUrl, from } = await readMailSettings(context);
      if (smtpUrl === null) {
        // There is no server, or it was taken away meanwhile: the mail can still be read, without its link.
        if (mail.href && context.config.isDemo)
          transports.print(`Mail to ${mail.to.join(", ")}, "${mail.subject}": ${mail.href}`);
        return noteAttempt(context, id, { state: "kept", error: null });
      }
      const error = await transports
        .to({ smtpUrl, from })
        .send(id, withLink(mail))
        .then(
          () => null,
          (reason: Error) => redactText(withoutLink(reason.message, mail.href)),
        );
      if (error === null) {
        context.log.info({ mail: id }, "A mail was handed to the mail server");
        return noteAttempt(context, id, { state: "sent", error });
      }
      context.log.warn({ mail: id, attempt: mail.attempts + 1, reason: error }, "A mail could not be sent");
      if (mail.attempts + 1 >= sendAttempts) return noteAttempt(context, id, { state: "failed", error });
      await noteAttempt(context, id, { state: "waiting", error });
      const runAt = new Date(Date.now() + pauseMs(mail.attempts));
      await enqueue<typeof deliverInput>(context, deliverMail, { id }, { key: `mail:${id}`, runAt });
    },
  });
}

/** The job that forgets links whose mail did not leave in time. */
export const endLinksJob = defineJob({
  name: "mail.end-links",
  logPart: "mail",
  input: z.object({}),
  attempts: 3,
  schedule: "*/5 * * * *",
  run: endLinks,
});

function withLink({ href, ...mail }: WaitingMail): Mail {
  if (href === null) return mail;
  const text = mail.text.replaceAll(privateLink, () => href);
  const html = mail.html?.replaceAll(privateLink, () => escapeHtml(href));
  return { to: mail.to, subject: mail.subject, text, ...(html !== undefined && { html }) };
}

function withoutLink(text: string, href: string | null): string {
  return href === null ? text : text.replaceAll(href, privateLink);
}
