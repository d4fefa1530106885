import type { FormatChoices } from "@console/figures/format";

/** What stands above the data of every export. */
export type ExportHeader = {
  title: string;
  tenant: string;
  filters: { label: string; value: string }[];
  period: string;
  timeZone: string;
  /** The order in which whoever reads the file wants day, month and year. */
  dateFormat: FormatChoices["dateFormat"];
  /** How far the data reaches: an instant, or words such as "No data yet". */
  asOf: string;
  /** An instant. */
  generatedAt: string;
  by: string;
  /** Where the same figures can be seen live. */
  link: string;
};

/**
 * Units of metrics, and formats of facts as they are kept: `money` in minor units, `quantity` in thousandths, `duration`,
 * `long_duration` and `lateness` in seconds, `distance` in metres. Percentages are fractions.
 */
export type ExportFormat =
  | ("text" | "instant" | "day" | "flag" | "count" | "number" | "units" | "percent" | "currency")
  | ("minutes" | "hours" | "days" | "km" | "megabytes" | "money" | "quantity" | "distance")
  | ("duration" | "long_duration" | "lateness");

export type ExportColumn = { id: string; label: string; format: ExportFormat };

export type ExportRow = Readonly<Record<string, string | number | boolean | null>>;

/** Rows come in pages and are read once, from the first to the last. */
export type ExportTable = {
  title: string;
  note?: string;
  columns: ExportColumn[];
  rows: AsyncIterable<ExportRow[]> | Iterable<ExportRow[]>;
  totals?: ExportRow;
};

/** Everything that a file of rows holds. */
export type ExportBook = {
  header: ExportHeader;
  tables: ExportTable[];
  currency: string;
  /** Text files hold the rows alone, so that they can be read in again. */
  isPlain?: true;
};

/** The totals of a table, with a word in the first column where nothing else stands there. */
export function namedTotals({ columns: [first], totals }: ExportTable): ExportRow | null {
  if (!totals) return null;
  return first && (totals[first.id] ?? null) === null ? { ...totals, [first.id]: "Total" } : totals;
}
