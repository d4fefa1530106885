import { sql } from "kysely";
import type { Context } from "../context.ts";

export type MailState = "kept" | "waiting" | "sent" | "failed";
export type Mail = { to: string[]; subject: string; text: string; html?: string };

/** Keeps a mail and gives its id. */
export async function insertMail({ db, now }: Context, mail: Mail, state: MailState): Promise<string> {
  const { id } = await db
    .insertInto("mail_outbox")
    .values({
      recipients: mail.to,
      subject: mail.subject,
      body: mail.text,
      html: mail.html ?? null,
      state,
      created_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The mail if it still waits, held so that no second worker sends it at the same time. */
export async function takeWaitingMail({ db }: Context, id: string): Promise<(Mail & { attempts: number }) | null> {
  const row = await db
    .selectFrom("mail_outbox")
    .select(["recipients", "subject", "body", "html", "attempts"])
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const { recipients: to, subject, body: text, html, attempts } = row;
  return { to, subject, text, attempts, ...(html !== null && { html }) };
}

/** Notes how one attempt to send a mail ended. */
export async function noteAttempt(
  { db, now }: Context,
  id: string,
  outcome: { state: MailState; error: string | null },
) {
  await db
    .updateTable("mail_outbox")
    .set((row) => ({
      state: outcome.state,
      error: outcome.error,
      attempts: row("attempts", "+", 1),
      sent_at: outcome.state === "sent" ? now : null,
    }))
    .where("id", "=", id)
    .execute();
}

/** Removes old mails; those that still wait to be sent stay. */
export async function deleteMailsBefore({ db }: Context, instant: Date): Promise<void> {
  await db.deleteFrom("mail_outbox").where("created_at", "<", instant).where("state", "<>", "waiting").execute();
}

/** One page of mails, newest first, after the mail with the given id. */
export async function selectMails(
  { db }: Context,
  page: { limit: number; after: string | null; state: MailState | null },
) {
  let query = db.selectFrom("mail_outbox").selectAll().orderBy("created_at", "desc").orderBy("id", "desc");
  if (page.state) query = query.where("state", "=", page.state);
  if (page.after) {
    query = query.where(
      sql<boolean>`(created_at, id) < (select created_at, id from mail_outbox where id = ${page.after})`,
    );
  }
  return query.limit(page.limit).execute();
}
