import {
  type ImportPreview,
  inPlainWords,
  type SourceMapping,
  type SourceName,
  sourceMapping,
} from "@console/contracts";
import {
  type ColumnProfile,
  decideDates,
  decideDecimal,
  decideStyle,
  plainStyle,
  withChoice,
} from "../../../connectors/cells/column-profile.ts";
import { placeIn } from "../../../connectors/file/index.ts";
import {
  type FileReading,
  profileSentFiles,
  type ReadScope,
  readSentFile,
} from "../../../connectors/reading/read-sent-file.ts";
import type { FileHead, FileProfile, FileToRead, SampleRow } from "../../../connectors/reading/reading-task.ts";
import { AppError } from "../../../platform/errors.ts";
import type { IdentifiedField } from "../../metrics/index.ts";
import type { SourceColumns } from "../computed/compile-columns.ts";
import { compileMapping, listColumns, requireComputed } from "../computed/compile-mapping.ts";
import { decideLetters } from "../mapping/flag-words.ts";
import { withMonths } from "../mapping/map-batch.ts";
import { computeRow } from "../mapping/map-row.ts";
import { profileComputed } from "../mapping/profile-samples.ts";
import { requireOwnFields } from "../mapping/require-own-fields.ts";
import { findOpenReturns } from "../mapping/return-questions.ts";
import { describeSigns } from "../mapping/signs.ts";
import { listFields, listOwnTargets, requireTable } from "../mapping/target-tables.ts";
import { inWholeAmounts } from "../mapping/whole-amounts.ts";
import type { KeptProfile } from "./import-files.ts";
import { findStyleConflicts, type StyledColumn } from "./style-conflicts.ts";

/** A load as it was found: how its files are written, their columns, their first rows, and what all rows tell. */
export type FileOutline = FileProfile & {
  /** What amounts are in where rows do not say. */
  currency?: string;
};

/** Reads through the files of a load. What is wrong with one as a whole is told to whom has sent it. */
export async function readOutline(
  fileReading: FileReading,
  files: readonly FileToRead[],
  scope: ReadScope,
): Promise<FileOutline> {
  for await (const part of profileSentFiles(fileReading, files, scope)) if ("profile" in part) return part;
  throw new Error("A file was read without an answer.");
}

/** Looks into files that were read through before: their first rows, and what all of them have told. */
export async function reopenOutline(
  fileReading: FileReading,
  files: readonly FileToRead[],
  kept: KeptProfile,
  scope: ReadScope,
): Promise<FileOutline> {
  const columns = kept.profile.columns.map(({ name }) => name);
  let head: FileHead | null = null;
  const samples: SampleRow[] = [];
  for (const [file, one] of files.entries()) {
    if (samples.length >= sampleRows) break;
    const placing = placeIn(files, file);
    for await (const part of readSentFile(fileReading, one, scope)) {
      if ("form" in part) {
        head ??= part;
        continue;
      }
      const rows = part.rows.slice(0, sampleRows - samples.length);
      samples.push(...rows.map((row) => ({ ...row, place: placing(row.place), file })));
      break;
    }
  }
  if (!head) throw new Error("A file was read without an answer.");
  return { ...head, columns: [...new Set([...head.columns, ...columns])], samples, ...kept };
}

/** Rows that people look at before a file is taken in. */
const sampleRows = 200;

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
  throw new AppError("invalid_input", "The mapping is incorrect.", { fields });
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
  ownFields: readonly IdentifiedField[],
): void {
  requireOwnFields(mapping, ownFields);
  const { names: columns, hasMore } = fileColumns(outline);
  requireComputed(mapping, { names: columns, hasMore });
  const available = listColumns(mapping, columns);
  const fields = [...listFields(requireTable(source, mapping.fact)), ...listOwnTargets(mapping.fact, ownFields)];
  const targets = new Set(fields.map(({ name }) => name));
  const problems: [string, string][] = Object.entries(mapping.fields).flatMap(([name, { from, constant }]) => {
    if (!targets.has(name)) return [[`mapping.fields.${name}`, `The table ${mapping.fact} has no field "${name}".`]];
    const isThere = from === undefined || available.includes(from) || constant || hasMore;
    return isThere ? [] : [[`mapping.fields.${name}`, `The file has no column "${from}".`]];
  });
  const unknownKeys = (mapping.keyColumns ?? []).filter((column) => !available.includes(column) && !hasMore);
  for (const column of unknownKeys) problems.push(["mapping.keyColumns", `The file has no column "${column}".`]);
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

/**
 * The same mapping, saying how days and numbers are written as all rows tell: rows that are read again later are read
 * alike.
 */
export function withStyles(source: SourceName, mapping: SourceMapping, outline: FileOutline): SourceMapping {
  const columnStyles = styleInputs(mapping, outline);
  const signs = mapping.signs ?? describeSigns(mapping, listProfiles(source, mapping, outline))?.found;
  const styled = {
    ...mapping,
    ...(signs && { signs }),
    ...(Object.keys(columnStyles).length > 0 && { columnStyles }),
  };
  const fields = { ...mapping.fields };
  for (const { name, column, needs } of listStyled(source, mapping, outline)) {
    const field = fields[name] ?? {};
    fields[name] =
      needs === "dates"
        ? { ...field, dates: field.dates ?? decideDates(column).style }
        : { ...field, decimal: field.decimal ?? decideDecimal(column).style };
  }
  for (const [name, letters] of listLetters(source, mapping, outline)) {
    fields[name] = { ...fields[name], values: { ...letters, ...fields[name]?.values } };
  }
  const targets = listFields(requireTable(source, mapping.fact));
  return withMonths({ ...styled, fields }, targets, listProfiles(source, mapping, outline));
}

/** What single letters of columns of marks say, by the field. */
function listLetters(source: SourceName, mapping: SourceMapping, outline: FileOutline) {
  const columns = new Map(listProfiles(source, mapping, outline).map((column) => [column.name, column]));
  return listFields(requireTable(source, mapping.fact)).flatMap(({ name, type }) => {
    const column = type === "flag" ? columns.get(mapping.fields[name]?.from ?? "") : undefined;
    const letters = decideLetters(name, column);
    return letters ? [[name, letters.values] as const] : [];
  });
}

/** How the columns are written that computed ones are made of. */
function styleInputs(mapping: SourceMapping, { profile }: Pick<FileOutline, "profile">) {
  const styles = { ...mapping.columnStyles };
  const inputs = new Set(compileMapping(mapping).flatMap(({ columns }) => columns));
  for (const column of profile.columns) {
    if (inputs.has(column.name)) styles[column.name] = withChoice(decideStyle(column), styles[column.name] ?? {});
  }
  return styles;
}

/** What the rows of a file tell of its columns and of those that are computed from them. */
export function listProfiles(source: SourceName, mapping: SourceMapping, outline: FileOutline): ColumnProfile[] {
  const { currency } = outline;
  const targets = listFields(requireTable(source, mapping.fact));
  const profiles = profileAll(mapping, outline);
  return currency === undefined ? profiles : inWholeAmounts(profiles, mapping, { targets, currency });
}

function profileAll(mapping: SourceMapping, outline: FileOutline): ColumnProfile[] {
  const computed = compileMapping(mapping);
  if (computed.length === 0) return outline.profile.columns;
  const styles = new Map(
    Object.entries(styleInputs(mapping, outline)).map(([name, style]) => [name, withChoice(plainStyle, style)]),
  );
  const rows = outline.samples.filter(({ problem }) => problem === null);
  // Only how texts are written is looked at, which is the same in every zone.
  const computedRows = rows.map((row) => ({
    place: row.place,
    values: computeRow(row, { styles, timeZone: "UTC", computed }).values,
  }));
  return [...outline.profile.columns, ...profileComputed(computed, computedRows)];
}

/** The columns of a mapping that its files write in ways that exclude each other. */
export function listConflicts(
  source: SourceName,
  mapping: SourceMapping,
  outline: FileOutline,
  files: readonly { name: string }[],
): ImportPreview["conflicts"] {
  if (files.length < 2) return [];
  const inputs = new Set(compileMapping(mapping).flatMap(({ columns }) => columns));
  // What an expression takes a column for is its own: it may be a number or a day.
  const computedFrom = outline.profile.columns
    .filter(({ name }) => inputs.has(name))
    .flatMap((column): StyledColumn[] => [
      { column, needs: "decimal" },
      { column, needs: "dates" },
    ]);
  const names = files.map(({ name }) => name);
  return findStyleConflicts([...listStyled(source, mapping, outline), ...computedFrom], names);
}

/** Refuses a mapping that leaves open how a column is written which can be read in two ways, and files that contradict each other. */
export function requireStyles(
  source: SourceName,
  mapping: SourceMapping,
  outline: FileOutline,
  files: readonly { name: string }[],
): void {
  const [conflict] = listConflicts(source, mapping, outline, files);
  if (conflict) throw new AppError("invalid_input", conflict.message, { fields: { file: conflict.message } });
  const unclear = listUnclear(source, mapping, outline);
  const problems = unclear.map(({ name, message }) => ({ path: `mapping.fields.${name}`, message }));
  const signs = describeSigns(mapping, listProfiles(source, mapping, outline));
  if (signs && mapping.signs === undefined && signs.found === null) {
    const message = `Choose what ${signs.title.toLowerCase()} are: ${signs.rules.map(({ label }) => label.toLowerCase()).join(" or ")}. ${signs.evidence}`;
    problems.push({ path: "mapping.signs", message });
  }
  const returns = findOpenReturns(mapping, outline.profile.columns);
  if (returns) problems.push({ path: "mapping.fields.is_return", message: returns });
  if (problems.length === 0) return;
  const fields = Object.fromEntries(problems.map(({ path, message }) => [path, message]));
  throw new AppError("invalid_input", problems[0]?.message ?? "", { fields });
}

/** The fields whose column can be read in two ways, with what to choose. */
function listUnclear(source: SourceName, mapping: SourceMapping, outline: FileOutline) {
  return listStyled(source, mapping, outline).flatMap(({ name, label, column, needs }) => {
    const field = mapping.fields[name];
    if (needs === "dates") {
      if (field?.dates || decideDates(column).isSure) return [];
      return [{ name, message: `${label}: choose whether the day or the month comes first in "${column.name}".` }];
    }
    const found = decideDecimal(column);
    if (field?.decimal || found.isSure) return [];
    return [{ name, message: `${label}: choose the decimal sign of "${column.name}".` }];
  });
}

type Styled = { name: string; label: string; column: ColumnProfile; needs: "dates" | "decimal" };

/** The fields of a mapping that are filled by days or numbers of a column. */
function listStyled(source: SourceName, mapping: SourceMapping, outline: FileOutline): Styled[] {
  const columns = new Map(listProfiles(source, mapping, outline).map((column) => [column.name, column]));
  return listFields(requireTable(source, mapping.fact)).flatMap(({ name, label, type }): Styled[] => {
    const column = columns.get(mapping.fields[name]?.from ?? "");
    if (!column) return [];
    if (type === "instant" || type === "day") return [{ name, label, column, needs: "dates" }];
    const isNumber = type === "number" || type === "quantity" || type === "money";
    return isNumber ? [{ name, label, column, needs: "decimal" }] : [];
  });
}
