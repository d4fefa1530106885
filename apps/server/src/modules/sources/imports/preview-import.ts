import type { previewImport as contract, ImportPreview } from "@console/contracts";
import type { z } from "zod";
import { type FileRow, rowField } from "../../../connectors/file/index.ts";
import { type FileReading, readSentFile } from "../../../connectors/reading/read-sent-file.ts";
import type { Context } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import { loadMetricState } from "../../metrics/index.ts";
import { listColumns, requireComputed } from "../computed/compile-mapping.ts";
import { describeRun } from "../connections/describe-connection.ts";
import { describeColumns } from "../mapping/describe-columns.ts";
import { judgeRow } from "../mapping/judge-row.ts";
import { rowReader } from "../mapping/map-batch.ts";
import { computeRow, type RowReader } from "../mapping/map-row.ts";
import { suggestMapping } from "../mapping/suggest-mapping.ts";
import { listFields, requireTable, tablesForSource } from "../mapping/target-tables.ts";
import { requireImport } from "./follow-imports.ts";
import { importPath } from "./import-files.ts";
import { chooseMapping, fileColumns, readOutline, withStyles } from "./import-mapping.ts";

const shownRows = 20;
const longestValue = 1000;
const mostProblems = 200;

/** The first rows of a file as they would be stored, and what is wrong with them; nothing is written. */
export async function previewImport(
  context: Omit<Context, "db">,
  { run: id, mapping: mappingInput, isDryRun }: z.output<(typeof contract)["input"]>,
  { database, fileReading, signal }: { database: Database; fileReading: FileReading; signal: AbortSignal },
): Promise<ImportPreview> {
  const { run, file, connection, settings } = await database.inTenant(context.tenantId, async (db) => ({
    ...(await requireImport({ ...context, db }, id)),
    ...(await loadMetricState({ ...context, db })),
  }));
  const { source } = connection;
  const place = { path: importPath(context.config, file.id), name: file.name };
  const scope = { tenantId: context.tenantId, signal };
  const outline = await readOutline(fileReading, place, scope);
  // Somebody who has chosen another table gets the columns that fit it.
  const isChosen = mappingInput && Object.keys(mappingInput.fields).length > 0;
  const mapping = isChosen
    ? mappingInput
    : mappingInput
      ? { ...mappingInput, ...suggestMapping(source, listColumns(mappingInput, outline.columns), mappingInput.fact) }
      : chooseMapping(source, run.task.mapping ?? connection.mapping, outline.columns).mapping;
  requireComputed(mapping, fileColumns(outline));
  const fields = listFields(requireTable(source, mapping.fact));
  const reader = rowReader(source, withStyles(source, mapping, outline.samples), [], settings);
  return {
    run: describeRun(run, context.now),
    form: outline.form,
    columns: describeColumns(
      listColumns(mapping, outline.columns),
      readable(outline.samples).map((row) => computeRow(row, reader)),
    ),
    tables: [...tablesForSource(source)],
    fields,
    mapping: reader.mapping,
    currency: settings.currency,
    rows: outline.samples
      .slice(0, shownRows)
      .map((row) => ({ line: row.line, values: shownValues(computeRow(row, reader)), ...judge(row, reader) })),
    counts: isDryRun ? await countRows(readSentFile(fileReading, place, scope), reader) : null,
  };
}

/** One that is not a row at all is never mapped. */
function judge(row: FileRow, reader: RowReader) {
  if (row.problem !== null) return { record: {}, problems: [{ field: rowField, message: row.problem }] };
  return judgeRow(row, reader);
}

/** A page shows the beginning of what is long. */
function shownValues({ values }: Pick<FileRow, "values">): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.slice(0, longestValue)]));
}

function readable(rows: readonly FileRow[]): FileRow[] {
  return rows.filter(({ problem }) => problem === null);
}

type Counts = NonNullable<ImportPreview["counts"]>;

/** What the whole file would do: problems of one kind are one, with the first of them as the example. */
async function countRows(parts: ReturnType<typeof readSentFile>, reader: RowReader): Promise<Counts> {
  const kinds = new Map<string, Counts["problems"][number]>();
  let [rows, bad] = [0, 0];
  for await (const part of parts) {
    for (const row of "form" in part ? [] : part.rows) {
      rows++;
      const { problems } = judge(row, reader);
      if (problems.length > 0) bad++;
      for (const { field, message } of problems) {
        const kind = `${field} ${message.replace(/"[^"]*"|\d+/g, "…")}`;
        const existing = kinds.get(kind);
        if (existing) existing.rows++;
        else if (kinds.size < mostProblems) kinds.set(kind, { field, message, rows: 1 });
      }
    }
  }
  return { rows, good: rows - bad, bad, problems: [...kinds.values()].sort((a, b) => b.rows - a.rows) };
}
