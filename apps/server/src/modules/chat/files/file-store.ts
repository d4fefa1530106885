import { ownFileLimits } from "@console/contracts";
import { type Selectable, type SqlBool, sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import type { DB } from "../../../platform/db/schema.gen.ts";
import { joinFile, splitFile } from "../../assistant/index.ts";

type Row = Selectable<DB["assistant_files"]>;
/** A file of a person as it is stored. */
export type FileRow = Omit<Row, "state" | "bytes"> & {
  state: "queued" | "reading" | "ready" | "failed";
  bytes: number;
  ends_at: Date;
};
export type ListedFile = FileRow & { conversations: number };

const { days, keptDays } = ownFileLimits;
const endsAt = sql<Date>`(f.used_at + case when f.is_kept then ${keptDays}::int else ${days}::int end * interval '24 hours')`;
/** Whether the time of a file, called f, is over. */
export const isEnded = (now: Date) => sql<SqlBool>`${endsAt} <= ${now}`;

/** Those of a person that are there, the last used first; all of them, or those that are named. */
export async function selectFiles(
  { db, tenantId, now }: TenantScope,
  uid: string,
  ids?: readonly string[],
): Promise<ListedFile[]> {
  const named = ids === undefined ? sql`true` : sql`f.id = any(${[...ids]}::text[])`;
  const { rows } = await sql<ListedFile>`select f.*, f.bytes::float8 as bytes, ${endsAt} as ends_at,
      (select count(distinct m.conversation_id)::int from message_files a
        join messages m on m.tenant_id = a.tenant_id and m.id = a.message_id
        where a.tenant_id = f.tenant_id and a.file_id = f.id) as conversations
    from assistant_files f
    where f.tenant_id = ${tenantId} and f.owner_uid = ${uid} and not ${isEnded(now)} and ${named}
    order by f.used_at desc, f.created_at desc, f.id`.execute(db);
  return rows;
}

/** One of a person's own files; null for anyone else's, and for those whose time is over. */
export async function findFile(scope: TenantScope, uid: string, id: string): Promise<ListedFile | null> {
  const [row] = await selectFiles(scope, uid, [id]);
  return row ?? null;
}

/** Lets one call at a time add files of a person, until its transaction ends. */
export async function lockFiles({ db, tenantId }: TenantScope, uid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`own files ${tenantId} ${uid}`}, 0))`.execute(db);
}

export async function findSameContent(scope: TenantScope, uid: string, hash: string): Promise<ListedFile | null> {
  return (await selectFiles(scope, uid)).find((row) => row.hash === hash) ?? null;
}

type NewFile = { uid: string; name: string; bytes: number; hash: string; path: string };

/** Keeps a file as it came, to be read. */
export async function insertFile(
  { db, tenantId, now }: TenantScope,
  { uid, name, bytes, hash, path }: NewFile,
): Promise<string> {
  const { id } = await db
    .insertInto("assistant_files")
    .values({ tenant_id: tenantId, owner_uid: uid, name, bytes, hash, state: "queued", used_at: now, created_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  for await (const { part, content } of splitFile(path)) {
    await sql`insert into assistant_file_parts (tenant_id, file_id, part, content)
      values (${tenantId}, ${id}, ${part}, ${content})`.execute(db);
  }
  return id;
}

/** Writes what was sent to a file, part by part. */
export async function writeParts({ db, tenantId }: TenantScope, id: string, path: string): Promise<void> {
  await joinFile(path, async (part) => {
    const { rows } = await sql<{ content: Buffer }>`select content from assistant_file_parts
      where tenant_id = ${tenantId} and file_id = ${id} and part = ${part}`.execute(db);
    return rows[0]?.content ?? null;
  });
}

/** What was sent is not needed any more once its text is there. */
export async function removeParts({ db, tenantId }: TenantScope, id: string): Promise<void> {
  await db.deleteFrom("assistant_file_parts").where("tenant_id", "=", tenantId).where("file_id", "=", id).execute();
}

type FileChange = Partial<
  Pick<FileRow, "state" | "attempt" | "progress" | "problem" | "remark" | "pages" | "is_kept" | "used_at">
>;

export async function updateFile({ db, tenantId }: TenantScope, id: string, change: FileChange): Promise<void> {
  await db.updateTable("assistant_files").set(change).where("tenant_id", "=", tenantId).where("id", "=", id).execute();
}

/** Files that were used just now last from now on. */
export async function touchFiles({ db, tenantId, now }: TenantScope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("assistant_files")
    .set({ used_at: now })
    .where("tenant_id", "=", tenantId)
    .where("id", "in", [...ids])
    .execute();
}

/** Removes one file of a person, or all where none is named; gives how many. */
export async function deleteFiles({ db, tenantId }: TenantScope, uid: string, id?: string): Promise<number> {
  const all = db.deleteFrom("assistant_files").where("tenant_id", "=", tenantId).where("owner_uid", "=", uid);
  const { numDeletedRows } = await (id === undefined ? all : all.where("id", "=", id)).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Removes the files whose time is over, with all that was read of them. */
export async function deleteEndedFiles({ db, tenantId, now }: TenantScope): Promise<void> {
  await sql`delete from assistant_files f where f.tenant_id = ${tenantId} and ${isEnded(now)}`.execute(db);
}

/** Locks a file for its reader; null where it is gone. */
export async function lockFile({ db, tenantId }: TenantScope, id: string): Promise<FileRow | null> {
  const { rows } = await sql<FileRow>`select f.*, f.bytes::float8 as bytes, ${endsAt} as ends_at from assistant_files f
    where f.tenant_id = ${tenantId} and f.id = ${id} for update`.execute(db);
  return rows[0] ?? null;
}
