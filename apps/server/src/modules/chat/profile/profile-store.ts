import { type Selectable, sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import type { DB } from "../../../platform/db/schema.gen.ts";

export type NoteRow = Pick<Selectable<DB["assistant_notes"]>, "id" | "text" | "created_at">;
type StoredProfile = { instructions: string; isMemoryOn: boolean };

const noteColumns = ["id", "text", "created_at"] as const;

/** What a person has chosen; memory is off for whoever has chosen nothing. */
export async function findProfile({ db, tenantId }: TenantScope, uid: string): Promise<StoredProfile> {
  const row = await db
    .selectFrom("assistant_profiles")
    .select(["instructions", "is_memory_on"])
    .where("tenant_id", "=", tenantId)
    .where("owner_uid", "=", uid)
    .executeTakeFirst();
  return { instructions: row?.instructions ?? "", isMemoryOn: row?.is_memory_on ?? false };
}

export async function writeProfile(
  { db, tenantId, now }: TenantScope,
  uid: string,
  { instructions, isMemoryOn }: StoredProfile,
): Promise<void> {
  await sql`insert into assistant_profiles (tenant_id, owner_uid, instructions, is_memory_on, updated_at)
    values (${tenantId}, ${uid}, ${instructions}, ${isMemoryOn}, ${now})
    on conflict (tenant_id, owner_uid) do update set instructions = excluded.instructions,
      is_memory_on = excluded.is_memory_on, updated_at = excluded.updated_at`.execute(db);
}

/** What is remembered of a person, the newest first. */
export async function selectNotes({ db, tenantId }: TenantScope, uid: string): Promise<NoteRow[]> {
  return db
    .selectFrom("assistant_notes")
    .select(noteColumns)
    .where("tenant_id", "=", tenantId)
    .where("owner_uid", "=", uid)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
}

/** Keeps a note, once however often it is said. */
export async function insertNote({ db, tenantId, now }: TenantScope, uid: string, text: string): Promise<NoteRow> {
  const { rows } = await sql<NoteRow>`insert into assistant_notes (tenant_id, owner_uid, text, created_at)
    values (${tenantId}, ${uid}, ${text}, ${now})
    on conflict (tenant_id, owner_uid, md5(text)) do update set text = excluded.text
    returning id, text, created_at`.execute(db);
  return rows[0] as NoteRow;
}

export async function updateNote(
  { db, tenantId }: TenantScope,
  uid: string,
  { id, text }: { id: string; text: string },
): Promise<NoteRow | null> {
  const row = await db
    .updateTable("assistant_notes")
    .set({ text })
    .where("tenant_id", "=", tenantId)
    .where("owner_uid", "=", uid)
    .where("id", "=", id)
    .returning(noteColumns)
    .executeTakeFirst();
  return row ?? null;
}

/** Erases one note, or all where none is named; gives how many. */
export async function deleteNotes({ db, tenantId }: TenantScope, uid: string, id?: string): Promise<number> {
  const all = db.deleteFrom("assistant_notes").where("tenant_id", "=", tenantId).where("owner_uid", "=", uid);
  const { numDeletedRows } = await (id === undefined ? all : all.where("id", "=", id)).executeTakeFirst();
  return Number(numDeletedRows);
}
