import type { ExportRow } from "./export-book.ts";
import { labelForColumn, numberIn, type StyledColumn, withoutDust } from "./export-column.ts";
import type { RowPages } from "./row-pages.ts";
import { inlineText } from "./sheet-text.ts";
import { styleNumber } from "./workbook-styles.ts";
import type { ZoneClock } from "./zone-clock.ts";

const namespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
/** From here on, because of a day that the first spreadsheets took for one, their count is that of the calendar. */
const firstDayMs = Date.UTC(1900, 2, 1);
const dayMs = 86_400_000;
const daysBeforeUnix = 25_569;

/** A sheet with names and values: what the file is about. */
export function aboutSheet(lines: { label: string; value: string }[]): string {
  const bold = styleNumber(null, true);
  const rows = lines.map(({ label, value }, place) => {
    const row = place + 1;
    return `<row r="${row}">${textCell(`A${row}`, label, bold)}${textCell(`B${row}`, value, 0)}</row>`;
  });
  return `${sheetStart([columnWidth(lines.map(({ label }) => label)), 60], false)}${rows.join("")}</sheetData></worksheet>`;
}

export type SheetTable = {
  columns: readonly StyledColumn[];
  pages: RowPages;
  totals: ExportRow | null;
  mostRows: number;
  clock: ZoneClock;
};

/** A sheet of as many rows as it may hold; the totals stand on the last sheet of a table. */
export async function* tableSheet({ columns, pages, totals, mostRows, clock }: SheetTable): AsyncGenerator<string> {
  const ahead = (await pages.peek()).slice(0, 200);
  const labels = columns.map(columnLetters);
  const widths = columns.map((column, place) => columnWidth([`${labels[place]}    `, ...shownIn(ahead, column)]));
  const heads = columns.map(({ kind }, place) =>
    textCell(`${letters(place)}1`, labels[place] ?? "", kind === "number" ? "headRight" : "head"),
  );
  yield `${sheetStart(widths, true)}<row r="1">${heads.join("")}</row>`;

  const write = columns.map((column, place) => cellWriter(column, letters(place), clock, false));
  let rows = 0;
  while (rows < mostRows) {
    const page = await pages.take(Math.min(mostRows - rows, 1000));
    if (page.length === 0) break;
    let text = "";
    for (const row of page) text += rowXml(++rows + 1, row, write);
    yield text;
  }
  const isLast = (await pages.peek()).length === 0;
  if (totals && isLast) {
    const bold = columns.map((column, place) => cellWriter(column, letters(place), clock, true));
    yield rowXml(rows + 2, totals, bold);
  }
  // Totals stay out of what is filtered and sorted.
  const filter = columns.length > 0 ? `<autoFilter ref="A1:${letters(columns.length - 1)}${rows + 1}"/>` : "";
  yield `</sheetData>${filter}</worksheet>`;
}

type CellWriter = (row: ExportRow, number: number) => string;

function rowXml(number: number, row: ExportRow, write: readonly CellWriter[]): string {
  let cells = "";
  for (const writeCell of write) cells += writeCell(row, number);
  return `<row r="${number}">${cells}</row>`;
}

function cellWriter(column: StyledColumn, letter: string, clock: ZoneClock, isBold: boolean): CellWriter {
  const { id, kind } = column;
  const [plain, styled] = [styleNumber(null, isBold), styleNumber(column, isBold)];
  return (row, number) => {
    const value = row[id] ?? null;
    if (value === null) return "";
    const place = `${letter}${number}`;
    if (typeof value === "boolean") return `<c r="${place}" s="${plain}" t="b"><v>${value ? 1 : 0}</v></c>`;
    const figure = kind === "text" && typeof value === "string" ? null : toFigure(value, column, clock);
    if (figure !== null) return `<c r="${place}" s="${styled}"><v>${figure}</v></c>`;
    return typeof value === "string" ? textCell(place, value, plain) : "";
  };
}

/** What a cell holds as a number: figures, and days and instants counted from 1900 on. */
function toFigure(value: string | number, column: StyledColumn, clock: ZoneClock): number | null {
  switch (column.kind) {
    case "instant":
      return toSerialDay(clock.wallMs(value));
    case "day":
      return toSerialDay(typeof value === "string" ? Date.parse(`${value}T00:00:00Z`) : null);
    case "text":
    case "flag":
    case "number": {
      const number = numberIn(column, value);
      return number === null ? null : withoutDust(number);
    }
  }
}

function toSerialDay(wallMs: number | null): number | null {
  if (wallMs === null || !(wallMs >= firstDayMs)) return null;
  return withoutDust(wallMs / dayMs + daysBeforeUnix);
}

/** Text by its type, so that `=1+1` is shown and never worked out: it needs no apostrophe. */
function textCell(place: string, text: string, style: number | "head" | "headRight"): string {
  const number = typeof style === "number" ? style : styleNumber(style, true);
  return `<c r="${place}" s="${number}" t="inlineStr"><is>${inlineText(text)}</is></c>`;
}

function sheetStart(widths: number[], hasHead: boolean): string {
  const pane = `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>`;
  const columns = widths.map(
    (width, place) => `<col min="${place + 1}" max="${place + 1}" width="${width}" customWidth="1"/>`,
  );
  const view = `<sheetViews><sheetView workbookViewId="0">${hasHead ? pane : ""}</sheetView></sheetViews>`;
  const cols = columns.length > 0 ? `<cols>${columns.join("")}</cols>` : "";
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${namespace}">${view}${cols}<sheetData>`;
}

/** The percent sign stands in the cells. */
function columnLetters(column: StyledColumn): string {
  return column.isPercent ? column.label : labelForColumn(column);
}

function shownIn(rows: readonly ExportRow[], { id, kind }: StyledColumn): string[] {
  if (kind === "instant") return ["2026-11-14 09:20"];
  return rows.map((row) => String(row[id] ?? ""));
}

function columnWidth(texts: string[]): number {
  return Math.min(60, Math.max(8, 2 + Math.max(0, ...texts.map(({ length }) => length))));
}

/** The name of a column: A, …, Z, AA, … */
function letters(place: number): string {
  const letter = String.fromCharCode(65 + (place % 26));
  return place < 26 ? letter : `${letters(Math.floor(place / 26) - 1)}${letter}`;
}
