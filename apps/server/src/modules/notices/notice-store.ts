import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../platform/context.ts";

export type NewNotice = { kind: string; about: string; subject: string; text: string | null; link: string | null };

/** What became of a notice for one reader: a new row, or one that is counted up. */
export type StoredNotice = { id: string; uid: string; times: number; mail_at: Date | null; mailed_at: Date | null };

/** Keeps a notice for each reader; where one about the same cause is unread, that one is counted up. */
export async function keepNotices(
  { db, tenantId, now }: Context,
  uids: readonly string[],
  { kind, about, subject, text, link }: NewNotice,
): Promise<StoredNotice[]> {
  const { rows } = await sql<StoredNotice>`
    insert into notices (tenant_id, uid, kind, about, subject, body, link, created_at, updated_at)
    select ${tenantId}, uid, ${kind}, ${about}, ${subject}, ${text}, ${link}, ${now}, ${now}
    from unnest(${[...uids]}::text[]) as uid
    on conflict (tenant_id, uid, kind, about) where read_at is null do update set
      times = notices.times + 1, subject = excluded.subject, body = excluded.body, link = excluded.link,
      updated_at = excluded.updated_at
    returning id, uid, times, mail_at, mailed_at`.execute(db);
  return rows;
}

/** Notes when the email of a notice left, or until when it is held. */
export async function noteMail(
  { db, tenantId }: Context,
  id: string,
  mail: { mailedAt: Date } | { mailAt: Date },
): Promise<void> {
  await db
    .updateTable("notices")
    .set("mailedAt" in mail ? { mailed_at: mail.mailedAt, mail_at: null } : { mail_at: mail.mailAt })
    .where("tenant_id", "=", tenantId)
    .where("id", "=", id)
    .execute();
}

/** The unread notices of a person whose emails were held until now; from here on none is held any more. */
export async function takeHeldNotices({ db, tenantId, now }: Context, uid: string) {
  const { rows } = await sql<{
    kind: string;
    subject: string;
    body: string | null;
    link: string | null;
    times: number;
  }>`with due as (
      update notices set mail_at = null, mailed_at = case when read_at is null then ${now}::timestamptz else mailed_at end
      where tenant_id = ${tenantId} and uid = ${uid} and mail_at <= ${now}
      returning kind, subject, body, link, times, updated_at, read_at
    )
    select kind, subject, body, link, times from due where read_at is null order by updated_at`.execute(db);
  return rows;
}

/** Marks what is unread about a cause that is over as read; gives whose it was. */
export async function settleNotices(
  { db, tenantId, now }: Context,
  { kind, about }: { kind: string; about: string },
): Promise<string[]> {
  const rows = await db
    .updateTable("notices")
    .set({ read_at: now })
    .where("tenant_id", "=", tenantId)
    .where("kind", "=", kind)
    .where("about", "=", about)
    .where("read_at", "is", null)
    .returning("uid")
    .execute();
  return rows.map(({ uid }) => uid);
}

type Page = { limit: number; after: string | null; kind: string | null; isUnread: boolean };

/** One page of a person's notices, newest first, after the one with the given id. */
export async function selectNotices({ db, tenantId }: Context, uid: string, page: Page) {
  let query = db
    .selectFrom("notices")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("uid", "=", uid)
    .orderBy("updated_at", "desc")
    .orderBy("id", "desc");
  if (page.kind !== null) query = query.where("kind", "=", page.kind);
  if (page.isUnread) query = query.where("read_at", "is", null);
  if (page.after !== null) {
    query = query.where(
      sql<boolean>`(updated_at, id) < (select updated_at, id from notices
        where tenant_id = ${tenantId} and uid = ${uid} and id = ${page.after})`,
    );
  }
  return query.limit(page.limit).execute();
}

/** How many notices of a person are unread. */
export async function countUnread({ db, tenantId }: Context, uid: string): Promise<number> {
  const { unread } = await db
    .selectFrom("notices")
    .select(({ fn }) => fn.countAll<string>().as("unread"))
    .where("tenant_id", "=", tenantId)
    .where("uid", "=", uid)
    .where("read_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(unread);
}

/**
 * Marks notices of a person as read or unread; without ids all of them. One stays read whose cause has an unread notice
 * again, or of which a newer one is marked with it.
 */
export async function markNotices(
  { db, tenantId, now }: Context,
  uid: string,
  { ids, isRead }: { ids: readonly string[] | null; isRead: boolean },
): Promise<void> {
  const isChosen = (id: RawBuilder<unknown>) => (ids === null ? sql`true` : sql`${id} = any(${[...ids]}::text[])`);
  if (isRead) {
    await sql`update notices n set read_at = ${now}
      where n.tenant_id = ${tenantId} and n.uid = ${uid} and n.read_at is null and ${isChosen(sql`n.id`)}`.execute(db);
    return;
  }
  await sql`update notices n set read_at = null
    where n.tenant_id = ${tenantId} and n.uid = ${uid} and n.read_at is not null and ${isChosen(sql`n.id`)}
      and not exists (
        select 1 from notices o where o.tenant_id = n.tenant_id and o.uid = n.uid and o.kind = n.kind
          and o.about = n.about and o.id <> n.id
          and (o.read_at is null or (${isChosen(sql`o.id`)} and (o.created_at, o.id) > (n.created_at, n.id)))
      )`.execute(db);
}

/** Removes old notices, read or not. */
export async function deleteNoticesBefore({ db, tenantId }: Context, instant: Date): Promise<void> {
  await db.deleteFrom("notices").where("tenant_id", "=", tenantId).where("updated_at", "<", instant).execute();
}
