import { readableUnit } from "@console/figures";
import type { ExportColumn, ExportRow } from "../../../platform/spreadsheets/export-book.ts";

type Table = { columns: ExportColumn[]; rows: ExportRow[]; totals: ExportRow };

/** A table whose lengths of time are in a unit that most of them can be read in: weeks in days, not in hours. */
export function inReadableTimes({ columns, rows, totals }: Table): Table {
  const perById = new Map<string, number>();
  const shown = columns.map((column): ExportColumn => {
    const { format } = column;
    if (format !== "minutes" && format !== "hours") return column;
    const alike = columns.filter((other) => other.format === format);
    const { unit, per } = readableUnit(usual(rows, alike), format);
    if (per === 1) return column;
    perById.set(column.id, per);
    return { ...column, format: unit === "hours" ? "hours" : "days" };
  });
  if (perById.size === 0) return { columns, rows, totals };
  const convert = (row: ExportRow): ExportRow => {
    const converted = [...perById].flatMap(([id, per]) => {
      const value = row[id];
      return typeof value === "number" ? [[id, value / per] as const] : [];
    });
    return { ...row, ...Object.fromEntries(converted) };
  };
  return { columns: shown, rows: rows.map(convert), totals: convert(totals) };
}

/** The length in the middle of all, so that one that is far longer does not decide. */
function usual(rows: readonly ExportRow[], columns: readonly ExportColumn[]): number {
  const sizes = rows.flatMap((row) =>
    columns.flatMap(({ id }) => {
      const value = row[id];
      return typeof value === "number" ? [Math.abs(value)] : [];
    }),
  );
  return sizes.sort((one, two) => one - two)[Math.floor(sizes.length / 2)] ?? 0;
}
