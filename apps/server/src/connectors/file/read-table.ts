import type { FileHandle } from "node:fs/promises";
import { SourceProblem } from "../connector.ts";
import { batchRows, type PlacedRow } from "./batch-rows.ts";
import { createDecoder, type Decode, type Encoding } from "./decode-text.ts";
import { detectDialect } from "./detect-dialect.ts";
import type { FoundEncoding } from "./detect-encoding.ts";
import { type FilePlace, type FileRow, limits, longRow, type OpenedFile } from "./file-row.ts";
import { columnNames, findHeader, isHeader, repeatedHeader, repeatsHeader, requireFewColumns } from "./read-header.ts";
import { TextWindow } from "./text-window.ts";
import { type FoundRow, type RowForm, walkRows } from "./walk-rows.ts";
import { openToRead, withOpenFile } from "./with-open-file.ts";

/** A header is looked for in so many pieces of the file. */
const farthestHeader = 64;
const headerSamples = 20;

/** Finds out how a table of delimited text is written; its rows can be read from any of their beginnings on. */
export async function openTable(
  path: string,
  { name, bytes }: { name: string; bytes: number },
  { encoding, markBytes, isOpen }: FoundEncoding,
): Promise<OpenedFile> {
  const decode = createDecoder(encoding);
  return withOpenFile(path, async (handle) => {
    const window = new TextWindow(handle, encoding, markBytes);
    await window.advance(0);
    const { skip, ...dialect } = detectDialect(window.text, name, encoding);
    const form: RowForm = { encoding, dialect };
    const start = { offset: markBytes + skip * window.unit, line: skip > 0 ? 2 : 1 };
    const { columns, first } = await readColumns(handle, form, start, decode);
    return {
      form: {
        kind: dialect.delimiter === "\t" ? "tsv" : "csv",
        encoding,
        delimiter: dialect.delimiter,
        worksheet: null,
      },
      isEncodingOpen: isOpen,
      listWorksheets: async () => [],
      columns,
      read: (from) => readTable(path, form, { columns, bytes, decode, encoding }, from ?? first),
    };
  });
}

async function readColumns(handle: FileHandle, form: RowForm, start: FilePlace, decode: Decode) {
  const found: FoundRow[] = [];
  let pieces = 0;
  for await (const rows of walkRows(handle, form, start)) {
    found.push(...rows.slice(0, headerSamples + 1));
    if (found.length > headerSamples || ++pieces > farthestHeader) break;
  }
  const [first] = found;
  if (!first) throw new SourceProblem("config", "The file is empty: no line of it holds anything.");
  const titles = first.isBroken ? 0 : findHeader(found.map(({ cells }) => cells));
  const [head = first, ...following] = found.slice(titles);
  if (head.isBroken) {
    const message = head.isTooLong ? "is longer than 1 MB" : "has a quote that is not closed properly";
    throw new SourceProblem("config", `Line ${head.line}, which should name the columns, ${message}.`);
  }
  requireFewColumns(head.cells.length);
  const read = (cells: readonly string[]) => cells.map((cell) => decode(cell) ?? cell);
  const names = read(head.cells);
  const samples = following.slice(0, headerSamples).map(({ cells }) => read(cells));
  if (!isHeader(names, samples)) {
    const place = titles > 0 ? (found[titles - 1]?.next ?? start) : start;
    return { columns: columnNames(names.map(() => "")), first: place };
  }
  if (following.length === 0) {
    throw new SourceProblem("config", `The file has a header in line ${head.line}, but no rows below it.`);
  }
  return { columns: columnNames(names), first: head.next };
}

type TableParts = { columns: readonly string[]; bytes: number; decode: Decode; encoding: Encoding };

async function* readTable(path: string, form: RowForm, parts: TableParts, from: FilePlace) {
  yield* batchRows(placedRows(path, form, parts, from));
}

async function* placedRows(
  path: string,
  form: RowForm,
  { bytes, ...parts }: TableParts,
  from: FilePlace,
): AsyncGenerator<PlacedRow[], void> {
  const handle = await openToRead(path);
  try {
    for await (const rows of walkRows(handle, form, from)) {
      const placed: PlacedRow[] = [];
      for (const found of rows) {
        const row = toRow(found, parts);
        if (row) placed.push({ row, next: found.next, share: found.next.offset / bytes });
      }
      yield placed;
    }
  } finally {
    await handle.close();
  }
}

const brokenQuote = "A quote is not closed properly. Close it, or double the quotes inside the cell.";

/** A row with its values by column; null where all of them are empty. */
function toRow(
  { cells, line, isBroken, isTooLong }: FoundRow,
  { columns, decode, encoding }: Omit<TableParts, "bytes">,
): FileRow | null {
  const place = `line ${line}`;
  if (isBroken) {
    const problem = isTooLong ? longRow : brokenQuote;
    return { place, line, values: { line: (decode(cells[0] ?? "") ?? cells[0] ?? "").trim() }, problem };
  }
  const values: Record<string, string> = {};
  let problem: string | null = null;
  let isEmpty = true;
  const width = Math.max(cells.length, columns.length);
  for (let at = 0; at < width && at < limits.columns; at++) {
    const name = columns[at] ?? `Column ${at + 1}`;
    const given = cells[at] ?? "";
    const cell = given === "" ? "" : decode(given);
    const value = plainCell(cell ?? given);
    if (value.trim() !== "") isEmpty = false;
    else if (at >= columns.length) continue;
    problem ??= cellProblem(cell, name, encoding);
    values[name] = value.length > limits.cell ? value.slice(0, limits.cell) : value;
  }
  const isWide = cells.some((cell, at) => at >= columns.length && cell.trim() !== "");
  if (isWide) {
    problem = `This row has ${cells.length} cells, but there are ${columns.length} columns. Check its delimiters and quotes.`;
  }
  if (repeatsHeader(values)) problem ??= repeatedHeader;
  return isEmpty ? null : { place, line, values, problem };
}

function cellProblem(cell: string | null, name: string, encoding: Encoding): string | null {
  if (cell === null) {
    return `"${name}" holds characters that are not ${encoding.toUpperCase()}. Save the file as UTF-8, or choose its encoding.`;
  }
  if (cell.length > limits.cell) return `"${name}" is longer than 100,000 characters.`;
  return cell.includes("\0") ? `"${name}" contains a NUL byte.` : null;
}

/** Spreadsheets mark a text that could be taken for a formula with an apostrophe, and so do our own files. */
function plainCell(cell: string): string {
  return cell.startsWith("'") && /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}
