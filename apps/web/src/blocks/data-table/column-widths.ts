import type { CellView } from "@console/figures/format";
import { formatRowCell, isStatus, type TableColumn, type TableRow, toHeading } from "./table-shape.ts";

const letterPx = 7.9;
/** The first column is set in heavier letters. */
const firstLetterPx = 8.5;
const checkPx = 32;
const paddingPx = 26;
const sortMarkPx = 18;
const dotPx = 16;
const markPx = 116;
const leastPx = 72;
const mostPx = 260;
const mostWidePx = 380;
/** Widths are guessed from the first rows, so that they stay as more come. */
const sample = 50;

/** The least width of each column in pixels, by its heading and the first rows. */
export function columnWidths(
  columns: readonly TableColumn[],
  rows: readonly TableRow[],
  view: CellView,
  hasChecks: boolean,
): number[] {
  return columns.map((column, place) => {
    const px = place === 0 ? firstLetterPx : letterPx;
    const heading = toHeading(column, view.currency).length * letterPx + (column.isSortable ? sortMarkPx : 0);
    const cells = rows.slice(0, sample).map((row) => formatRowCell(row, column, view).length * px);
    const idealWidth = Math.max(heading, ...cells.map((width) => width + (isStatus(column) ? dotPx : 0))) + paddingPx;
    const isMarked = rows.slice(0, sample).some((row) => (column.mark?.(row) ?? null) !== null);
    const beside = (place === 0 && hasChecks ? checkPx : 0) + (isMarked ? markPx : 0);
    const limit = column.isWide ? mostWidePx : mostPx;
    return Math.ceil(Math.min(Math.max(idealWidth, leastPx), limit)) + beside;
  });
}
