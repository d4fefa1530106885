import type { importFile as contract, RouteOutput, SourceMapping } from "@console/contracts";
import { z } from "zod";
import type { FileReading } from "../../../connectors/reading/read-sent-file.ts";
import type { Context } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import { untilDone } from "../../../platform/db/until-done.ts";
import { AppError, wrongField } from "../../../platform/errors.ts";
import type { ReceivedFiles } from "../../../platform/http/endpoint.ts";
import { findTenant } from "../../directory/index.ts";
import { loadMetricState } from "../../metrics/index.ts";
import { requireComputed } from "../computed/compile-mapping.ts";
import { noteChange } from "../connections/change-store.ts";
import { type Connection, updateConnectionRow } from "../connections/connection-store.ts";
import { describeRun } from "../connections/describe-connection.ts";
import { requireRun } from "../connections/follow-runs.ts";
import { recordConnectionAction } from "../connections/record-connection-action.ts";
import { publishConnectionChanged } from "../connections/report-state.ts";
import { enqueueRun } from "../connections/run-connection.ts";
import { insertRun, type RunTask, type SentFile } from "../connections/run-store.ts";
import { chooseMapping, listLeft, tellsKeysApart, withOwnLoads } from "./choose-mapping.ts";
import { findFileConnection, requireFileConnection } from "./file-connection.ts";
import { withReadings } from "./file-readings.ts";
import { keepImport, keepProfile, removeImport, sumBytes } from "./import-files.ts";
import {
  type FileOutline,
  fileColumns,
  readMappingText,
  readOutline,
  requireMapping,
  requireStyles,
  withStyles,
} from "./import-mapping.ts";
import { readKnowledge } from "./read-knowledge.ts";
import { takeRoom } from "./upload-room.ts";

type Input = z.output<(typeof contract)["input"]>;

/** Takes over files that were sent as one load, and enqueues its run; a draft waits until its mapping is confirmed. */
export async function importFile(
  context: Omit<Context, "db">,
  input: Input,
  received: ReceivedFiles,
  { database, fileReading, signal }: { database: Database; fileReading: FileReading; signal: AbortSignal },
): Promise<RouteOutput<typeof contract>> {
  const { source } = input;
  const tenantId = chooseTenant(context, input.tenant);
  const tenant = await database.inTenant(context.tenantId, (db) => findTenant({ ...context, db }, tenantId));
  if (!tenant) throw new AppError("not_found", "There is no such tenant.");
  const names = received.map(({ name }) => plainName(received.length === 1 ? (input.name ?? name) : name));
  const sentMapping = input.mapping === undefined ? null : readMappingText(input.mapping);
  // Two files at once wait for the same connection, and for the run that it has.
  const inTenant = <Result>(work: (context: Context) => Promise<Result>) =>
    untilDone(() => database.inTenant(tenantId, (db) => work({ ...context, tenantId, db })));
  const target = await inTenant((scope) => findFileConnection(scope, source, input.connection));
  const { worksheet, encoding, months } = input;
  const choice = { worksheet, encoding, months, fillDown: readColumnList(input.fillDown) };
  const filesToRead = received.map(({ path }, index) => ({ path, name: names[index] ?? "", choice }));
  const { settings } = await inTenant(loadMetricState);
  const read = await readOutline(fileReading, filesToRead, { tenantId, signal });
  const outline = { ...read, currency: settings.currency };
  const isDraft = input.draft === "1";
  const knowledge = await inTenant((scope) => readKnowledge(scope, source, target));
  const { mapping, isConfirmed, likeFile } = sentMapping
    ? { mapping: sentMapping, isConfirmed: false, likeFile: null }
    : chooseMapping(source, outline, isDraft ? knowledge : withOwnLoads(knowledge));
  if (isDraft) requireComputed(mapping, fileColumns(outline));
  else {
    requireMapping(source, mapping, outline, knowledge.ownFields);
    requireStyles(source, mapping, outline, filesToRead);
  }
  const files: SentFile[] = [];
  try {
    for (const [index, { path, bytes }] of received.entries()) {
      files.push({ id: await keepImport(context.config, path), name: names[index] ?? "", bytes, choice });
    }
    const sent = { files: withReadings(files, outline, { source, mapping }), columns: outline.columns };
    await keepProfile(context.config, files[0]?.id ?? "", outline);
    return await inTenant(async (scope) => {
      await takeRoom(scope, sumBytes(files));
      const connection = await requireFileConnection(scope, source, input.connection);
      const run = isDraft
        ? await newImport(scope, connection, "draft", { ...sent, mapping, likeFile })
        : await beginImport(scope, connection, { sent, mapping, isConfirmed, outline });
      return { run: describeRun(run, context.now), tenantId, connection: connection.id };
    });
  } catch (error) {
    for (const { id } of files) await removeImport(context.config, id);
    throw error;
  }
}

/** The names of columns that came as JSON. */
function readColumnList(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const parsed = columnList.safeParse(readJson(text));
  if (!parsed.success) throw wrongField("fillDown", "Send a list of names as JSON.");
  return parsed.data;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const columnList = z.array(z.string().min(1).max(200)).max(20);

/** Whose data it is: one's own tenant, or the one that a platform admin names. */
function chooseTenant({ permissions, tenantId }: Omit<Context, "db">, namedTenant: string | undefined): string {
  if (permissions.has("platform.read")) {
    if (namedTenant !== undefined) return namedTenant;
    throw new AppError("invalid_input", "Choose the tenant.", { fields: { tenant: "Name the tenant." } });
  }
  if (namedTenant !== undefined && namedTenant !== tenantId)
    throw new AppError("not_found", "There is no such tenant.");
  return tenantId;
}

/** A name without folders and without what no screen can show. */
export function plainName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  return last.replace(/\p{Cc}/gu, "").slice(0, 255) || "file";
}

async function newImport(context: Context, { id }: Connection, state: "draft" | "waiting", task: RunTask) {
  const askedBy = context.actor.kind === "user" ? context.actor.uid : null;
  const run = await insertRun(context, { connection: id, cause: "import", state, task, askedBy });
  await publishConnectionChanged(context, id);
  return requireRun(context, id, run);
}

/** Notes files that are taken in at once. */
async function beginImport(
  context: Context,
  connection: Connection,
  {
    sent,
    mapping,
    isConfirmed,
    outline,
  }: {
    sent: { files: readonly SentFile[]; columns: readonly string[] };
    mapping: SourceMapping;
    isConfirmed: boolean;
    outline: FileOutline;
  },
) {
  const left = listLeft(connection.source, mapping, outline);
  const task = {
    ...sent,
    mapping: withStyles(connection.source, mapping, outline),
    left,
    ...(tellsKeysApart(connection.source, mapping, outline) && { hasOwnKeys: true as const }),
  };
  const run = await newImport(context, connection, "waiting", task);
  await enqueueRun(context, run.id);
  if (!isConfirmed) await confirmMapping(context, connection, mapping);
  await recordStart(context, { connection, run: run.id, files: sent.files, mapping });
  return run;
}

/** Notes in the audit log which files are taken in, and where. */
export async function recordStart(
  context: Context,
  {
    connection,
    run,
    files,
    mapping,
  }: { connection: Connection; run: string; files: readonly SentFile[]; mapping: SourceMapping },
): Promise<void> {
  await recordConnectionAction(context, {
    act: "source.import_started",
    connection: connection.id,
    details: {
      run,
      ...(files.length === 1 ? { file: files[0]?.name } : { files: files.map(({ name }) => name) }),
      bytes: sumBytes(files),
      fact: mapping.fact,
    },
  });
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
