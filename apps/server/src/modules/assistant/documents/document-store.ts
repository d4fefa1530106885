import { type RawBuilder, sql } from "kysely";
import { type Context, platformTenant } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { joinFile, splitFile } from "./file-parts.ts";

/** A document of one scope: a tenant's, or the platform's. */
export type DocumentKey = { tenantId: string; id: string };

/** How the latest version of a document stands. */
export const documentStates = ["queued", "reading", "searchable", "failed", "cancelled"] as const;
type DocumentState = (typeof documentStates)[number];
export type VersionOrigin = "sent" | "fetched" | "scheduled" | "restored";

export type DocumentRow = {
  tenant_id: string;
  id: string;
  name: string;
  kind: "file" | "address";
  url: string | null;
  read_every: ReadEvery;
  next_reading_at: Date | null;
  state: DocumentState;
  latest_version: number;
  found_version: number | null;
  progress: number;
  problem: string | null;
  remark: string | null;
  unconfirmed_since: Date | null;
  characters: number;
  passages: number;
  pages: number | null;
  searchable_at: Date | null;
  expires_on: string | null;
  status: "active" | "archived";
};

export type ReadEvery = "never" | "day" | "week" | "month";

export type VersionRow = {
  number: number;
  file_name: string;
  bytes: string;
  hash: string;
  origin: VersionOrigin;
  added_at: Date;
  attempt: number;
  format: string | null;
  pages: number | null;
  passages: number | null;
  problem: string | null;
};

/** Older versions than these go when a new one can be found. */
export const keptVersions = 5;

/** The scopes whose documents answer someone's questions. */
export function readableScopes({ tenantId }: Pick<Context, "tenantId">): string[] {
  return tenantId === platformTenant ? [platformTenant] : [tenantId, platformTenant];
}

/** A document that the caller may look after: whoever belongs to a tenant sees those of that tenant alone. */
export async function requireDocument({ db, tenantId }: Context, id: string): Promise<DocumentRow & DocumentKey> {
  const own = tenantId === platformTenant ? sql<boolean>`true` : sql<boolean>`tenant_id = ${tenantId}`;
  // across tenants: those who run the platform look after the documents of all.
  const { rows } = await sql<DocumentRow>`select * from training_documents where id = ${id} and ${own}`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError("not_found", "There is no such document.");
  return { ...row, tenantId: row.tenant_id };
}

/** A document in use that answers the caller's questions. */
export async function findReadable(
  { db, now }: Pick<Context, "db" | "now">,
  scopes: readonly string[],
  id: string,
): Promise<(DocumentRow & DocumentKey) | null> {
  const { rows } = await sql<DocumentRow>`select * from training_documents
    where id = ${id} and tenant_id = any(${scopes}::text[]) and status = 'active' and found_version is not null
      and (expires_on is null or expires_on >= ${now.toISOString().slice(0, 10)}::date)`.execute(db);
  const [row] = rows;
  return row ? { ...row, tenantId: row.tenant_id } : null;
}

/** A document of a scope; locked where it is about to change. */
export async function findDocument(
  { db }: Pick<Context, "db">,
  { tenantId, id }: DocumentKey,
  isLocked = false,
): Promise<DocumentRow | null> {
  const { rows } = await sql<DocumentRow>`select * from training_documents
    where tenant_id = ${tenantId} and id = ${id} ${isLocked ? sql`for update` : sql``}`.execute(db);
  return rows[0] ?? null;
}

/** Writes columns of a document. */
export async function updateDocument(
  { db, now }: Pick<Context, "db" | "now">,
  { tenantId, id }: DocumentKey,
  columns: Readonly<Record<string, unknown>>,
): Promise<void> {
  const sets: RawBuilder<unknown>[] = Object.entries(columns).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}`,
  );
  await sql`update training_documents set ${sql.join(sets)}, updated_at = ${now}
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

/** Writes a new document. */
export async function insertDocument(
  { db, now }: Pick<Context, "db" | "now">,
  columns: Readonly<Record<string, unknown>>,
): Promise<void> {
  const all: Record<string, unknown> = { ...columns, created_at: now, updated_at: now };
  await sql`insert into training_documents (${sql.join(Object.keys(all).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(all))})`.execute(db);
}

export type NewVersion = {
  number: number;
  fileName: string;
  bytes: number;
  hash: string;
  origin: VersionOrigin;
  addedBy: string | null;
};

/** Keeps a version as it came, in parts, so that none of its readers needs all of it at once. */
export async function insertVersion(
  { db, now }: Pick<Context, "db" | "now">,
  { tenantId, id }: DocumentKey,
  { number, fileName, bytes, hash, origin, addedBy }: NewVersion,
  path: string,
): Promise<void> {
  await sql`insert into document_versions
      (tenant_id, document, number, file_name, bytes, hash, origin, added_by, added_at)
    values (${tenantId}, ${id}, ${number}, ${fileName}, ${bytes}, ${hash}, ${origin}, ${addedBy}, ${now})`.execute(db);
  for await (const { part, content } of splitFile(path)) {
    await sql`insert into document_parts (tenant_id, document, number, part, content)
      values (${tenantId}, ${id}, ${number}, ${part}, ${content})`.execute(db);
  }
}

/** Writes what a version holds to a file, part by part. */
export async function writeVersion(
  { db }: Pick<Context, "db">,
  { tenantId, id }: DocumentKey,
  number: number,
  path: string,
): Promise<void> {
  await joinFile(path, async (part) => {
    const { rows } = await sql<{ content: Buffer }>`select content from document_parts
      where tenant_id = ${tenantId} and document = ${id} and number = ${number} and part = ${part}`.execute(db);
    return rows[0]?.content ?? null;
  });
}

/** The versions of a document that are kept, the newest first. */
export async function selectVersions(
  { db }: Pick<Context, "db">,
  { tenantId, id }: DocumentKey,
): Promise<VersionRow[]> {
  const { rows } =
    await sql<VersionRow>`select number, file_name, bytes, hash, origin, added_at, attempt, format, pages,
      passages, problem
    from document_versions where tenant_id = ${tenantId} and document = ${id} order by number desc`.execute(db);
  return rows;
}

/** Writes columns of a version. */
export async function updateVersion(
  { db }: Pick<Context, "db">,
  { tenantId, id }: DocumentKey,
  number: number,
  columns: Readonly<Record<string, unknown>>,
): Promise<void> {
  const sets = Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`update document_versions set ${sql.join(sets)}
    where tenant_id = ${tenantId} and document = ${id} and number = ${number}`.execute(db);
}

/** Counts a reading of a version; null where there is nothing to read any more. */
export async function beginAttempt(
  context: Context,
  key: DocumentKey,
  number: number,
): Promise<{ document: DocumentRow; version: VersionRow; attempt: number } | null> {
  const document = await findDocument(context, key, true);
  if (!document || document.latest_version !== number) return null;
  if (document.state !== "queued" && document.state !== "reading") return null;
  const { rows } = await sql<VersionRow>`update document_versions set attempt = attempt + 1, problem = null
    where tenant_id = ${key.tenantId} and document = ${key.id} and number = ${number} returning *`.execute(context.db);
  const [version] = rows;
  if (!version) return null;
  await updateDocument(context, key, { state: "reading", progress: 0, problem: null });
  return { document, version, attempt: version.attempt };
}

/** Whether a reading is still the one that counts: nobody has stopped it, and no other has begun. */
export async function isCurrentAttempt(
  { db }: Pick<Context, "db">,
  { tenantId, id }: DocumentKey,
  { number, attempt }: { number: number; attempt: number },
): Promise<boolean> {
  const { rows } = await sql`select 1 from training_documents d
    join document_versions v on v.tenant_id = d.tenant_id and v.document = d.id and v.number = d.latest_version
    where d.tenant_id = ${tenantId} and d.id = ${id} and d.state = 'reading'
      and v.number = ${number} and v.attempt = ${attempt} for update of d`.execute(db);
  return rows.length > 0;
}

/** Removes the versions that are too old to be kept. */
export async function removeOldVersions({ db }: Pick<Context, "db">, { tenantId, id }: DocumentKey): Promise<void> {
  await sql`delete from document_versions where tenant_id = ${tenantId} and document = ${id} and number <= (
    select number from document_versions where tenant_id = ${tenantId} and document = ${id}
    order by number desc offset ${keptVersions} limit 1)`.execute(db);
}

/** A document in use of a scope whose latest version has the same content. */
export async function findSameContent(
  { db }: Pick<Context, "db">,
  tenantId: string,
  hash: string,
): Promise<{ id: string; name: string } | null> {
  const { rows } = await sql<{ id: string; name: string }>`select d.id, d.name from document_versions v
    join training_documents d on d.tenant_id = v.tenant_id and d.id = v.document and d.latest_version = v.number
    where v.tenant_id = ${tenantId} and v.hash = ${hash} and d.status = 'active'
      and d.state not in ('failed', 'cancelled')
    order by d.created_at limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Whether a scope has, or had, a document of a name. */
export async function hasDocument({ db }: Pick<Context, "db">, tenantId: string, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from training_documents where tenant_id = ${tenantId} and name = ${name}`.execute(
    db,
  );
  return rows.length > 0;
}

/** What the documents of a scope take together. */
export async function readUsage(
  { db }: Pick<Context, "db">,
  tenantId: string,
): Promise<{ documents: number; bytes: number; passages: number }> {
  const { rows } = await sql<{ documents: number; bytes: string; passages: number }>`select
    (select count(*)::int from training_documents where tenant_id = ${tenantId} and status = 'active') as documents,
    (select coalesce(sum(bytes), 0) from document_versions where tenant_id = ${tenantId}) as bytes,
    (select coalesce(sum(passages), 0)::int from training_documents where tenant_id = ${tenantId}) as passages`.execute(
    db,
  );
  const [row] = rows;
  return { documents: row?.documents ?? 0, bytes: Number(row?.bytes ?? 0), passages: row?.passages ?? 0 };
}

/** Documents whose address is to be read by now, of all tenants. */
export async function selectDue({ db, now }: Pick<Context, "db" | "now">): Promise<DocumentKey[]> {
  // across tenants: one clock for all addresses; each is read in its own tenant.
  const { rows } = await sql<DocumentKey>`select tenant_id as "tenantId", id from training_documents
    where next_reading_at <= ${now} and status = 'active' and kind = 'address'
    order by next_reading_at limit 500`.execute(db);
  return rows;
}
