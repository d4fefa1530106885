import { type CellView, formatCell } from "@console/figures/format";
import { headingOf, isStatus, type TableColumn, type TableRow } from "./table-shape.ts";

const letterPx = 7;
const paddingPx = 26;
const sortMarkPx = 18;
const dotPx = 16;
const leastPx = 72;
const mostPx = 260;
/** Widths are guessed from the first rows, so that they stay as more come. */
const sample = 50;

/** The least width of each column in pixels, by its heading and the first rows. */
export function columnWidths(columns: readonly TableColumn[], rows: readonly TableRow[], view: CellView): number[] {
  return columns.map((column) => {
    const heading = headingOf(column, view.currency).length * letterPx + (column.isSortable ? sortMarkPx : 0);
    const cells = rows.slice(0, sample).map((row) => formatCell(row[column.id], column.format, view).length * letterPx);
    const wanted = Math.max(heading, ...cells.map((width) => width + (isStatus(column) ? dotPx : 0))) + paddingPx;
    return Math.min(Math.max(wanted, leastPx), mostPx);
  });
}
