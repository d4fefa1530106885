import { type Selectable, sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import type { TenantScope } from "../../platform/db/database.ts";
import type { DB } from "../../platform/db/schema.gen.ts";

export type ConversationRow = Selectable<DB["conversations"]>;
/** A conversation as lists show it. */
export type ListedConversation = ConversationRow & { is_working: boolean; found: string | null };

export type ConversationPage = {
  limit: number;
  after: { isPinned: boolean; updatedAt: string; id: string } | null;
  words: readonly string[];
  folder: string | null;
  isArchived: boolean;
};

/** Letters shown before and behind the first word that was searched for. */
const aroundWord = 60;

/** One page of a person's conversations: pinned ones first, then the newest. */
export async function selectConversations(
  { db, tenantId }: Context,
  uid: string,
  { limit, after, words, folder, isArchived }: ConversationPage,
): Promise<ListedConversation[]> {
  const conditions = [
    sql`c.tenant_id = ${tenantId}`,
    sql`c.owner_uid = ${uid}`,
    sql`c.is_archived = ${isArchived}`,
    ...(folder === null ? [] : [sql`c.folder = ${folder}`]),
    ...(after === null
      ? []
      : [
          sql`(c.is_pinned::int, c.updated_at, c.id)
            < (${after.isPinned ? 1 : 0}, ${after.updatedAt}::timestamptz, ${after.id})`,
        ]),
    ...words.map(
      (word) => sql`(strpos(lower(c.title), ${word}) > 0 or exists (
        select 1 from messages m where m.tenant_id = c.tenant_id and m.conversation_id = c.id
          and strpos(lower(m.text), ${word}) > 0))`,
    ),
  ];
  const [word] = words;
  // The message with the most of the words tells best why it was found.
  const found =
    word === undefined
      ? sql`null::text`
      : sql`(select substr(m.text, greatest(1, strpos(lower(m.text), w.first) - ${aroundWord}), ${2 * aroundWord})
          from messages m cross join lateral (
            select count(*) as words, (array_agg(word order by place))[1] as first
            from unnest(${[...words]}::text[]) with ordinality as one(word, place)
            where strpos(lower(m.text), word) > 0
          ) w where m.tenant_id = c.tenant_id and m.conversation_id = c.id and w.words > 0
          order by w.words desc, m.created_at limit 1)`;
  const { rows } = await sql<ListedConversation>`
    select c.*, ${found} as found, exists (
      select 1 from messages m where m.tenant_id = c.tenant_id and m.conversation_id = c.id
        and m.state in ('queued', 'working')) as is_working
    from conversations c where ${sql.join(conditions, sql` and `)}
    order by c.is_pinned::int desc, c.updated_at desc, c.id desc limit ${limit}`.execute(db);
  return rows;
}

/** The folders that a person's conversations lie in. */
export async function selectFolders({ db, tenantId }: Context, uid: string): Promise<string[]> {
  const rows = await db
    .selectFrom("conversations")
    .select("folder")
    .distinct()
    .where("tenant_id", "=", tenantId)
    .where("owner_uid", "=", uid)
    .where("folder", "is not", null)
    .orderBy("folder")
    .execute();
  return rows.flatMap(({ folder }) => folder ?? []);
}

/** A person's own conversation; null for anyone else's. */
export async function findConversation(
  { db, tenantId }: TenantScope,
  uid: string,
  id: string,
): Promise<ConversationRow | null> {
  const row = await db
    .selectFrom("conversations")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("owner_uid", "=", uid)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertConversation(
  { db, tenantId, now }: Context,
  conversation: {
    uid: string;
    title: string;
    aboutTenant: string | null;
    expiresAt: Date | null;
    importedAt?: Date;
  },
): Promise<ConversationRow> {
  const { uid, title, aboutTenant, expiresAt, importedAt = null } = conversation;
  return db
    .insertInto("conversations")
    .values({
      tenant_id: tenantId,
      owner_uid: uid,
      title,
      about_tenant: aboutTenant,
      expires_at: expiresAt,
      imported_at: importedAt,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export type ConversationChange = Partial<
  Pick<
    ConversationRow,
    | "title"
    | "folder"
    | "is_pinned"
    | "is_archived"
    | "leaf"
    | "updated_at"
    | "expires_at"
    | "temperature"
    | "answer_tokens"
  >
>;

export async function updateConversation(
  { db, tenantId }: TenantScope,
  id: string,
  change: ConversationChange,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db.updateTable("conversations").set(change).where("tenant_id", "=", tenantId).where("id", "=", id).execute();
}

export async function removeConversation({ db, tenantId }: Context, uid: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("conversations")
    .where("tenant_id", "=", tenantId)
    .where("owner_uid", "=", uid)
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes all conversations of a person and tells how many. */
export async function removeConversations({ db, tenantId }: Context, uid: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("conversations")
    .where("tenant_id", "=", tenantId)
    .where("owner_uid", "=", uid)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Removes temporary conversations whose time is over. */
export async function deleteExpiredConversations({ db, tenantId, now }: Context): Promise<void> {
  await db.deleteFrom("conversations").where("tenant_id", "=", tenantId).where("expires_at", "<=", now).execute();
}

/** Removes conversations in which nothing has happened since an instant; pinned ones stay. */
export async function deleteConversationsBefore({ db, tenantId }: Context, instant: Date): Promise<void> {
  await db
    .deleteFrom("conversations")
    .where("tenant_id", "=", tenantId)
    .where("is_pinned", "=", false)
    .where("updated_at", "<", instant)
    .execute();
}
