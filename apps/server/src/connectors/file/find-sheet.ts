import type { Worksheet } from "@console/contracts";
import { SourceProblem } from "../connector.ts";
import type { OpenChoice } from "./file-row.ts";
import { type Archive, openArchive } from "./open-archive.ts";
import { findHeader, isHeader } from "./read-header.ts";
import { type SheetRow, sheetRows } from "./sheet-rows.ts";
import type { Sheet, WorkbookParts } from "./workbook-parts.ts";

const headerSamples = 20;
/** A sheet without rows is read to its end before the next is looked into. */
const mostEmptyBytes = 64 * 1024 ** 2;
/** Rows of sheets that are not read are counted as far as this. */
const mostCountedBytes = 64 * 1024 ** 2;
const mostNamed = 10;

/** A sheet and its first rows. */
type OpenedSheet = { sheet: Sheet; rows: SheetRow[] };

/** The sheet that was chosen; else the likely one if it is a table, the first that is one, or the first that has a row at all. */
export async function chooseSheet(
  archive: Archive,
  parts: WorkbookParts,
  { worksheet, likelyWorksheet }: OpenChoice,
): Promise<OpenedSheet> {
  const budget = { bytes: mostEmptyBytes };
  if (worksheet !== undefined) {
    const sheet = parts.sheets.find(({ name }) => name === worksheet);
    if (!sheet) throw missingSheet(worksheet, parts);
    return { sheet, rows: await readFirst(archive, sheet, { parts, budget }) };
  }
  let first: OpenedSheet | null = null;
  for (const sheet of sortSheets(parts.sheets, likelyWorksheet)) {
    const rows = await readFirst(archive, sheet, { parts, budget });
    if (isTable(rows)) return { sheet, rows };
    if (rows.length > 0) first ??= { sheet, rows };
  }
  if (!first) throw new SourceProblem("config", "The workbook is empty: none of its sheets has a row.");
  return first;
}

function missingSheet(name: string, { sheets }: WorkbookParts): SourceProblem {
  const names = sheets.slice(0, mostNamed).map((sheet) => `"${sheet.name}"`);
  const more = sheets.length > mostNamed ? ` and ${sheets.length - mostNamed} more` : "";
  return new SourceProblem("config", `The workbook has no worksheet "${name}". It has ${names.join(", ")}${more}.`);
}

/** The likely sheet first, hidden ones last. */
function sortSheets(sheets: readonly Sheet[], likely: string | undefined): Sheet[] {
  const rank = ({ name, isHidden }: Sheet) => (name === likely ? 0 : isHidden ? 2 : 1);
  return [...sheets].sort((a, b) => rank(a) - rank(b));
}

async function readFirst(
  archive: Archive,
  sheet: Sheet,
  { parts, budget }: { parts: WorkbookParts; budget: { bytes: number } },
): Promise<SheetRow[]> {
  const found: SheetRow[] = [];
  let read = 0;
  for await (const { rows, bytes } of sheetRows(archive, sheet.path, parts)) {
    found.push(...rows.slice(0, headerSamples + 1));
    if (found.length > headerSamples) break;
    read = bytes;
    if (found.length === 0 && read > budget.bytes) {
      const message = "The workbook begins with more than 64 MB of empty rows. Delete its empty rows and sheets.";
      throw new SourceProblem("config", message);
    }
  }
  budget.bytes -= read;
  return found;
}

/** The first rows of a sheet without titles: the one that may name the columns, those below, and whether it does. */
export function splitRows(rows: readonly SheetRow[]): {
  head: SheetRow | undefined;
  following: SheetRow[];
  hasHeader: boolean;
} {
  const [head, ...following] = rows.slice(findHeader(rows.map(({ cells }) => cells)));
  const names = Array.from({ length: countWidth(rows) }, (_, at) => head?.cells[at] ?? "");
  const hasHeader = isHeader(
    names,
    following.map(({ cells }) => cells),
  );
  return { head, following, hasHeader };
}

/** How many cells the widest row has. */
export function countWidth(rows: readonly SheetRow[]): number {
  return Math.max(0, ...rows.map(({ cells }) => cells.length));
}

/** Whether rows are those of a table: several columns with a header, and a row below it. A page of notes is none. */
function isTable(rows: readonly SheetRow[]): boolean {
  const { head, following, hasHeader } = splitRows(rows);
  const named = head?.cells.filter((cell) => cell.trim() !== "").length ?? 0;
  return hasHeader && following.length > 0 && named > 1;
}

/** The sheets of a workbook that have rows, in their order. Counting them ends where it would take too long. */
export async function listWorksheets(path: string, parts: WorkbookParts, read: Sheet): Promise<Worksheet[]> {
  const archive = await openArchive(path);
  const worksheets: Worksheet[] = [];
  let left = mostCountedBytes;
  try {
    for (const sheet of parts.sheets) {
      if (sheet === read) {
        worksheets.push({ name: sheet.name, rows: null });
        continue;
      }
      const { rows, bytes } = await countRows(archive, sheet, { parts, most: left });
      left -= bytes;
      if (rows !== 0) worksheets.push({ name: sheet.name, rows });
    }
  } finally {
    archive.close();
  }
  return worksheets;
}

/** The rows of a sheet below its header; null where it has some, but they are too many bytes to be counted. */
async function countRows(
  archive: Archive,
  sheet: Sheet,
  { parts, most }: { parts: WorkbookParts; most: number },
): Promise<{ rows: number | null; bytes: number }> {
  const found: SheetRow[] = [];
  let [count, read] = [0, 0];
  for await (const { rows, bytes } of sheetRows(archive, sheet.path, parts)) {
    if (found.length <= headerSamples) found.push(...rows.slice(0, headerSamples + 1));
    count += rows.length;
    read = bytes;
    if (bytes > most) return { rows: count > 1 ? null : 0, bytes };
  }
  const { head, hasHeader } = splitRows(found);
  const titles = head ? found.indexOf(head) + (hasHeader ? 1 : 0) : 0;
  return { rows: count - titles, bytes: read };
}
