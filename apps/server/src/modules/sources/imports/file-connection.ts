import { randomUUID } from "node:crypto";
import type { listFileConnections as listContract, RouteOutput, SourceName } from "@console/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { wrongField } from "../../../platform/errors.ts";
import { noteChange } from "../connections/change-store.ts";
import {
  type Connection,
  findConnection,
  insertConnection,
  selectFileConnections,
} from "../connections/connection-store.ts";
import { requireConnection } from "../connections/manage-connections.ts";

/** The connections of a tenant that files of a source can be loaded into, the oldest first. */
export async function listFileConnections(
  context: Context,
  { source }: z.output<(typeof listContract)["input"]>,
): Promise<RouteOutput<typeof listContract>> {
  const connections = await selectFileConnections(context, source);
  return { items: connections.map(({ id, name }) => ({ id, name })) };
}

/** The connection that a file is loaded into: the one that was chosen, or the oldest; null before the first file. */
export async function findFileConnection(
  context: Context,
  source: SourceName,
  chosen: string | undefined,
): Promise<Connection | null> {
  if (chosen === undefined) return (await selectFileConnections(context, source))[0] ?? null;
  const connection = await findConnection(context, chosen);
  if (!connection) throw wrongField("connection", "There is no such connection.");
  if (connection.kind !== "file")
    throw wrongField("connection", `"${connection.name}" is not for files. Choose another.`);
  if (connection.source !== source) {
    throw wrongField("connection", `"${connection.name}" is for files of another source. Choose another.`);
  }
  return connection;
}

/** The same connection; the first file makes one. */
export async function requireFileConnection(
  context: Context,
  source: SourceName,
  chosen: string | undefined,
): Promise<Connection> {
  // Two first files at once make one connection.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`files ${context.tenantId} ${source}`}, 0))`.execute(
    context.db,
  );
  const existing = await findFileConnection(context, source, chosen);
  if (existing) return existing;
  const id = randomUUID();
  await insertConnection(context, {
    id,
    source,
    kind: "file",
    name: "Files",
    settings: {},
    mapping: {},
    secret: null,
    interval_minutes: null,
    next_run_at: null,
    hook_id: null,
    hook_secret: null,
  });
  await noteChange(context, id, "created", { source, kind: "file", name: "Files" });
  return requireConnection(context, id);
}
