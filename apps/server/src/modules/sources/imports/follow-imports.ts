import type {
  cancelImport as cancelContract,
  getImport as getContract,
  previewImportUndo as previewUndoContract,
  SourceRun,
  startImport as startContract,
  UndoPreview,
  undoImport as undoContract,
} from "@console/contracts";
import type { z } from "zod";
import type { FileReading, ReadScope } from "../../../connectors/reading/read-sent-file.ts";
import { recordAudit } from "../../../platform/audit/record-audit.ts";
import type { Context } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Connection } from "../connections/connection-store.ts";
import { describeRun } from "../connections/describe-connection.ts";
import { requireRun } from "../connections/follow-runs.ts";
import { requireConnection } from "../connections/manage-connections.ts";
import { publishConnectionChanged } from "../connections/report-state.ts";
import { enqueueRun } from "../connections/run-connection.ts";
import { confirmDraft, type Run, type RunTask, stopRun } from "../connections/run-store.ts";
import { previewUndo, undoRun } from "../connections/undo-run.ts";
import { promiseForgetting } from "./clean-up-imports.ts";
import { confirmMapping } from "./import-file.ts";
import { importPath, readProfile } from "./import-files.ts";
import {
  type FileOutline,
  readOutline,
  reopenOutline,
  requireMapping,
  requireStyles,
  withStyles,
} from "./import-mapping.ts";

/** A file that was sent, with the connection that it came in through. */
export type Import = { run: Run; file: NonNullable<RunTask["file"]>; connection: Connection };

/** A file that was sent, with what all of its rows tell; it is read through again only where that is not kept. */
export async function openOutline(
  config: Context["config"],
  fileReading: FileReading,
  file: Import["file"],
  scope: ReadScope,
): Promise<FileOutline> {
  const place = { path: importPath(config, file.id), name: file.name };
  const profile = await readProfile(config, file.id);
  return profile ? reopenOutline(fileReading, place, profile, scope) : readOutline(fileReading, place, scope);
}

/** A run that takes in a file; other runs are not seen here. */
export async function requireImport(context: Context, id: string): Promise<Import> {
  const run = await requireRun(context, null, id);
  if (run.cause !== "import" || !run.task.file) throw new AppError("not_found", "There is no such run.");
  return { run, file: run.task.file, connection: await requireConnection(context, run.connection_id) };
}

/** Takes in a file that has waited for its mapping. */
export async function startImport(
  context: Omit<Context, "db">,
  { run: id, mapping }: z.output<(typeof startContract)["input"]>,
  { database, fileReading, signal }: { database: Database; fileReading: FileReading; signal: AbortSignal },
): Promise<SourceRun> {
  const inTenant = <Result>(work: (context: Context) => Promise<Result>) =>
    database.inTenant(context.tenantId, (db) => work({ ...context, db }));
  const { file, connection } = await inTenant((scope) => requireImport(scope, id));
  const outline = await openOutline(context.config, fileReading, file, { tenantId: context.tenantId, signal });
  requireMapping(connection.source, mapping, outline);
  requireStyles(connection.source, mapping, outline);
  const task = { file, mapping: withStyles(connection.source, mapping, outline) };
  return inTenant(async (scope) => {
    const before = await requireConnection(scope, connection.id, true);
    if (!(await confirmDraft(scope, id, task))) {
      throw new AppError("conflict", "This file has been started or stopped before. Send it again to take it in anew.");
    }
    await enqueueRun(scope, id);
    await confirmMapping(scope, before, mapping);
    await recordAudit(scope, {
      act: "source.import_started",
      subject: connection.id,
      details: { run: id, file: file.name, bytes: file.bytes, fact: mapping.fact },
    });
    await publishConnectionChanged(scope, connection.id);
    return describeRun(await requireRun(scope, connection.id, id), context.now);
  });
}

/** How far a file is. */
export async function getImport(
  context: Context,
  { run }: z.output<(typeof getContract)["input"]>,
): Promise<SourceRun> {
  return describeRun((await requireImport(context, run)).run, context.now);
}

/** What undoing the load of a file would change. */
export async function previewImportUndo(
  context: Context,
  { run: id, tenantId }: z.output<(typeof previewUndoContract)["input"]>,
): Promise<UndoPreview> {
  const { run, connection } = await requireImport(context, id);
  return previewUndo(context, { tenantId, connection: connection.id, run: run.id });
}

/** Undoes the load of a file. */
export async function undoImport(
  context: Context,
  { run: id, tenantId }: z.output<(typeof undoContract)["input"]>,
): Promise<SourceRun> {
  const { run, connection } = await requireImport(context, id);
  return undoRun(context, { tenantId, connection: connection.id, run: run.id });
}

/** Stops taking a file in; what has been stored so far stays. */
export async function cancelImport(
  context: Context,
  { run: id }: z.output<(typeof cancelContract)["input"]>,
): Promise<SourceRun> {
  const { run, connection } = await requireImport(context, id);
  if (!(await stopRun(context, id)))
    throw new AppError("conflict", "This file has been taken in, or was stopped before.");
  await promiseForgetting(context, run);
  await recordAudit(context, { act: "source.run_cancelled", subject: connection.id, details: { run: id } });
  await publishConnectionChanged(context, connection.id);
  return describeRun(await requireRun(context, connection.id, id), context.now);
}
