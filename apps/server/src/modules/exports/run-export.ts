import type { Context, SnapshotContext } from "../../platform/context.ts";
import type { Database } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import { removeExportFile, writeExportFile } from "./export-files.ts";
import { endExport, noteRows } from "./export-store.ts";
import { tellExportEnded } from "./tell-export-ended.ts";

/** Nobody wants this file any more. */
class Unwanted extends Error {}

const noteEveryMs = 500;

/** Notes how many rows of how many are written. */
export type NoteRows = (done: number, total: number) => Promise<void>;

/** A file that is made in the background. */
export type ExportRun = {
  id: string;
  uid: string;
  /** What is written, read in one snapshot. */
  make(context: SnapshotContext, onRows: NoteRows): Promise<AsyncIterable<Buffer>>;
  /** Records that the file was made. */
  whenDone(context: Context, rows: number): Promise<void>;
};

/** Makes the file of an export. Its progress is told in transactions of their own, while it reads in a single one. */
export async function runExport(context: Context, database: Database, run: ExportRun): Promise<void> {
  const { id, uid } = run;
  const apart = <Result>(work: (own: Context) => Promise<Result>) =>
    database.inTenant(context.tenantId, (db) => work({ ...context, db }));
  let notedAt = 0;
  let rowsWritten = 0;
  const onRows: NoteRows = async (done, total) => {
    rowsWritten = done;
    if (Date.now() - notedAt < noteEveryMs && done < total) return;
    notedAt = Date.now();
    if (!(await apart((own) => noteRows(own, id, done, total)))) throw new Unwanted();
  };
  try {
    if (!(await apart((own) => noteRows(own, id, 0, 0)))) return;
    const bytes = await database.inTenant(
      context.tenantId,
      async (db) => writeExportFile(context.config, id, await run.make({ ...context, db }, onRows)),
      "snapshot",
    );
    await apart(async (own) => {
      if (!(await endExport(own, id, { state: "done", bytes }))) return;
      await run.whenDone(own, rowsWritten);
      await tellExportEnded(own, { id, uid, problem: null });
    });
  } catch (error) {
    // What the caller can mend is told at once; anything else is tried again first.
    if (!(error instanceof AppError || error instanceof Unwanted)) throw error;
    await removeExportFile(context.config, id);
    if (error instanceof Unwanted) return;
    await apart(async (own) => {
      const isEnded = await endExport(own, id, { state: "failed", problem: error.message });
      if (isEnded) await tellExportEnded(own, { id, uid, problem: error.message });
    });
  }
}

/** Notes that no attempt has made a file. */
export async function giveUpExport(context: Context, { id, uid }: { id: string; uid: string }): Promise<void> {
  const problem = "The file could not be created. Try again later, or ask an administrator.";
  await endExport(context, id, { state: "failed", problem });
  await tellExportEnded(context, { id, uid, problem });
  await removeExportFile(context.config, id);
}
