import type { FileBatch, FilePlace, FileRow, OpenChoice, OpenedFile } from "./file-row.ts";
import { findMonthColumns, type MonthColumn } from "./month-columns.ts";
import { columnNames } from "./read-header.ts";

const yearName = /^(?:year|jahr|ann[ée]e|a[ñn]o|anno|jaar|rok|y[ıi]l|ano|år|год|سنة|السنة|年|年度)$/i;

/** A file as it is read: months that are columns as rows of their own, and cells that were merged filled from the row above. */
export function shapeRows(opened: OpenedFile, choice: OpenChoice): OpenedFile {
  const filled = (choice.fillDown ?? []).filter((name) => opened.columns.includes(name));
  const found = findMonthColumns(opened.columns);
  const months = choice.months === "columns" ? [] : found;
  if (filled.length === 0 && found.length === 0) return opened;
  const shape = shapeMonths(opened.columns, months);
  return {
    ...opened,
    form: {
      ...opened.form,
      ...(found.length > 0 && { months: found.map(({ name }) => name), areMonthsRows: months.length > 0 }),
      ...(filled.length > 0 && { fillDown: filled }),
    },
    columns: shape.columns,
    read: (from) => readShaped(opened, { filled, shape, from }),
  };
}

type Shape = { columns: readonly string[]; toRows: (row: FileRow) => FileRow[] };

async function* readShaped(
  opened: OpenedFile,
  { filled, shape, from }: { filled: readonly string[]; shape: Shape; from: FilePlace | null },
): AsyncGenerator<FileBatch, void> {
  let above = from?.above ?? {};
  for await (const { rows, next, share } of opened.read(from)) {
    const complete = rows.map((row) => {
      if (row.problem !== null || filled.length === 0) return row;
      const values = { ...row.values };
      for (const name of filled) if ((values[name] ?? "").trim() === "") values[name] = above[name] ?? "";
      above = Object.fromEntries(filled.map((name) => [name, values[name] ?? ""]));
      return { ...row, values };
    });
    yield { rows: complete.flatMap(shape.toRows), next: filled.length > 0 ? { ...next, above } : next, share };
  }
}

/** One row for each month that has a value; a row without any is none. */
function shapeMonths(columns: readonly string[], months: readonly MonthColumn[]): Shape {
  if (months.length === 0) return { columns, toRows: (row) => [row] };
  const monthNames = new Set(months.map(({ name }) => name));
  const kept = columns.filter((name) => !monthNames.has(name));
  const names = columnNames([...kept, "Month", "Monthly value"]);
  const [monthColumn = "", valueColumn = ""] = names.slice(kept.length);
  const yearColumn = kept.find((name) => yearName.test(name.trim()));
  const toRows = (row: FileRow): FileRow[] => {
    if (row.problem !== null) return [row];
    const own = Object.fromEntries(Object.entries(row.values).filter(([name]) => !monthNames.has(name)));
    const year = (row.values[yearColumn ?? ""] ?? "").trim();
    return months.flatMap(({ name, month }) => {
      const value = row.values[name] ?? "";
      if (value.trim() === "") return [];
      const isText = row.texts?.includes(name) ?? false;
      const texts = row.texts && [...row.texts.filter((one) => !monthNames.has(one)), ...(isText ? [valueColumn] : [])];
      return [
        {
          ...row,
          place: `${row.place}, ${name}`,
          values: { ...own, [monthColumn]: nameMonth({ name, month }, year), [valueColumn]: value },
          ...(texts && { texts }),
        },
      ];
    });
  };
  return { columns: names, toRows };
}

/** A month with its year, where the name of its column or the row tells one. */
function nameMonth({ name, month }: MonthColumn, year: string): string {
  if (month.length > 2) return month;
  return /^\d{4}$/.test(year) ? `${year}-${month}` : name;
}
