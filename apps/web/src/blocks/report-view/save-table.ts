import { sayTotal, type TableView } from "@console/figures/panel";
import { saveRows } from "../../lib/save-rows.ts";

/** Saves the values of a table as they are, for a spreadsheet. */
export function saveTable({ columns, rows, totals }: TableView, name: string, notes: readonly string[]): void {
  saveRows(
    [
      columns.map(({ label, unit }) => (unit ? `${label} (${unit})` : label)),
      ...rows.map((row) => [row.name, ...row.cells.map(({ value }) => value)]),
      ...(totals ? [[sayTotal({ rows, totals }), ...totals.map(({ value }) => value)]] : []),
    ],
    name,
    notes,
  );
}
