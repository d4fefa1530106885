import type { CellView } from "@console/figures/format";
import { formatRowCell, type TableColumn, type TableRow, toHeading } from "./table-shape.ts";

/** Rows as tab-separated text with a heading, for a spreadsheet. */
export function rowsAsText(columns: readonly TableColumn[], rows: readonly TableRow[], view: CellView): string {
  const heading = columns.map((column) => plain(toHeading(column, view.currency)));
  const lines = rows.map((row) =>
    columns.map((column) => {
      const value = row[column.id] ?? null;
      if (value === null) return "";
      const text = plain(formatRowCell(row, column, view));
      return typeof value === "string" ? unarmed(text) : text;
    }),
  );
  return [heading, ...lines].map((cells) => cells.join("\t")).join("\n");
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ");
}

/** A spreadsheet would run a text that begins like a formula. */
function unarmed(text: string): string {
  return /^[=+\-@]/.test(text) ? `'${text}` : text;
}
