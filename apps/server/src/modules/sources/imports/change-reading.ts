import type { changeReading as contract, ImportRun } from "@console/contracts";
import type { z } from "zod";
import type { FileReading } from "../../../connectors/reading/read-sent-file.ts";
import type { Context } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import { AppError, wrongField } from "../../../platform/errors.ts";
import { requireRun } from "../connections/follow-runs.ts";
import { type SentFile, updateDraft } from "../connections/run-store.ts";
import { chooseMapping } from "./choose-mapping.ts";
import { withReadings } from "./file-readings.ts";
import { describeImport, requireImport } from "./follow-imports.ts";
import { importPath, keepProfile } from "./import-files.ts";
import { readOutline } from "./import-mapping.ts";
import { readKnowledge } from "./read-knowledge.ts";

/** Reads the files of a draft anew as someone has chosen, and matches their columns anew. */
export async function changeReading(
  context: Omit<Context, "db">,
  { run: id, files: choices }: z.output<(typeof contract)["input"]>,
  { database, fileReading, signal }: { database: Database; fileReading: FileReading; signal: AbortSignal },
): Promise<ImportRun> {
  const inTenant = <Result>(work: (context: Context) => Promise<Result>) =>
    database.inTenant(context.tenantId, (db) => work({ ...context, db }));
  const { run, files, connection } = await inTenant((scope) => requireImport(scope, id));
  if (run.state !== "draft") throw changedBefore();
  if (choices.some(({ file }) => !files[file])) throw wrongField("files", "There is no such file in this load.");
  const chosen = files.map((file, index): SentFile => {
    const choice = choices.findLast((one) => one.file === index);
    if (!choice) return file;
    const { file: _, ...reading } = choice;
    return { ...file, choice: reading };
  });
  const places = chosen.map(({ id: file, name, choice }) => ({ path: importPath(context.config, file), name, choice }));
  const outline = await readOutline(fileReading, places, { tenantId: context.tenantId, signal });
  return inTenant(async (scope) => {
    const knowledge = await readKnowledge(scope, connection.source, connection);
    const { mapping, likeFile } = chooseMapping(connection.source, outline, knowledge);
    const task = {
      ...run.task,
      files: withReadings(chosen, outline, { source: connection.source, mapping }),
      columns: outline.columns,
      mapping,
      likeFile,
    };
    if (!(await updateDraft(scope, run, { state: "draft", task }))) throw changedBefore();
    await keepProfile(context.config, files[0]?.id ?? "", outline);
    return describeImport(scope, await requireRun(scope, connection.id, id), connection);
  });
}

function changedBefore(): AppError {
  return new AppError("conflict", "This file was started, stopped or changed elsewhere. Reload the page.");
}
