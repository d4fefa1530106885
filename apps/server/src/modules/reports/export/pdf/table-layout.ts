import type { Pen } from "./pen.ts";

/** A column as it is measured: its name, some of its cells, and whether they are numbers. */
export type MeasuredColumn = { label: string; cells: string[]; isNumber: boolean };

export type PlacedColumn = { x: number; width: number; lines: string[] };

export type TableLayout = {
  columns: PlacedColumn[];
  size: number;
  rowHeight: number;
  headHeight: number;
  width: number;
};

/** Space between two columns. */
export const gutter = 10;
const sizes = [8.5, 8, 7.5, 7, 6.5, 6, 5.5];
const leastOfText = 48;
const mostOfText = 190;
/** A short table is not stretched until its numbers are far from their names. */
const mostSpare = 40;

/** Places columns in the room there is: in smaller letters before any number is cut, and texts are cut first. */
export function layTable(pen: Pen, columns: MeasuredColumn[], room: number): TableLayout {
  const available = room - gutter * Math.max(0, columns.length - 1);
  const size = sizes.find((one) => sum(measure(pen, columns, one).map(({ least }) => least)) <= available) ?? 5.5;
  const measured = measure(pen, columns, size);
  const widths = share(measured, available);
  const head = { size, isStrong: true };
  let x = 0;
  const placed = columns.map(({ label }, place): PlacedColumn => {
    const width = widths[place] ?? 0;
    const column = { x, width, lines: pen.wrap(label, head, width, 3) };
    x += width + gutter;
    return column;
  });
  const mostLines = Math.max(1, ...placed.map(({ lines }) => lines.length));
  return {
    ...{ columns: placed, size, rowHeight: size * 1.9, headHeight: mostLines * size * 1.3 + size * 0.7 },
    width: Math.max(0, x - gutter),
  };
}

type Measured = { least: number; natural: number };

function measure(pen: Pen, columns: MeasuredColumn[], size: number): Measured[] {
  return columns.map(({ label, cells, isNumber }) => {
    const head = { size, isStrong: true };
    const widest = Math.max(0, ...cells.map((cell) => pen.width(cell, { size, isStrong: isNumber })));
    const word = Math.max(0, ...label.split(/\s+/).map((part) => pen.width(part, head)));
    const whole = Math.min(pen.width(label, head), word * 2);
    if (isNumber) return { least: Math.max(widest, word) + 1, natural: Math.max(widest, whole) + 1 };
    const natural = Math.min(mostOfText, Math.max(widest, whole)) + 1;
    return { least: Math.min(natural, Math.max(leastOfText, Math.min(word, mostOfText))), natural };
  });
}

/** Each its natural width where all have room, else as far between that and the least as there is room for. */
function share(measured: Measured[], available: number): number[] {
  const [least, natural] = [sum(measured.map((one) => one.least)), sum(measured.map((one) => one.natural))];
  if (least > available) return measured.map((one) => (one.least * available) / least);
  if (natural > available) {
    const part = (available - least) / (natural - least);
    return measured.map((one) => one.least + (one.natural - one.least) * part);
  }
  const spare = Math.min(mostSpare, (available - natural) / measured.length);
  return measured.map((one) => one.natural + spare);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
