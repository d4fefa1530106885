import type { sendTestMail as contract, RouteOutput } from "@console/contracts";
import { recordAudit } from "../../../platform/audit/record-audit.ts";
import { type Context, requirePerson } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { readMailSettings } from "../../../platform/mail/mail-settings.ts";
import type { MailTransports } from "../../../platform/mail/transport.ts";
import { redactText } from "../../../platform/telemetry/redact.ts";
import { findUser } from "../../directory/index.ts";

/** Sends the caller a mail with the settings in force, and says what the mail server answered. */
export async function sendTestMail(
  context: Context,
  transports: MailTransports,
): Promise<RouteOutput<typeof contract>> {
  const email = (await findUser(context, requirePerson(context)))?.email;
  if (!email) throw new AppError("conflict", "Your account has no address to send to.");
  const { smtpUrl, from } = await readMailSettings(context);
  if (smtpUrl === null) throw new AppError("conflict", "No mail server is set: emails are kept in the outbox.");
  const { productName } = context.config;
  const text = `This email shows that ${productName} can send emails. You do not need to do anything.`;
  const error = await transports
    .to({ smtpUrl, from })
    .send(`test-${context.now.getTime()}`, { to: [email], subject: `${productName}: a test`, text })
    .then(
      () => null,
      (reason: Error) => redactText(reason.message),
    );
  await recordAudit(context, {
    act: "settings.mail_tested",
    subject: "settings/mail",
    details: { isSent: error === null },
  });
  return error === null
    ? { isSent: true, message: `An email is on its way to ${email}.` }
    : { isSent: false, message: `The mail server answered: ${error}` };
}
