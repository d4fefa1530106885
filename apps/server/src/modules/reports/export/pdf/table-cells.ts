import { formatDate, formatInstant, ownFormats } from "@console/figures";
import type { ExportHeader, ExportRow } from "../../../../platform/spreadsheets/export-book.ts";
import { numberIn, type StyledColumn } from "../../../../platform/spreadsheets/export-column.ts";

/** More than the widest column has room for. */
const mostLetters = 300;

/** In which zone and which order times are written. */
export type Clock = Pick<ExportHeader, "timeZone" | "dateFormat">;

/** How the cells of a column are written for a reader. */
export function cellTeller(column: StyledColumn, { timeZone, dateFormat }: Clock): (row: ExportRow) => string {
  const { id, kind, decimals, isPercent } = column;
  const format = new Intl.NumberFormat("en-GB", {
    ...(decimals === null
      ? { maximumFractionDigits: 2 }
      : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
  });
  const tellNumber = (number: number) =>
    `${format.format(isPercent ? number * 100 : number).replace("-", "−")}${isPercent ? "%" : ""}`;
  return (row) => {
    const value = row[id] ?? null;
    if (value === null) return kind === "number" ? "–" : "";
    if (typeof value === "boolean") return value ? "Yes" : "No";
    if (kind === "instant" && isDated(value)) return formatInstant(value, { ...ownFormats, timeZone, dateFormat });
    if (kind === "day" && isDated(value)) return formatDate(String(value).slice(0, 10), { dateFormat });
    const number = kind === "number" || typeof value === "number" ? numberIn(column, value) : null;
    return number === null ? String(value).slice(0, mostLetters) : tellNumber(number);
  };
}

function isDated(value: string | number): boolean {
  return typeof value === "string" ? /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value)) : true;
}
