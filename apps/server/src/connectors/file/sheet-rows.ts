import { isTextNumber } from "../cells/read-number.ts";
import { excelDate } from "./excel-date.ts";
import { limits, longRow } from "./file-row.ts";
import { markNumber } from "./number-format.ts";
import type { Archive } from "./open-archive.ts";
import { walkXml } from "./walk-xml.ts";
import type { WorkbookParts } from "./workbook-parts.ts";

/** A row of a sheet: its cells by place, its number, and the first thing that is wrong with it. */
export type SheetRow = {
  number: number;
  cells: string[];
  /** The characters of its cells. */
  size: number;
  /** The places of texts that may be numbers. */
  texts: number[];
  problem: { at: number; message: string } | null;
};

type Cell = { at: number; type: string; style: number; value: string | null; text: string; hasFormula: boolean };

/** The rows of a sheet that hold anything, in pieces, each with how much of the sheet has been read. */
export async function* sheetRows(
  archive: Archive,
  name: string,
  parts: WorkbookParts,
): AsyncGenerator<{ rows: SheetRow[]; bytes: number; share: number }, void> {
  const stream = await archive.open(name);
  if (!stream) return;
  let rows: SheetRow[] = [];
  let row: SheetRow | null = null;
  let cell: Cell | null = null;
  let [number, within] = [0, ""];
  const size = Math.max(1, archive.sizeOf(name));
  const pieces = walkXml(stream, {
    open(tag, attributes) {
      within = tag;
      if (tag === "row") {
        number = Number(attributes.r) || number + 1;
        row = { number, cells: [], size: 0, texts: [], problem: null };
      } else if (tag === "c" && row) {
        const at = attributes.r ? parseColumn(attributes.r) : row.cells.length;
        cell = {
          at,
          type: attributes.t ?? "n",
          style: Number(attributes.s ?? 0),
          value: null,
          text: "",
          hasFormula: false,
        };
      } else if (tag === "f" && cell) cell.hasFormula = true;
    },
    text(text) {
      // A cell may come in millions of pieces: one more than it may have tells that it is too long.
      if (!cell || (cell.value?.length ?? 0) + cell.text.length > limits.cell) return;
      const piece = text.slice(0, limits.cell + 1);
      if (within === "v") cell.value = (cell.value ?? "") + piece;
      if (within === "t") cell.text += piece;
    },
    close(tag) {
      within = "";
      if (tag === "c" && cell && row) {
        putCell(row, cell, parts);
        cell = null;
      } else if (tag === "row" && row) {
        if (row.problem || row.cells.some((value) => value !== undefined && value !== "")) rows.push(row);
        row = null;
      }
    },
  });
  for await (const bytes of pieces) {
    yield { rows, bytes, share: Math.min(1, bytes / size) };
    rows = [];
  }
}

/** The place of a column by its letters, from zero on. */
function parseColumn(reference: string): number {
  let place = 0;
  for (const letter of reference.replace(/[^A-Z]/gi, "").toUpperCase()) place = place * 26 + letter.charCodeAt(0) - 64;
  return place - 1;
}

function putCell(row: SheetRow, cell: Cell, parts: WorkbookParts): void {
  if (cell.at >= limits.columns) {
    row.problem ??= { at: cell.at, message: "This row has more than 1,000 columns." };
    return;
  }
  const value = cellText(cell, parts);
  if (cell.hasFormula && cell.value === null) {
    const message = "has a formula without a stored value. Open the workbook in a spreadsheet program and save it.";
    row.problem ??= { at: cell.at, message };
  } else if (cell.type === "e") row.problem ??= { at: cell.at, message: `holds the error ${value.slice(0, 20)}.` };
  else if (value.length > limits.cell) row.problem ??= { at: cell.at, message: "is longer than 100,000 characters." };
  const kept = value.slice(0, limits.cell);
  if (cell.type !== "n" && isTextNumber(value)) row.texts.push(cell.at);
  const size = row.size + kept.length - (row.cells[cell.at]?.length ?? 0);
  if (size > limits.row) {
    row.problem ??= { at: cell.at, message: longRow };
    return;
  }
  row.size = size;
  while (row.cells.length < cell.at) row.cells.push("");
  row.cells[cell.at] = kept;
}

function cellText({ type, style, value, text }: Cell, { texts, formats, is1904 }: WorkbookParts): string {
  if (type === "inlineStr") return text;
  if (value === null) return "";
  switch (type) {
    case "s":
      return texts[Number(value)] ?? "";
    case "b":
      return value === "1" ? "true" : "false";
    case "n": {
      const number = Number(value);
      if (!Number.isFinite(number)) return value;
      const { isDate = false, currencyMark = null } = formats[style] ?? {};
      if (isDate) return excelDate(number, is1904) ?? value;
      // Fifteen digits, as spreadsheets show them: what comes after is what counting in twos leaves.
      const plain = Number(number.toPrecision(15));
      return currencyMark === null ? String(plain) : markNumber(plain, currencyMark);
    }
    default:
      return value;
  }
}
