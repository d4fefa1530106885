import { inPlainWords, type SourceMapping, type SourceName, sourceMapping } from "@console/contracts";
import type { FileRow } from "../../../connectors/file/index.ts";
import { type FileReading, type ReadScope, readSentFile } from "../../../connectors/reading/read-sent-file.ts";
import type { FileHead } from "../../../connectors/reading/reading-task.ts";
import { AppError } from "../../../platform/errors.ts";
import type { SourceColumns } from "../computed/compile-columns.ts";
import { compileMapping, listColumns, requireComputed, withFittingColumns } from "../computed/compile-mapping.ts";
import { computeRow } from "../mapping/map-row.ts";
import { findStyle } from "../mapping/read-date.ts";
import { suggestMapping } from "../mapping/suggest-mapping.ts";
import { listFields, requireTable } from "../mapping/target-tables.ts";

/** Rows that columns, their types and their styles are found out from. */
const sampleRows = 200;

/** A file as it was found: how it is written, its columns, and its first rows. */
export type FileOutline = FileHead & { samples: FileRow[] };

/** Looks into a file. What is wrong with it as a whole is told to whom has sent it. */
export async function readOutline(
  fileReading: FileReading,
  file: { path: string; name: string },
  scope: ReadScope,
): Promise<FileOutline> {
  let head: FileHead | null = null;
  const samples: FileRow[] = [];
  for await (const part of readSentFile(fileReading, file, scope)) {
    if ("form" in part) head = part;
    else {
      samples.push(...part.rows.slice(0, sampleRows));
      break;
    }
  }
  if (!head) throw new Error("A file was read without an answer.");
  return { form: head.form, columns: head.columns, samples };
}

/** A mapping that came as JSON. */
export function readMappingText(text: string): SourceMapping {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError("invalid_input", "The mapping is not JSON.", { fields: { mapping: "Send JSON." } });
  }
  const parsed = sourceMapping.safeParse(value, { error: inPlainWords });
  if (parsed.success) return parsed.data;
  const fields = Object.fromEntries(
    parsed.error.issues.map(({ path, message }) => [["mapping", ...path].join("."), message]),
  );
  throw new AppError("invalid_input", "The mapping is not right.", { fields });
}

/** The mapping that a file is read with: what fits of the one that was confirmed last, if that is enough, else the best guess. */
export function chooseMapping(
  source: SourceName,
  confirmed: Readonly<Record<string, unknown>>,
  columns: readonly string[],
): { mapping: SourceMapping; isConfirmed: boolean } {
  const parsed = sourceMapping.safeParse(confirmed);
  const mapping = parsed.success ? withFittingColumns(parsed.data, columns) : null;
  if (!mapping || lackingFields(source, mapping, columns).length > 0) {
    return { mapping: suggestMapping(source, columns), isConfirmed: false };
  }
  const available = listColumns(mapping, columns);
  const fitting = Object.entries(mapping.fields).filter(([, { from, constant }]) => {
    return from === undefined || constant || available.includes(from);
  });
  return { mapping: { ...mapping, fields: Object.fromEntries(fitting) }, isConfirmed: true };
}

/** The fields that every row needs and that no column fills, by their labels. */
export function lackingFields(source: SourceName, mapping: SourceMapping, columns: readonly string[]) {
  const available = listColumns(mapping, columns);
  return listFields(requireTable(source, mapping.fact)).filter(({ name, isRequired }) => {
    const { from, constant } = mapping.fields[name] ?? {};
    const isFilled = (from !== undefined && available.includes(from)) || (constant ?? "") !== "";
    return isRequired && !isFilled;
  });
}

/** Objects need not have all of their fields among the first rows, so a column of theirs may come later. */
export function fileColumns({ columns, form }: Pick<FileOutline, "columns" | "form">): SourceColumns {
  return { names: columns, hasMore: form.kind === "ndjson" };
}

/** Refuses a mapping that leaves out what every row needs, or that names fields or columns that are not there. */
export function requireMapping(
  source: SourceName,
  mapping: SourceMapping,
  outline: Pick<FileOutline, "columns" | "form">,
): void {
  const { names: columns, hasMore } = fileColumns(outline);
  requireComputed(mapping, { names: columns, hasMore });
  const available = listColumns(mapping, columns);
  const targets = new Set(listFields(requireTable(source, mapping.fact)).map(({ name }) => name));
  const problems: [string, string][] = Object.entries(mapping.fields).flatMap(([name, { from, constant }]) => {
    if (!targets.has(name)) return [[`mapping.fields.${name}`, `The table ${mapping.fact} has no field "${name}".`]];
    const isThere = from === undefined || available.includes(from) || constant || hasMore;
    return isThere ? [] : [[`mapping.fields.${name}`, `The file has no column "${from}".`]];
  });
  const lacking = lackingFields(source, mapping, columns);
  for (const { name, label } of lacking) {
    problems.push([`mapping.fields.${name}`, `Every row needs it: choose the column for ${label}.`]);
  }
  if (problems.length === 0) return;
  const message =
    lacking.length > 0
      ? `Some fields that every row needs have no column: ${lacking.map(({ label }) => label).join(", ")}.`
      : "The mapping does not fit the file.";
  throw new AppError("invalid_input", message, { fields: Object.fromEntries(problems) });
}

/** The same mapping, saying how days are written where that was found out: rows that are read again later are read alike. */
export function withStyles(source: SourceName, mapping: SourceMapping, samples: readonly FileRow[]): SourceMapping {
  const rows = samples.flatMap(({ values, problem }) => (problem === null ? [values] : []));
  const findColumnStyle = (columnRows: readonly FileRow["values"][], column: string) =>
    findStyle(columnRows.flatMap((row) => row[column] ?? [])).style;
  const computed = compileMapping(mapping);
  const columnDates = { ...mapping.columnDates };
  for (const column of new Set(computed.flatMap(({ columns }) => columns))) {
    columnDates[column] ??= findColumnStyle(rows, column);
  }
  // Only how texts are written is looked at, which is the same in every zone.
  const reading = { styles: new Map(Object.entries(columnDates)), timeZone: "UTC", computed };
  const computedRows = rows.map((values) => computeRow({ values }, reading).values);
  const fields = { ...mapping.fields };
  for (const { name, type } of listFields(requireTable(source, mapping.fact))) {
    const field = fields[name];
    if (field?.from === undefined || field.dates || (type !== "instant" && type !== "day")) continue;
    fields[name] = { ...field, dates: findColumnStyle(computedRows, field.from) };
  }
  return { ...mapping, fields, ...(computed.length > 0 && { columnDates }) };
}
