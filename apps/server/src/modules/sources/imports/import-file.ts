import { randomUUID } from "node:crypto";
import type { importFile as contract, RouteOutput, SourceMapping, SourceName } from "@console/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import type { FileReading } from "../../../connectors/reading/read-sent-file.ts";
import { recordAudit } from "../../../platform/audit/record-audit.ts";
import type { Context } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import { AppError } from "../../../platform/errors.ts";
import type { ReceivedFile } from "../../../platform/http/endpoint.ts";
import { findTenant } from "../../directory/index.ts";
import { requireComputed } from "../computed/compile-mapping.ts";
import { noteChange } from "../connections/change-store.ts";
import {
  type Connection,
  findFileConnection,
  insertConnection,
  updateConnectionRow,
} from "../connections/connection-store.ts";
import { describeRun } from "../connections/describe-connection.ts";
import { requireRun } from "../connections/follow-runs.ts";
import { requireConnection } from "../connections/manage-connections.ts";
import { publishConnectionChanged } from "../connections/report-state.ts";
import { enqueueRun } from "../connections/run-connection.ts";
import { insertRun, type RunTask } from "../connections/run-store.ts";
import { keepImport, keepProfile, removeImport } from "./import-files.ts";
import {
  chooseMapping,
  type FileOutline,
  fileColumns,
  readMappingText,
  readOutline,
  requireMapping,
  requireStyles,
  withStyles,
} from "./import-mapping.ts";
import { takeRoom } from "./upload-room.ts";

type Input = z.output<(typeof contract)["input"]>;

/** Takes over a file that was sent, and enqueues the run that takes it in; a draft waits until its mapping is confirmed. */
export async function importFile(
  context: Omit<Context, "db">,
  input: Input,
  received: ReceivedFile,
  { database, fileReading, signal }: { database: Database; fileReading: FileReading; signal: AbortSignal },
): Promise<RouteOutput<typeof contract>> {
  const { source } = input;
  const tenantId = chooseTenant(context, input.tenant);
  const tenant = await database.inTenant(context.tenantId, (db) => findTenant({ ...context, db }, tenantId));
  if (!tenant) throw new AppError("not_found", "There is no such tenant.");
  const name = plainName(input.name ?? received.name);
  const sentMapping = input.mapping === undefined ? null : readMappingText(input.mapping);
  const outline = await readOutline(fileReading, { path: received.path, name }, { tenantId, signal });
  const inTenant = <Result>(work: (context: Context) => Promise<Result>) =>
    database.inTenant(tenantId, (db) => work({ ...context, tenantId, db }));
  const confirmed = await inTenant(async (scope) => (await findFileConnection(scope, source))?.mapping ?? {});
  const { mapping, isConfirmed } = sentMapping
    ? { mapping: sentMapping, isConfirmed: false }
    : chooseMapping(source, confirmed, outline);
  const isDraft = input.draft === "1";
  if (isDraft) requireComputed(mapping, fileColumns(outline));
  else {
    requireMapping(source, mapping, outline);
    requireStyles(source, mapping, outline);
  }
  const file = {
    id: await keepImport(context.config, received.path),
    name,
    bytes: received.bytes,
    columns: outline.columns,
  };
  try {
    await keepProfile(context.config, file.id, outline.profile);
    return await inTenant(async (scope) => {
      await takeRoom(scope, file.bytes);
      const connection = await fileConnection(scope, source);
      const run = isDraft
        ? await newImport(scope, connection, "draft", { file, mapping })
        : await beginImport(scope, connection, { file, mapping, isConfirmed, outline });
      return { run: describeRun(run, context.now), tenantId, connection: connection.id };
    });
  } catch (error) {
    await removeImport(context.config, file.id);
    throw error;
  }
}

/** Whose data it is: one's own tenant, or the one that somebody who runs the platform names. */
function chooseTenant({ permissions, tenantId }: Omit<Context, "db">, namedTenant: string | undefined): string {
  if (permissions.has("platform.read")) {
    if (namedTenant !== undefined) return namedTenant;
    throw new AppError("invalid_input", "Say whose data it is.", { fields: { tenant: "Name the tenant." } });
  }
  if (namedTenant !== undefined && namedTenant !== tenantId)
    throw new AppError("not_found", "There is no such tenant.");
  return tenantId;
}

/** A name without folders and without what no screen can show. */
function plainName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  return last.replace(/\p{Cc}/gu, "").slice(0, 255) || "file";
}

/** The tenant's connection that files of a source come in through; the first file makes it. */
async function fileConnection(context: Context, source: SourceName): Promise<Connection> {
  // Two first files at once make one connection.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`files ${context.tenantId} ${source}`}, 0))`.execute(
    context.db,
  );
  const existing = await findFileConnection(context, source);
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

async function newImport(context: Context, { id }: Connection, state: "draft" | "waiting", task: RunTask) {
  const askedBy = context.actor.kind === "user" ? context.actor.uid : null;
  const run = await insertRun(context, { connection: id, cause: "import", state, task, askedBy });
  await publishConnectionChanged(context, id);
  return requireRun(context, id, run);
}

/** Notes a file that is taken in at once. */
async function beginImport(
  context: Context,
  connection: Connection,
  {
    file,
    mapping,
    isConfirmed,
    outline,
  }: { file: NonNullable<RunTask["file"]>; mapping: SourceMapping; isConfirmed: boolean; outline: FileOutline },
) {
  const task = { file, mapping: withStyles(connection.source, mapping, outline) };
  const run = await newImport(context, connection, "waiting", task);
  await enqueueRun(context, run.id);
  if (!isConfirmed) await confirmMapping(context, connection, mapping);
  await recordAudit(context, {
    act: "source.import_started",
    subject: connection.id,
    details: { run: run.id, file: file.name, bytes: file.bytes, fact: mapping.fact },
  });
  return run;
}

/** The mapping of a file that is taken in is the connection's from now on. */
export async function confirmMapping(context: Context, before: Connection, mapping: SourceMapping): Promise<void> {
  if (JSON.stringify(before.mapping) === JSON.stringify(mapping)) return;
  await updateConnectionRow(context, before.id, {
    mapping,
    version: before.version + 1,
    updated_at: context.now,
  });
  await noteChange(context, before.id, "changed", { mapping: { before: before.mapping, after: mapping } });
}
