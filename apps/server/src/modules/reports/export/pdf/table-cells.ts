import { formatInstant, ownFormats } from "@console/figures";
import type { ExportRow } from "../../../../platform/spreadsheets/export-book.ts";
import { numberIn, type StyledColumn } from "../../../../platform/spreadsheets/export-column.ts";

/** More than the widest column has room for. */
const mostLetters = 300;

/** How the cells of a column are written for a reader. */
export function cellTeller(column: StyledColumn, timeZone: string): (row: ExportRow) => string {
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
    if (kind === "instant" && isDated(value)) return formatInstant(value, { ...ownFormats, timeZone });
    if (kind === "day" && isDated(value)) return tellDay(String(value));
    const number = kind === "number" || typeof value === "number" ? numberIn(column, value) : null;
    return number === null ? String(value).slice(0, mostLetters) : tellNumber(number);
  };
}

function isDated(value: string | number): boolean {
  return typeof value === "string" ? /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value)) : true;
}

/** A day with its year: 14 Nov 2026. */
function tellDay(day: string): string {
  return formatInstant(`${day.slice(0, 10)}T00:00:00Z`, { ...ownFormats, timeZone: "UTC" }).split(",")[0] ?? day;
}
