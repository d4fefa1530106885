import { formatFigure, ownFormats } from "../format.ts";

/** Where a number stands in a file of a report: a table by its title, one of its rows, and a column by its place. */
export type FilePlace = {
  title: string;
  /** Which row is meant by its cells, or the row of totals. */
  row: ((cells: readonly string[]) => boolean) | "total";
  column: number;
  /** Taken off, where the number is a difference. */
  minus?: number;
  /** Of the value: a file has percentages in hundredths, and long times in hours or days. */
  unit: string | null;
};

/** One figure of a panel: where it stands on the screen and how it is read there, what it is, and where a file has it. */
export type ShownFigure = {
  row: string;
  /** The head of its column, or the column's place. */
  column: string | number;
  text: string;
  value: number;
  file: FilePlace;
};

/** A figure as it is written on the screen. */
export function writeFigure(value: number, unit: string, currency: string): string {
  return formatFigure(value, { unit, currency }, ownFormats);
}

/** Whether a cell of a file holds a number. */
export function isNumber(cell: string | undefined, value: number): boolean {
  return cell !== undefined && cell !== "" && Math.abs(Number(cell) - value) < 1e-6;
}

/** Whether a cell of a file holds a name; one that a spreadsheet might take for a formula has a mark before it. */
export function isName(cell: string | undefined, name: string): boolean {
  return cell?.replace(/^'/, "") === name;
}

/** The value of a figure in a file of its report, in the figure's own unit; not a number where it is not there. */
export function valueInFile(lines: ReportFile, { title, row, column, minus, unit }: FilePlace): number {
  const start = lines.findIndex(([name], place) => name === title && (lines[place - 1]?.length ?? 0) <= 1);
  if (start < 0) return Number.NaN;
  const end = lines.findIndex((line, place) => place > start && line.length === 1 && line[0] === "");
  const table = lines.slice(start + 2, end < 0 ? undefined : end);
  const cells = row === "total" ? table.findLast((line) => line.some((cell) => cell !== "")) : table.find(row);
  const valueAt = (place: number) => {
    const cell = cells?.[place];
    return cell === undefined || cell === "" ? Number.NaN : toOwnUnit(Number(cell), unit, lines[start + 1]?.[place]);
  };
  // What is missing on one side of a difference is nothing.
  return minus === undefined ? valueAt(column) : (valueAt(column) || 0) - (valueAt(minus) || 0);
}

function toOwnUnit(value: number, unit: string | null, label = ""): number {
  if (unit === "percent") return value / 100;
  const perHour = unit === "minutes" ? 60 : 1;
  if (label.endsWith("(days)") && unit !== "days") return value * 24 * perHour;
  return label.endsWith("(h)") ? value * perHour : value;
}

/** The lines of a file, each as its cells. */
export type ReportFile = readonly (readonly string[])[];

/** Reads a file as RFC 4180 has it. */
export function readReportFile(text: string): ReportFile {
  return text.split("\r\n").map((line) => {
    // With a comma before each cell, also before the first, which may be empty.
    const cells = [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/g)];
    return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "");
  });
}
