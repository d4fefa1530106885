import { z } from "zod";
import { type Context, platformTenant } from "../context.ts";
import { defineJob, enqueue } from "../jobs/define-job.ts";
import { redactText } from "../telemetry/redact.ts";
import { hasMailServer, readMailSettings } from "./mail-settings.ts";
import { insertMail, type Mail, noteAttempt, takeWaitingMail } from "./outbox-store.ts";
import type { MailTransports } from "./transport.ts";

const deliverMail = { name: "mail.deliver", attempts: 25 };
const deliverInput = z.object({ id: z.uuid() });

/** With pauses that double from ten seconds to an hour this goes on for about a day. */
const sendAttempts = 30;
const pauseMs = (attempts: number) => Math.min(3_600_000, 10_000 * 2 ** attempts);

/** Promises a mail in the caller's transaction. Without a mail server it is kept, for admins to read. */
export async function sendMail(context: Context, mail: Mail): Promise<void> {
  if (mail.to.length === 0) return;
  const canSend = await hasMailServer(context);
  const id = await insertMail(context, mail, canSend ? "waiting" : "kept");
  // It is sent by the platform, whoever asked for it: what it is sent with is the platform's secret.
  const asPlatform = { ...context, tenantId: platformTenant };
  if (canSend) await enqueue<typeof deliverInput>(asPlatform, deliverMail, { id }, { key: `mail:${id}` });
}

/** The job that hands one waiting mail to the mail server; a mail that is already sent is left alone. */
export function deliverMailJob(transports: MailTransports) {
  return defineJob({
    ...deliverMail,
    input: deliverInput,
    async run(context, { id }) {
      const mail = await takeWaitingMail(context, id);
      if (!mail) return;
      const { smtpUrl, from } = await readMailSettings(context);
      // The server was taken away meanwhile: the mail can still be read.
      if (smtpUrl === null) return noteAttempt(context, id, { state: "kept", error: null });
      const error = await transports
        .to({ smtpUrl, from })
        .send(id, mail)
        .then(
          () => null,
          (reason: Error) => redactText(reason.message),
        );
      if (error === null) return noteAttempt(context, id, { state: "sent", error });

      context.log.warn({ mail: id, attempt: mail.attempts + 1, reason: error }, "A mail could not be sent");
      if (mail.attempts + 1 >= sendAttempts) return noteAttempt(context, id, { state: "failed", error });
      await noteAttempt(context, id, { state: "waiting", error });
      const runAt = new Date(Date.now() + pauseMs(mail.attempts));
      await enqueue<typeof deliverInput>(context, deliverMail, { id }, { key: `mail:${id}`, runAt });
    },
  });
}
