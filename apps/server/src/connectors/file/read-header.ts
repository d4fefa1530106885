import { readMonth } from "../cells/read-date.ts";
import { SourceProblem } from "../connector.ts";
import { limits } from "./file-row.ts";
import { findMonthColumns } from "./month-columns.ts";

const longestName = 200;

/** The names of columns: each has one, and no two are the same. */
export function columnNames(cells: readonly string[]): string[] {
  requireFewColumns(cells.length);
  const taken = new Set<string>();
  return cells.map((cell, place) => {
    const given = cell.trim().replaceAll("\0", "").slice(0, longestName);
    const base = given === "" || given === "__proto__" ? `Column ${place + 1}` : given;
    let name = base;
    for (let number = 2; taken.has(name); number++) name = `${base} (${number})`;
    taken.add(name);
    return name;
  });
}

/** What is said of a row that holds the names of the columns again, as where files were put together. */
export const repeatedHeader = "The row repeats the header.";

/** Whether all that a row holds are the names of its columns. */
export function repeatsHeader(values: Readonly<Record<string, string>>): boolean {
  let repeated = 0;
  // Nearly every row ends with its first cell.
  for (const name in values) {
    const text = (values[name] ?? "").trim();
    if (text === "") continue;
    // A name that stands twice has got a number.
    if (text.toLowerCase() !== name.toLowerCase() && !(name.startsWith(`${text} (`) && name.endsWith(")")))
      return false;
    repeated++;
  }
  return repeated > 1;
}

/** Refuses tables that are wider than any table that people make. */
export function requireFewColumns(count: number): void {
  if (count <= limits.columns) return;
  const found = count.toLocaleString("en-US");
  throw new SourceProblem(
    "config",
    `The file has ${found} columns in its first row; up to 1,000 can be read. Check its delimiter, or leave columns out.`,
  );
}

/** A header below more rows than these is none that people write. */
const mostTitles = 10;
/** Narrower tables have rows that look like titles. */
const fewestColumns = 3;

/** Which row names the columns: titles above it fill at most half of the cells that the table's rows do. */
export function findHeader(rows: readonly (readonly string[])[]): number {
  const filled = rows.map((cells) => cells.filter((cell) => cell.trim() !== "").length);
  const width = [...filled].sort((a, b) => a - b)[Math.floor(filled.length / 2)] ?? 0;
  if (width < fewestColumns) return 0;
  const index = filled.findIndex((count) => count > width / 2);
  return index > 0 && index <= mostTitles ? index : 0;
}

const numberOrDate = /^[^\p{L}]*\d[^\p{L}]*$|^\d{4}-\d{2}-\d{2}T/u;

/** Whether the first row names the columns: above numbers and days it holds neither. */
export function isHeader(first: readonly string[], following: readonly (readonly string[])[]): boolean {
  const months = new Set(findMonthColumns(first).map(({ name }) => name));
  let score = 0;
  for (const [place, cell] of first.entries()) {
    const below = following.map((row) => row[place]?.trim() ?? "").filter(Boolean);
    if (below.length === 0 || !below.every((one) => numberOrDate.test(one))) continue;
    // Months above numbers name columns; above months they would be values.
    const isMonth = months.has(cell) && below.every((one) => readMonth(one) === null);
    score += numberOrDate.test(cell.trim()) && !isMonth ? -1 : 1;
  }
  return score >= 0;
}
