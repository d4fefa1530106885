import type { ExportJob, FileFormatName } from "@console/contracts";
import { type Selectable, sql } from "kysely";
import type { TenantScope } from "../../platform/db/database.ts";
import type { DB } from "../../platform/db/schema.gen.ts";

type Scope = Pick<TenantScope, "db" | "tenantId">;
type Row = Selectable<DB["exports"]>;
export type StoredExport = ExportJob & { askedBy: string };

/** Notes a file that someone asked for. */
export async function insertExport(
  { db, tenantId, now }: TenantScope,
  input: {
    id: string;
    subject: string;
    title: string;
    /** The page that shows the same. */
    path: string;
    query: string;
    summary: string;
    content: ExportJob["content"];
    format: FileFormatName;
    uid: string;
    expiresAt: Date;
  },
): Promise<void> {
  const { id, subject, title, path, query, summary, content, format, uid, expiresAt } = input;
  await db
    .insertInto("exports")
    .values({
      tenant_id: tenantId,
      id,
      subject,
      title,
      path,
      query,
      summary,
      content,
      format,
      state: "waiting",
      asked_by: uid,
      asked_at: now,
      expires_at: expiresAt,
    })
    .execute();
}

/** A file that someone asked for; null for anyone else's. */
export async function findExport({ db, tenantId }: Scope, id: string, uid: string): Promise<StoredExport | null> {
  const row = await db
    .selectFrom("exports")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("id", "=", id)
    .where("asked_by", "=", uid)
    .executeTakeFirst();
  return row ? toStoredExport(row) : null;
}

/** A file that is there to be taken, whoever asked for it. */
export async function findFinished({ db, tenantId }: Scope, id: string): Promise<StoredExport | null> {
  const row = await db
    .selectFrom("exports")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("id", "=", id)
    .where("state", "=", "done")
    .executeTakeFirst();
  return row ? toStoredExport(row) : null;
}

const mostListed = 50;

/** The files that someone asked for, newest first. */
export async function selectExports({ db, tenantId }: Scope, uid: string): Promise<StoredExport[]> {
  const rows = await db
    .selectFrom("exports")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("asked_by", "=", uid)
    .orderBy("asked_at", "desc")
    .limit(mostListed)
    .execute();
  return rows.map(toStoredExport);
}

/** Notes how far a file is; tells whether it is still wanted. */
export async function noteRows({ db, tenantId }: Scope, id: string, done: number, total: number): Promise<boolean> {
  const { rows } = await sql`update exports set state = 'running', rows_done = ${done}, rows_total = ${total}
    where tenant_id = ${tenantId} and id = ${id} and state in ('waiting', 'running') returning id`.execute(db);
  return rows.length > 0;
}

/** Notes how the making of a file ended, unless someone has stopped it. */
export async function endExport(
  { db, tenantId, now }: TenantScope,
  id: string,
  end: { state: "done" | "failed" | "cancelled"; bytes?: number; problem?: string },
): Promise<boolean> {
  const { numAffectedRows = 0n } =
    await sql`update exports set state = ${end.state}, ended_at = ${now}, bytes = ${end.bytes ?? null}, problem = ${end.problem ?? null}
    where tenant_id = ${tenantId} and id = ${id} and state in ('waiting', 'running')`.execute(db);
  return numAffectedRows > 0n;
}

/** Marks a file as not wanted any more. */
export async function dropExport({ db, tenantId, now }: TenantScope, id: string): Promise<void> {
  await sql`update exports set state = 'cancelled', ended_at = coalesce(ended_at, ${now}) where tenant_id = ${tenantId} and id = ${id}`.execute(
    db,
  );
}

/** Forgets files whose time is over; gives their ids. */
export async function deleteExpired({ db, tenantId, now }: TenantScope): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`delete from exports where tenant_id = ${tenantId} and expires_at < ${now}
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

function toStoredExport(row: Row): StoredExport {
  return {
    id: row.id,
    subject: row.subject,
    title: row.title,
    path: row.path,
    query: row.query,
    summary: row.summary,
    content: row.content as ExportJob["content"],
    format: row.format as FileFormatName,
    state: row.state as ExportJob["state"],
    rowsDone: Number(row.rows_done),
    rowsTotal: row.rows_total === null ? null : Number(row.rows_total),
    bytes: row.bytes === null ? null : Number(row.bytes),
    problem: row.problem,
    askedAt: row.asked_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    expiresAt: row.expires_at.toISOString(),
    askedBy: row.asked_by,
  };
}
