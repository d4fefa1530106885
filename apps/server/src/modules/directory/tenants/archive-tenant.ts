import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { recordAudit } from "../../../platform/audit/record-audit.ts";
import type { Context } from "../../../platform/context.ts";
import { listTenantTables, type TenantTable } from "../../../platform/db/tenant-tables.ts";
import { AppError } from "../../../platform/errors.ts";
import type { FileAnswer } from "../../../platform/http/endpoint.ts";
import { type ArchiveFile, writeArchive } from "../../../platform/write-archive.ts";

const rowsAtOnce = 1000;
const secretName = /(?:^|_)(?:secret|password|token|hash|wrapped)(?:_|$)/;

/** Everything that is stored of the tenant as one ZIP. It is written row by row; secrets stay here. */
export async function archiveTenant(context: Context): Promise<FileAnswer> {
  const { db, tenantId, now, config } = context;
  const tenant = await db.selectFrom("tenants").selectAll().where("id", "=", tenantId).executeTakeFirst();
  if (!tenant) throw new AppError("not_found", "There is no such tenant.");
  const counts: Record<string, number> = {};
  const file = path.join(config.dataDir, "exports", randomUUID());
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    await writeArchive(writeArchiveFiles(context, tenant, counts), createWriteStream(file, { mode: 0o600 }));
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
  await recordAudit(context, { act: "tenants.archived", subject: `tenants/${tenantId}`, details: { rows: counts } });
  const name = `${tenantId} ${now.toISOString().slice(0, 10)}.zip`;
  return { name, type: "application/zip", path: file, isTemporary: true };
}

async function* writeArchiveFiles(
  context: Context,
  tenant: object,
  counts: Record<string, number>,
): AsyncGenerator<ArchiveFile, void> {
  const { db, tenantId } = context;
  yield { name: "tenant.json", parts: [JSON.stringify(tenant, null, 2)] };
  const users = await db.selectFrom("users").selectAll().where("tenant_id", "=", tenantId).orderBy("uid").execute();
  counts.users = users.length;
  yield { name: "users.json", parts: [JSON.stringify(users, null, 2)] };
  for (const table of await listTenantTables(db)) {
    yield { name: `${table.name}.ndjson`, parts: writeLines(context, table, counts) };
  }
}

/** The rows of a table, a thousand at a time. */
async function* writeLines(
  { db, tenantId }: Context,
  { name, columns }: TenantTable,
  counts: Record<string, number>,
): AsyncGenerator<string, void> {
  const hidden = columns.filter((column) => secretName.test(column));
  await sql`declare archive no scroll cursor for
    select (to_jsonb(r) - ${sql.raw(toLiterals(hidden))})::text as line from ${sql.table(name)} as r
    where r.tenant_id = ${sql.lit(tenantId)}`.execute(db);
  counts[name] = 0;
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(rowsAtOnce)} from archive`.execute(db);
    counts[name] += rows.length;
    if (rows.length > 0) yield `${rows.map(({ line }) => line).join("\n")}\n`;
    if (rows.length < rowsAtOnce) break;
  }
  await sql`close archive`.execute(db);
}

/** Names of columns, which hold nothing but small letters and underscores; a cursor takes no parameters. */
function toLiterals(columns: readonly string[]): string {
  return `array[${columns.map((column) => `'${column.replace(/[^a-z0-9_]/g, "")}'`).join(", ")}]::text[]`;
}
