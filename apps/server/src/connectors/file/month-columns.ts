import { readMonthName } from "../cells/month-names.ts";
import { readMonth } from "../cells/read-date.ts";

/** A column whose name is a month: 2024-03, or 03 where the name has no year. */
export type MonthColumn = { name: string; month: string };

const fewestMonths = 2;
/** More columns than these are no months of a few years. */
const mostMonths = 36;
/** A day that stands for its month, as workbooks write one. */
const firstDay = /^(\d{4}-\d{2})-01(?:[T ]00:00(?::00)?)?$/;

/** The columns of a table that are the months of its rows; none where their names are not months that differ. */
export function findMonthColumns(columns: readonly string[]): MonthColumn[] {
  const found = columns.flatMap((name) => {
    const month = readColumnMonth(name);
    return month === null ? [] : [{ name, month }];
  });
  const isOneKind = new Set(found.map(({ month }) => month.length)).size === 1;
  const isDifferent = new Set(found.map(({ month }) => month)).size === found.length;
  const isFew = found.length >= fewestMonths && found.length <= mostMonths;
  return isOneKind && isDifferent && isFew ? found : [];
}

function readColumnMonth(name: string): string | null {
  const text = name.trim();
  const day = firstDay.exec(text);
  // A number of six digits may be anything.
  const full = day?.[1] ?? (/^\d{6}$/.test(text) ? undefined : readMonth(text)?.first.slice(0, 7));
  if (full !== undefined) return full;
  const month = readMonthName(text);
  return month === null ? null : String(month).padStart(2, "0");
}
