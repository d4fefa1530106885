import type { Attachment } from "@console/contracts";
import { sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import { isEnded } from "./file-store.ts";

type Scope = Pick<TenantScope, "db" | "tenantId" | "now">;

/** Attaches files to a message, in their order. */
export async function insertMessageFiles(
  { db, tenantId }: Pick<Scope, "db" | "tenantId">,
  message: string,
  attachments: readonly Attachment[],
): Promise<void> {
  if (attachments.length === 0) return;
  const rows = attachments.map(({ file, name, bytes }, position) => ({
    tenant_id: tenantId,
    message_id: message,
    position,
    file_id: file,
    name,
    bytes,
  }));
  await db.insertInto("message_files").values(rows).execute();
}

type AttachedRow = Attachment & { message: string };

/** The files of messages; those that are gone, or whose time is over, are told by their names alone. */
export async function selectMessageFiles(
  { db, tenantId, now }: Scope,
  uid: string,
  messages: readonly string[],
): Promise<Map<string, Attachment[]>> {
  const { rows } = await sql<AttachedRow>`select a.message_id as message, f.id as file, a.name,
      a.bytes::float8 as bytes
    from message_files a left join assistant_files f on f.tenant_id = a.tenant_id and f.id = a.file_id
      and f.owner_uid = ${uid} and not ${isEnded(now)}
    where a.tenant_id = ${tenantId} and a.message_id = any(${[...messages]}::text[])
    order by a.message_id, a.position`.execute(db);
  const attached = new Map<string, Attachment[]>();
  for (const { message, ...attachment } of rows) {
    attached.set(message, [...(attached.get(message) ?? []), attachment]);
  }
  return attached;
}
