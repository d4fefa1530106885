import { SourceProblem } from "../connector.ts";
import { batchRows, type PlacedRow } from "./batch-rows.ts";
import type { FilePlace, FileRow, OpenChoice, OpenedFile } from "./file-row.ts";
import { chooseSheet, countWidth, listWorksheets, splitRows } from "./find-sheet.ts";
import { openArchive } from "./open-archive.ts";
import { columnNames, repeatedHeader, repeatsHeader, requireFewColumns } from "./read-header.ts";
import { type SheetRow, sheetRows } from "./sheet-rows.ts";
import { readParts, type Sheet, type WorkbookParts } from "./workbook-parts.ts";

/** Opens the chosen sheet of a workbook, or the first that looks like a table. A sheet is read from its beginning each time, up to where it goes on. */
export async function openWorkbook(path: string, choice: OpenChoice): Promise<OpenedFile> {
  const archive = await openArchive(path);
  try {
    const parts = await readParts(archive);
    const { sheet, rows } = await chooseSheet(archive, parts, choice);
    const { head, following, hasHeader } = splitRows(rows);
    if (!head) throw new SourceProblem("config", `The worksheet "${sheet.name}" is empty.`);
    requireFewColumns(head.problem?.message.startsWith("This row") ? head.problem.at + 1 : head.cells.length);
    if (hasHeader && following.length === 0) {
      throw new SourceProblem("config", `The sheet has a header in row ${head.number}, but no rows below it.`);
    }
    const names = Array.from({ length: countWidth(rows) }, (_, at) => head.cells[at] ?? "");
    const columns = columnNames(hasHeader ? names : names.map(() => ""));
    const after = hasHeader ? head.number : head.number - 1;
    return {
      form: { kind: "xlsx", encoding: "utf-8", delimiter: null, worksheet: sheet.name },
      isEncodingOpen: false,
      listWorksheets: () => listWorksheets(path, parts, sheet),
      columns,
      read: (from) => batchRows(placedRows(path, { sheet, parts, columns }, from ? from.line - 1 : after)),
    };
  } finally {
    archive.close();
  }
}

async function* placedRows(
  path: string,
  { sheet, parts, columns }: { sheet: Sheet; parts: WorkbookParts; columns: readonly string[] },
  after: number,
): AsyncGenerator<PlacedRow[], void> {
  const archive = await openArchive(path);
  try {
    for await (const { rows, share } of sheetRows(archive, sheet.path, parts)) {
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

function toRow({ number, cells, texts, problem }: SheetRow, columns: readonly string[]): FileRow {
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
    problem: problem ? said(problem, columns) : isWide ? wide : repeatsHeader(values) ? repeatedHeader : null,
    texts: texts.flatMap((at) => columns[at] ?? []),
  };
}

function said({ at, message }: NonNullable<SheetRow["problem"]>, columns: readonly string[]): string {
  return message.startsWith("This row") ? message : `"${columns[at] ?? `Column ${at + 1}`}" ${message}`;
}
