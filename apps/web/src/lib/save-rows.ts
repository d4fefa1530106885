import { csvText } from "@console/figures/csv-text";
import { saveBlob } from "./save-blob.ts";

type Line = readonly (string | number | null)[];

/** Saves rows of values for a spreadsheet, the first of them their head. */
export function saveRows(lines: readonly Line[], name: string, notes: readonly string[] = []): void {
  saveBlob(new Blob([writeCsv(withNotes(lines, notes))], { type: "text/csv;charset=utf-8" }), `${name}.csv`);
}

/** Notes stand in a last column, on the first row: lines of another length would break programs that read the file. */
function withNotes(lines: readonly Line[], notes: readonly string[]): readonly Line[] {
  if (notes.length === 0) return lines;
  return lines.map((line, index) => [...line, index === 0 ? "Notes" : index === 1 ? notes.join(" ") : null]);
}

function writeCsv(lines: readonly Line[]): string {
  // The mark at the start tells spreadsheets that the letters are UTF-8.
  return `\uFEFF${lines.map((line) => `${line.map(writeCell).join(",")}\r\n`).join("")}`;
}

function writeCell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  return csvText(value);
}
