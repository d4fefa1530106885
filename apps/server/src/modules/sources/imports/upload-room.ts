import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import { AppError } from "../../../platform/errors.ts";
import type { OpenMeter } from "../../../platform/http/endpoint.ts";
import { readSettings } from "../../../platform/settings/read-settings.ts";
import { createHasTenant } from "../../directory/index.ts";
import { sourceSettings } from "../connections/source-settings.ts";
import { draftMs } from "./import-files.ts";

const gigabyte = 1024 ** 3;

type Room = { used: number; most: number };

/** Counts the files that arrive against the room of their tenant, all that arrive at once together. */
export function uploadRoom(database: Database): OpenMeter {
  const arriving = new Map<string, number>();
  const hasTenant = createHasTenant(database);
  return async (context, { tenant }) => {
    const isNamed = context.permissions.has("platform.read") && typeof tenant === "string";
    // Before anything is opened in its name, and before gigabytes have come for nobody.
    if (isNamed && !(await hasTenant(tenant))) throw new AppError("not_found", "There is no such tenant.");
    const tenantId = isNamed ? tenant : context.tenantId;
    const room = await database.inTenant(tenantId, (db) => readRoom({ ...context, tenantId, db }));
    let own = 0;
    const count = (bytes: number) => {
      own += bytes;
      const all = (arriving.get(tenantId) ?? 0) + bytes;
      if (all > 0) arriving.set(tenantId, all);
      else arriving.delete(tenantId);
      return all;
    };
    return {
      add: (bytes) => requireRoom(room, count(bytes)),
      close: () => void count(-own),
    };
  };
}

/** Refuses a file that a tenant has no room for; two that come at once are told apart. */
export async function takeRoom(context: Context, bytes: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`room ${context.tenantId}`}, 0))`.execute(context.db);
  requireRoom(await readRoom(context), bytes);
}

/** What the files of a tenant take that are not taken in yet, drafts too. */
async function readRoom(context: Context): Promise<Room> {
  const { fileGigabytes } = await readSettings(context, sourceSettings);
  const { rows } = await sql<{ used: number }>`select coalesce(sum((file->>'bytes')::bigint), 0)::bigint as used
    from source_runs, jsonb_array_elements(task->'files') as file where tenant_id = ${context.tenantId} and cause = 'import'
      and (state in ('waiting', 'running')
        or state = 'draft' and asked_at > ${new Date(context.now.getTime() - draftMs)})`.execute(context.db);
  return { used: Number(rows[0]?.used ?? 0), most: fileGigabytes * gigabyte };
}

function requireRoom({ used, most }: Room, bytes: number): void {
  if (used + bytes <= most) return;
  const usage = `${(used / gigabyte).toFixed(1)} of ${most / gigabyte} GB`;
  throw new AppError(
    "limit_reached",
    `There is no space left: pending files use ${usage}. Import or cancel pending files, then upload it again.`,
    { retryAfterSeconds: 60 },
  );
}
