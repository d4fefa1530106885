import { isPartOfWhole } from "../chart/chart-description.ts";
import { readingAt } from "../chart/describe-chart.ts";
import type { AxisPicture, Cell } from "./picture.ts";
import { sharedCell } from "./shared-cell.ts";

/** The values of a picture in rows and columns: as they are read, and as they are. */
export type PictureTable = {
  columns: { id: string; label: string; isNumber: boolean }[];
  rows: { cells: { text: string; value: string | number | null }[]; cell: Cell | null }[];
};

/** A cell of words. */
export const wordCell = (text: string) => ({ text, value: text });

/** A cell of a number that may be missing. */
export const numberCell = (value: number | null, format: (value: number) => string) => ({
  text: value === null ? "No value" : format(value),
  value,
});

/** The values of lines, areas or bars: a row for each value on the axis, a column for each series. */
export function chartTable({ chart, cells, annotations }: AxisPicture): PictureTable {
  const hasTotal = isPartOfWhole(chart);
  const [first] = cells.flat();
  return {
    columns: [
      { id: "x", label: first ? ("period" in first ? "Period" : "Name") : "", isNumber: false },
      ...chart.series.map(({ id, label }) => ({ id, label, isNumber: true })),
      ...(hasTotal ? [{ id: "total", label: "Total", isNumber: true }] : []),
      ...(annotations.length > 0 ? [{ id: "notes", label: "Notes", isNumber: false }] : []),
    ],
    rows: chart.x.map((_, index) => {
      const values = chart.series.map(({ values }) => values[index] ?? null);
      const sum = values.reduce<number>((total, value) => total + (value ?? 0), 0);
      const notes = annotations.filter(({ index: at }) => at === index).map(({ text }) => text);
      return {
        cells: [
          wordCell(readingAt(chart, index).label),
          ...values.map((value) => numberCell(value, chart.format)),
          ...(hasTotal ? [numberCell(sum, chart.format)] : []),
          ...(annotations.length > 0 ? [wordCell(notes.join("; "))] : []),
        ],
        cell: cells.length > 0 ? sharedCell(cells.map((row) => row[index])) : null,
      };
    }),
  };
}
