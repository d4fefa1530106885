import { SourceProblem } from "../connector.ts";
import { batchRows, type PlacedRow } from "./batch-rows.ts";
import type { FilePlace, FileRow, OpenedFile } from "./file-row.ts";
import { type Archive, openArchive } from "./open-archive.ts";
import { columnNames, findHeader, isHeader, requireFewColumns } from "./read-header.ts";
import { type SheetRow, sheetRows } from "./sheet-rows.ts";
import { readParts, type WorkbookParts } from "./workbook-parts.ts";

const headerSamples = 20;
/** A sheet without rows is read to its end before the next is looked into. */
const mostEmptyBytes = 64 * 1024 ** 2;

/** Finds the first sheet of a workbook that has rows. A sheet is read from its beginning each time, up to where it goes on. */
export async function openWorkbook(path: string): Promise<OpenedFile> {
  const archive = await openArchive(path);
  try {
    const parts = await readParts(archive);
    const { sheet, found } = await firstSheet(archive, parts);
    const [head, ...following] = found.slice(findHeader(found.map(({ cells }) => cells)));
    if (!sheet || !head) throw new SourceProblem("config", "The workbook is empty: none of its sheets has a row.");
    const width = Math.max(...found.map(({ cells }) => cells.length));
    requireFewColumns(head.problem?.message.startsWith("This row") ? head.problem.at + 1 : head.cells.length);
    const names = Array.from({ length: width }, (_, at) => head.cells[at] ?? "");
    const hasHeader = isHeader(
      names,
      following.map(({ cells }) => cells),
    );
    if (hasHeader && following.length === 0) {
      throw new SourceProblem("config", `The sheet has a header in row ${head.number}, but no rows below it.`);
    }
    const columns = columnNames(hasHeader ? names : names.map(() => ""));
    const after = hasHeader ? head.number : head.number - 1;
    return {
      form: { kind: "xlsx", encoding: "utf-8", delimiter: null },
      columns,
      read: (from) => batchRows(placedRows(path, { sheet, parts, columns }, from ? from.line - 1 : after)),
    };
  } finally {
    archive.close();
  }
}

async function firstSheet(
  archive: Archive,
  parts: WorkbookParts,
): Promise<{ sheet: string | null; found: SheetRow[] }> {
  let emptyBytes = 0;
  for (const sheet of parts.sheets) {
    const found: SheetRow[] = [];
    let read = 0;
    for await (const { rows, bytes } of sheetRows(archive, sheet, parts)) {
      found.push(...rows.slice(0, headerSamples + 1));
      if (found.length > headerSamples) break;
      read = bytes;
      if (found.length === 0 && emptyBytes + read > mostEmptyBytes) {
        const message = "The workbook begins with more than 64 MB of empty rows. Delete its empty rows and sheets.";
        throw new SourceProblem("config", message);
      }
    }
    if (found.length > 0) return { sheet, found };
    emptyBytes += read;
  }
  return { sheet: null, found: [] };
}

async function* placedRows(
  path: string,
  { sheet, parts, columns }: { sheet: string; parts: WorkbookParts; columns: readonly string[] },
  after: number,
): AsyncGenerator<PlacedRow[], void> {
  const archive = await openArchive(path);
  try {
    for await (const { rows, share } of sheetRows(archive, sheet, parts)) {
      yield rows
        .filter(({ number }) => number > after)
        .map((row) => ({ row: toRow(row, columns), next: placeAfter(row), share }));
    }
  } finally {
    archive.close();
  }
}

function placeAfter({ number }: SheetRow): FilePlace {
  return { offset: 0, line: number + 1 };
}

function toRow({ number, cells, problem }: SheetRow, columns: readonly string[]): FileRow {
  const values: Record<string, string> = {};
  for (let at = 0; at < Math.max(cells.length, columns.length); at++) {
    const name = columns[at] ?? `Column ${at + 1}`;
    if (at < columns.length || cells[at]) values[name] = cells[at] ?? "";
  }
  const isWide = cells.some((cell, at) => at >= columns.length && cell !== "");
  const wide = `This row has ${cells.length} cells, but there are ${columns.length} columns.`;
  return {
    place: `row ${number}`,
    line: number,
    values,
    problem: problem ? said(problem, columns) : isWide ? wide : null,
  };
}

function said({ at, message }: NonNullable<SheetRow["problem"]>, columns: readonly string[]): string {
  return message.startsWith("This row") ? message : `"${columns[at] ?? `Column ${at + 1}`}" ${message}`;
}
