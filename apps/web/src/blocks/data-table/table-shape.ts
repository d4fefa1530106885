import { type CellView, formatCell } from "@console/figures/format";
import type { ReactNode } from "react";

/** A row by its columns. */
export type TableRow = Readonly<Record<string, string | number | boolean | null>>;

/** What stands behind the name of a row, or null for a row that is not worth a mark. */
export type RowMark = (row: Readonly<Record<string, unknown>>) => ReactNode;

/** `format` is one that `formatCell` knows. */
export type TableColumn = {
  id: string;
  label: string;
  format: string;
  isSortable: boolean;
  mark?: RowMark;
  /** It holds sentences, which need more room than names. */
  isWide?: true;
};

export type TableSort = { by: string; dir: "asc" | "desc" };

/** What a table is asked for; it lives in the address of the page. */
export type TableState = { sort: TableSort | null; search: string };

/** How a reader likes the table; columns that `order` does not name keep their place after those that it does. */
export type TableLayout = { hidden: readonly string[]; order: readonly string[]; isDense: boolean };

/** Over everything that matches, loaded or not. */
export type TableTotals = {
  count: number;
  sums: Readonly<Record<string, number>>;
  /** Rows whose amounts are in other currencies, and so not in the sums. */
  otherCurrencyRows?: number;
};

/** Chosen rows; with `isAllMatching` also those that are not loaded. */
export type TableSelection = { keys: ReadonlySet<string>; isAllMatching: boolean };

/** The layout of a reader who has changed nothing. */
export const ownLayout: TableLayout = { hidden: [], order: [], isDense: false };

/** A table without chosen rows. */
export const nothingSelected: TableSelection = { keys: new Set(), isAllMatching: false };

const numberFormats = new Set([
  "money",
  "quantity",
  "duration",
  "long_duration",
  "lateness",
  "distance",
  "number",
  "count",
]);

/** Whether a column holds numbers, which stand at the right. */
export function isNumeric({ format }: Pick<TableColumn, "format">): boolean {
  return numberFormats.has(format);
}

/** The order that a column begins with: numbers and times with the largest, texts with the first. */
export function firstSort(column: Pick<TableColumn, "id" | "format">): TableSort {
  const isLargestFirst = isNumeric(column) || column.format === "instant" || column.format === "day";
  return { by: column.id, dir: isLargestFirst ? "desc" : "asc" };
}

/** The same column the other way round. */
export function reversed({ by, dir }: TableSort): TableSort {
  return { by, dir: dir === "asc" ? "desc" : "asc" };
}

/** One cell of a row; an amount in another currency than the table's names it. */
export function formatRowCell(
  row: TableRow,
  { id, format }: Pick<TableColumn, "id" | "format">,
  view: CellView,
): string {
  const value = row[id];
  const { currency } = row;
  if (format !== "money" || typeof currency !== "string" || typeof value !== "number") {
    return formatCell(value, format, view);
  }
  return `${currency} ${formatCell(value, format, { ...view, currency })}`;
}

/** Whether a column tells in which state a row is. */
export function isStatus({ id }: Pick<TableColumn, "id">): boolean {
  return id === "status" || id.endsWith("_status");
}

/** The name of a column with the unit that its cells leave out. */
export function toHeading({ label, format }: Pick<TableColumn, "label" | "format">, currency: string): string {
  return format === "money" ? `${label}, ${currency}` : label;
}
