import type { listOutbox as contract, RouteOutput } from "@console/contracts";
import { z } from "zod";
import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { type MailState, selectMails } from "../../platform/mail/outbox-store.ts";

type Input = z.output<(typeof contract)["input"]>;

/** The platform's mails, newest first. */
export async function listOutbox(
  context: Context,
  { cursor, limit, state }: Input,
): Promise<RouteOutput<typeof contract>> {
  if (cursor && !z.uuid().safeParse(cursor).success) {
    throw new AppError("invalid_input", "The cursor is not valid.", {
      fields: { cursor: "Use the `next` of an earlier page." },
    });
  }
  const mails = await selectMails(context, { limit: limit + 1, after: cursor ?? null, state: state ?? null });
  const page = mails.slice(0, limit);
  return {
    items: page.map((mail) => ({
      id: mail.id,
      to: mail.recipients,
      subject: mail.subject,
      text: mail.body,
      state: mail.state as MailState,
      error: mail.error,
      createdAt: mail.created_at.toISOString(),
      sentAt: mail.sent_at?.toISOString() ?? null,
    })),
    next: mails.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}
