import type {
  cancelImport as cancelContract,
  getImport as getContract,
  ImportRun,
  previewImportUndo as previewUndoContract,
  SourceRun,
  startImport as startContract,
  UndoPreview,
  undoImport as undoContract,
} from "@console/contracts";
import { daysToShow } from "@console/figures/calendar";
import type { z } from "zod";
import type { FileReading, ReadScope } from "../../../connectors/reading/read-sent-file.ts";
import type { FileToRead } from "../../../connectors/reading/reading-task.ts";
import type { Context } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import { AppError } from "../../../platform/errors.ts";
import { dayIn, domainForFact, loadMetricState, metricRegistry, selectOwnFields } from "../../metrics/index.ts";
import type { Connection } from "../connections/connection-store.ts";
import { describeDays, describeRun, nameConnection } from "../connections/describe-connection.ts";
import { requireRun } from "../connections/follow-runs.ts";
import { requireConnection, requireEvenRemoved } from "../connections/manage-connections.ts";
import { recordConnectionAction } from "../connections/record-connection-action.ts";
import { publishConnectionChanged } from "../connections/report-state.ts";
import { enqueueRun } from "../connections/run-connection.ts";
import { findRun, type Run, type SentFile, stopRun, updateDraft } from "../connections/run-store.ts";
import { previewUndo, undoRun } from "../connections/undo-run.ts";
import { listLeft, requireKeyRule, tellsKeysApart } from "./choose-mapping.ts";
import { promiseForgetting } from "./clean-up-imports.ts";
import type { DoubledCursor } from "./count-doubled.ts";
import { describeEarlierLoads, requireReplaceable } from "./earlier-loads.ts";
import type { LoadDays } from "./file-days.ts";
import { confirmMapping, recordStart } from "./import-file.ts";
import { importPath, readProfile } from "./import-files.ts";
import {
  type FileOutline,
  readOutline,
  reopenOutline,
  requireMapping,
  requireStyles,
  withStyles,
} from "./import-mapping.ts";

/** Files that were sent as one load, with the connection that they come in through. */
export type Import = { run: Run; files: readonly SentFile[]; connection: Connection };

/** Where the files of a load lie, as they are read. */
export function locateFiles(config: Context["config"], files: Import["files"]): FileToRead[] {
  return files.map(({ id, name, reading }) => ({ path: importPath(config, id), name, choice: reading }));
}

/** A load with what all of its rows tell; it is read through again only where that is not kept. */
export async function openOutline(
  config: Context["config"],
  fileReading: FileReading,
  files: Import["files"],
  scope: ReadScope,
): Promise<FileOutline> {
  const places = locateFiles(config, files);
  const kept = await readProfile(config, files[0]?.id ?? "");
  return kept ? reopenOutline(fileReading, places, kept, scope) : readOutline(fileReading, places, scope);
}

/** A run that takes in a file; other runs are not seen here. */
export async function requireImport(context: Context, id: string): Promise<Import> {
  const run = await requireRun(context, null, id);
  if (run.cause !== "import" || !run.task.files) throw new AppError("not_found", "There is no such run.");
  return { run, files: run.task.files, connection: await requireEvenRemoved(context, run.connection_id) };
}

/** Takes in a file that has waited for its mapping. */
export async function startImport(
  context: Omit<Context, "db">,
  { run: id, mapping, replaces: chosen }: z.output<(typeof startContract)["input"]>,
  { database, fileReading, signal }: { database: Database; fileReading: FileReading; signal: AbortSignal },
): Promise<SourceRun> {
  const inTenant = <Result>(work: (context: Context) => Promise<Result>) =>
    database.inTenant(context.tenantId, (db) => work({ ...context, db }));
  const { run, files, connection, ownFields, settings } = await inTenant(async (scope) => ({
    ...(await requireImport(scope, id)),
    ...(await loadMetricState(scope)),
    ownFields: await selectOwnFields(scope),
  }));
  const opened = await openOutline(context.config, fileReading, files, { tenantId: context.tenantId, signal });
  const outline = { ...opened, currency: settings.currency };
  requireMapping(connection.source, mapping, outline, ownFields);
  requireStyles(connection.source, mapping, outline, files);
  requireKeyRule(mapping, outline);
  return inTenant(async (scope) => {
    const before = await requireConnection(scope, connection.id, true);
    const replaces = chosen.length > 0 ? await requireReplaceable(scope, mapping.fact, chosen) : [];
    const styled = withStyles(connection.source, mapping, outline);
    const left = listLeft(connection.source, mapping, outline);
    const task = {
      ...run.task,
      mapping: styled,
      left,
      ...(tellsKeysApart(connection.source, mapping, outline) && { hasOwnKeys: true as const }),
      ...(replaces.length > 0 && { replaces }),
    };
    if (!(await updateDraft(scope, run, { state: "waiting", task }))) {
      throw new AppError("conflict", "This file was already started or stopped. Upload it again to import it.");
    }
    await enqueueRun(scope, id);
    await confirmMapping(scope, before, mapping);
    await recordStart(scope, { connection, run: id, files, mapping });
    if (replaces.length > 0) {
      await recordConnectionAction(scope, {
        act: "source.loads_replaced",
        connection: connection.id,
        details: { run: id, replaced: replaces },
      });
    }
    await publishConnectionChanged(scope, connection.id);
    return describeRun(await requireRun(scope, connection.id, id), context.now);
  });
}

/** How far a file is. */
export async function getImport(
  context: Context,
  { run: id }: z.output<(typeof getContract)["input"]>,
): Promise<ImportRun> {
  const { run, connection } = await requireImport(context, id);
  return describeImport(context, run, connection);
}

/** A load as it is shown, with where its rows are to be seen while they are there. */
export async function describeImport(context: Context, run: Run, connection: Connection): Promise<ImportRun> {
  const { days = null, doubled = [] } = (run.cursor ?? {}) as LoadDays & DoubledCursor;
  const { settings } = await loadMetricState(context);
  const fact = String(run.task.mapping?.fact);
  const domain = domainForFact(fact, metricRegistry);
  const isThere = run.state === "done" && run.undone_by === null;
  const shown = days && daysToShow(days, dayIn(settings.timeZone, context.now));
  const loaded =
    isThere && days && domain ? { domain, ...describeDays(days), shown: shown && describeDays(shown) } : null;
  const isDoubled = run.undone_by === null && doubled.length > 0;
  const doubledLoads = isDoubled ? await describeEarlierLoads(context, fact, doubled) : [];
  const undoing = run.undone_by !== null && !run.replaced_by ? await findRun(context, run.undone_by) : null;
  const undo = undoing && describeRun(undoing, context.now);
  return { ...describeRun(run, context.now), connectionName: nameConnection(connection), loaded, undo, doubledLoads };
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
  if (!(await stopRun(context, id))) throw new AppError("conflict", "This file was already imported or stopped.");
  await promiseForgetting(context, run);
  await recordConnectionAction(context, {
    act: "source.run_cancelled",
    connection: connection.id,
    details: { run: id },
  });
  await publishConnectionChanged(context, connection.id);
  return describeRun(await requireRun(context, connection.id, id), context.now);
}
