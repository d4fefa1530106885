import {
  type previewImport as contract,
  type ImportPreview,
  type SourceMapping,
  sourceMapping,
} from "@console/contracts";
import type { z } from "zod";
import { type FileRow, rowField } from "../../../connectors/file/index.ts";
import { type FileReading, type ReadScope, readSentFile } from "../../../connectors/reading/read-sent-file.ts";
import type { FileToRead } from "../../../connectors/reading/reading-task.ts";
import type { Context } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import { loadMetricState } from "../../metrics/index.ts";
import { requireComputed } from "../computed/compile-mapping.ts";
import { completeReader } from "../mapping/complete-reader.ts";
import { describeColumns } from "../mapping/describe-columns.ts";
import { judgeRow } from "../mapping/judge-row.ts";
import { listLeftTimes } from "../mapping/left-times.ts";
import { rowReader } from "../mapping/map-batch.ts";
import { computeRow, type RowReader } from "../mapping/map-row.ts";
import { requireOwnFields } from "../mapping/require-own-fields.ts";
import { listReturnQuestions } from "../mapping/return-questions.ts";
import { listReturnedAmounts } from "../mapping/returned-amounts.ts";
import { describeSigns } from "../mapping/signs.ts";
import { requireTable, tablesForSource } from "../mapping/target-tables.ts";
import { writeNumbers } from "../mapping/write-numbers.ts";
import { chooseMapping, listShared, suggestForFile } from "./choose-mapping.ts";
import { countLoad } from "./dry-run.ts";
import { describeEarlierLoads } from "./earlier-loads.ts";
import { describeReading, listGaps } from "./file-readings.ts";
import { describeImport, locateFiles, openOutline, requireImport } from "./follow-imports.ts";
import { fileColumns, listConflicts, listProfiles, withStyles } from "./import-mapping.ts";
import { readKnowledge } from "./read-knowledge.ts";

const shownRows = 20;
const longestValue = 1000;

/** The first rows of a file as they would be stored, and what is wrong with them; nothing is written. */
export async function previewImport(
  context: Omit<Context, "db">,
  { run: id, mapping: mappingInput, isDryRun }: z.output<(typeof contract)["input"]>,
  { database, fileReading, signal }: { database: Database; fileReading: FileReading; signal: AbortSignal },
): Promise<ImportPreview> {
  const inTenant = <Result>(work: (context: Context) => Promise<Result>) =>
    database.inTenant(context.tenantId, (db) => work({ ...context, db }));
  const { run, files, connection, settings } = await inTenant(async (scope) => ({
    ...(await requireImport(scope, id)),
    ...(await loadMetricState(scope)),
  }));
  const { source } = connection;
  const scope = { tenantId: context.tenantId, signal };
  const opened = await openOutline(context.config, fileReading, files, scope);
  const outline = { ...opened, currency: settings.currency };
  const { profile } = outline;
  // Someone who has chosen another table gets the columns that fit it.
  const isChosen = mappingInput && Object.keys(mappingInput.fields).length > 0;
  const knowledge = await inTenant((one) => readKnowledge(one, source, connection));
  const mapping = isChosen
    ? mappingInput
    : mappingInput
      ? { ...mappingInput, ...suggestForFile(source, outline, knowledge, mappingInput.fact || undefined).mapping }
      : (readMapping(run.task.mapping) ?? chooseMapping(source, outline, knowledge).mapping);
  if (mappingInput) requireOwnFields(mapping, knowledge.ownFields);
  requireComputed(mapping, fileColumns(outline));
  const styled = rowReader(source, withStyles(source, mapping, outline), [], settings);
  const reader = await inTenant((scope) => completeReader(scope, source, styled, context.now));
  return {
    run: await inTenant((one) => describeImport(one, run, connection)),
    form: outline.form,
    files: outline.files.map((file, index) => ({
      ...file,
      name: files[index]?.name ?? "",
      gaps: listGaps(file.gaps ?? [], mapping, reader.fields),
      note: describeReading(file, mapping, reader.fields),
    })),
    columns: describeColumns(
      listProfiles(source, mapping, outline),
      readable(outline.samples).map((row) => computeRow(row, reader)),
    ),
    conflicts: listConflicts(source, mapping, outline, files),
    tables: [...tablesForSource(source)],
    fields: [...reader.fields],
    // How columns are written is told beside them; the mapping says only what someone has chosen.
    mapping,
    currency: settings.currency,
    timeZone: settings.timeZone,
    likeFile: run.task.likeFile ?? null,
    suggestion: suggestForFile(source, outline, knowledge, mapping.fact),
    signs: describeSigns(mapping, listProfiles(source, mapping, outline)),
    returns: [
      ...listReturnQuestions(mapping, profile.columns),
      ...listReturnedAmounts(mapping, profile.columns),
      ...listLeftTimes(mapping, reader.fields, profile.columns),
    ],
    keys: { rows: profile.rows, ...profile.keys, shared: listShared(profile) },
    rows: writeNumbers(outline.samples.slice(0, shownRows), reader).map((row) => ({
      line: row.line,
      ...(files.length > 1 && { file: files[row.file]?.name ?? "" }),
      values: shownValues(computeRow(row, reader)),
      ...judge(row, reader),
    })),
    counts: isDryRun ? await count() : null,
  };

  async function count(): Promise<ImportPreview["counts"]> {
    const parts = readParts(fileReading, locateFiles(context.config, files), scope);
    const { doubledLoads, ...counts } = await countLoad(parts, reader, {
      inTenant,
      connection: connection.id,
      table: requireTable(source, mapping.fact),
    });
    const loads = await inTenant((one) => describeEarlierLoads(one, mapping.fact, doubledLoads));
    return { ...counts, doubledLoads: loads };
  }
}

/** The mapping that a draft has; null where it has none that can be read. */
function readMapping(input: unknown): SourceMapping | null {
  const parsed = sourceMapping.safeParse(input);
  return parsed.success ? parsed.data : null;
}

/** The rows of files that are one load, one file after the other. */
async function* readParts(fileReading: FileReading, files: readonly FileToRead[], scope: ReadScope) {
  for (const [file, place] of files.entries()) {
    for await (const part of readSentFile(fileReading, place, scope)) {
      if (!("form" in part)) yield { file, rows: part.rows };
    }
  }
}

/** One that is not a row at all is never mapped. */
function judge(row: FileRow, reader: RowReader) {
  if (row.problem !== null) return { record: {}, problems: [{ field: rowField, message: row.problem }], notes: [] };
  return judgeRow(row, reader);
}

/** A page shows the beginning of what is long. */
function shownValues({ values }: Pick<FileRow, "values">): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.slice(0, longestValue)]));
}

function readable(rows: readonly FileRow[]): FileRow[] {
  return rows.filter(({ problem }) => problem === null);
}
