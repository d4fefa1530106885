import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Context } from "../context.ts";

export type MailState = "kept" | "waiting" | "sent" | "failed";

/** Stands in the text of a mail where the link goes that only its recipient may read. */
export const privateLink = "[private link]";

export type Mail = {
  to: string[];
  subject: string;
  text: string;
  html?: string;
  /** What `privateLink` stands for; it is put in when the mail leaves and kept nowhere else. */
  link?: { href: string; expiresAt: Date };
};

/** A mail that waits, with its link if it still can be used. */
export type WaitingMail = Omit<Mail, "link"> & { attempts: number; href: string | null; isLinkLost: boolean };

const linkPurpose = (id: string) => `mail ${id}`;

/** Keeps a mail and gives its id. Its link is kept, sealed, only while the mail waits. */
export async function insertMail({ db, now, secrets }: Context, mail: Mail, state: MailState): Promise<string> {
  const id = randomUUID();
  const link = state === "waiting" ? mail.link : undefined;
  await db
    .insertInto("mail_outbox")
    .values({
      id,
      recipients: mail.to,
      subject: mail.subject,
      body: mail.text,
      html: mail.html ?? null,
      state,
      created_at: now,
      sealed_link: link ? secrets.sealBriefly(linkPurpose(id), link.href) : null,
      link_expires_at: link?.expiresAt ?? null,
    })
    .execute();
  return id;
}

/** The mail if it still waits, held so that no second worker sends it at the same time. */
export async function takeWaitingMail({ db, now, secrets }: Context, id: string): Promise<WaitingMail | null> {
  const row = await db
    .selectFrom("mail_outbox")
    .select(["recipients", "subject", "body", "html", "attempts", "sealed_link", "link_expires_at"])
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const { recipients: to, subject, body: text, html, attempts } = row;
  const isOver = row.link_expires_at !== null && row.link_expires_at.getTime() <= now.getTime();
  const href = row.sealed_link && !isOver ? secrets.openBriefly(linkPurpose(id), row.sealed_link) : null;
  const isLinkLost = row.sealed_link !== null && href === null;
  return { to, subject, text, attempts, href, isLinkLost, ...(html !== null && { html }) };
}

/** Forgets the links of mails that did not leave in time. */
export async function endLinks({ db, now }: Context): Promise<void> {
  await db
    .updateTable("mail_outbox")
    .set({ state: "failed", error: linkEnded, sealed_link: null, link_expires_at: null })
    .where("sealed_link", "is not", null)
    .where("link_expires_at", "<=", now)
    .execute();
}

export const linkEnded = "The link in this email expired before it could be sent.";

/** The mails as they can be read: their links are sealed apart. */
export const outboxRelation = sql`(select id::text as id, array_to_string(recipients, ', ') as recipients, subject, body,
  state, attempts, error, created_at, sent_at from mail_outbox)`;

/** Lets a mail wait for the mail server once more; false where it had a link, which is not kept once it was tried. */
export async function reopenMail({ db }: Context, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("mail_outbox")
    .set({ state: "waiting", attempts: 0, error: null, sent_at: null })
    .where("id", "=", id)
    .where((of) => of.or([of("state", "=", "waiting"), of(of.fn("strpos", ["body", of.val(privateLink)]), "=", 0)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
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
      ...(outcome.state !== "waiting" && { sealed_link: null, link_expires_at: null }),
      sent_at: outcome.state === "sent" ? now : null,
    }))
    .where("id", "=", id)
    .execute();
}

/** Removes old mails; those that still wait to be sent stay. */
export async function deleteMailsBefore({ db }: Context, instant: Date): Promise<void> {
  await db.deleteFrom("mail_outbox").where("created_at", "<", instant).where("state", "<>", "waiting").execute();
}

export type MailFigures = {
  lastSent: Date | null;
  waiting: number;
  /** How long the oldest of those has waited. */
  waitedMinutes: number;
  failed: number;
  /** When the first of these was written. */
  firstFailed: Date | null;
  kept: number;
};

/** Since when emails are counted that were not sent. */
export const beginOfMailFigures = (now: Date) => new Date(now.getTime() - 86_400_000);

/** How emails fared: those that wait, and what became of the others in the last 24 hours. */
export async function readMailState({ db, now }: Pick<Context, "db" | "now">): Promise<MailFigures> {
  const since = beginOfMailFigures(now);
  const { rows } = await sql<MailFigures>`select max(sent_at) as "lastSent",
      count(*) filter (where state = 'waiting')::int as waiting,
      coalesce(extract(epoch from ${now}::timestamptz - min(created_at) filter (where state = 'waiting')) / 60, 0)::float8
        as "waitedMinutes",
      count(*) filter (where state = 'failed' and created_at > ${since})::int as failed,
      min(created_at) filter (where state = 'failed' and created_at > ${since}) as "firstFailed",
      count(*) filter (where state = 'kept' and created_at > ${since})::int as kept
    from mail_outbox`.execute(db);
  return rows[0] ?? { lastSent: null, waiting: 0, waitedMinutes: 0, failed: 0, firstFailed: null, kept: 0 };
}
