import type { Pen } from "./pen.ts";

/** A column as it is measured: its name, some of its cells, and whether a cell without its end is of no use. */
export type MeasuredColumn = { label: string; cells: string[]; isWhole: boolean };

type PlacedColumn = { columnIndex: number; x: number; width: number; lines: string[] };

/** Columns that stand side by side on a page. */
export type TablePart = { columns: PlacedColumn[]; size: number; rowHeight: number; headHeight: number; width: number };

const gutter = 10;
/** The last is as small as a reader can be asked to read. */
const sizes = [8.5, 8, 7.5, 7, 6.5];
const leastSize = 6.5;
const leastTextWidth = 48;
const mostTextWidth = 190;
/** A short table is not stretched until its numbers are far from their names. */
const mostSpare = 40;

type Measured = { columnIndex: number; label: string; least: number; natural: number };

/**
 * Places columns in the room there is: in smaller letters before a text is cut, and in several parts, each with the
 * first column, before a number is.
 */
export function layTable(pen: Pen, columns: MeasuredColumn[], room: number): TablePart[] {
  const fits = (measured: Measured[]) => sum(measured.map(({ least }) => least)) + gutterWidth(measured) <= room;
  const whole = sizes.find((size) => fits(measure(pen, columns, size)));
  if (whole !== undefined) return [placePart(pen, measure(pen, columns, whole), whole, room)];

  const [first, ...others] = measure(pen, columns, leastSize);
  if (!first) return [];
  const parts: Measured[][] = [[first]];
  for (const column of others) {
    const last = parts.at(-1) ?? [];
    if (last.length < 2 || fits([...last, column])) last.push(column);
    else parts.push([first, column]);
  }
  return parts.map((part) => placePart(pen, part, leastSize, room));
}

function measure(pen: Pen, columns: MeasuredColumn[], size: number): Measured[] {
  return columns.map(({ label, cells, isWhole }, columnIndex) => {
    const strong = { size, isStrong: true };
    // Totals are strong, and no cell may be wider than its column.
    const widest = cells.reduce((most, cell) => Math.max(most, pen.width(cell, strong)), 0);
    const word = Math.max(...label.split(/\s+/).map((part) => pen.width(part, strong)));
    const name = Math.min(pen.width(label, strong), word * 2);
    const natural = Math.min(isWhole ? Number.POSITIVE_INFINITY : mostTextWidth, Math.max(widest, name)) + 1;
    const least = isWhole ? Math.max(widest, word) + 1 : Math.min(natural, Math.max(leastTextWidth, word + 1));
    return { columnIndex, label, least, natural };
  });
}

function placePart(pen: Pen, measured: Measured[], size: number, room: number): TablePart {
  const widths = share(measured, room - gutterWidth(measured));
  const columns: PlacedColumn[] = [];
  let x = 0;
  for (const [index, { columnIndex, label }] of measured.entries()) {
    const width = widths[index] ?? 0;
    columns.push({ columnIndex, x, width, lines: pen.wrap(label, { size, isStrong: true }, width, 3) });
    x += width + gutter;
  }
  const mostLines = Math.max(1, ...columns.map(({ lines }) => lines.length));
  const headHeight = mostLines * size * 1.3 + size * 0.7;
  return { columns, size, rowHeight: size * 1.9, headHeight, width: Math.max(0, x - gutter) };
}

/** Each its natural width where all have room, else as far between that and the least as there is room for. */
function share(measured: Measured[], room: number): number[] {
  const [least, natural] = [sum(measured.map((one) => one.least)), sum(measured.map((one) => one.natural))];
  if (least > room) return measured.map((one) => (one.least * room) / least);
  if (natural > room) {
    const part = (room - least) / (natural - least);
    return measured.map((one) => one.least + (one.natural - one.least) * part);
  }
  const spare = Math.min(mostSpare, (room - natural) / measured.length);
  return measured.map((one) => one.natural + spare);
}

function gutterWidth(measured: Measured[]): number {
  return gutter * Math.max(0, measured.length - 1);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
