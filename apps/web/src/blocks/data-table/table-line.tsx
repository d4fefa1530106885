// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed one by one are not laid out as a table
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and names the row that it is on
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: both roles of a cell know the place of their column
import type { CellView } from "@console/figures/format";
import { memo } from "react";
import { TableCell } from "./table-cell.tsx";
import classes from "./table-grid.module.css";
import { isNumeric, type TableColumn, type TableRow } from "./table-shape.ts";

type Props = {
  id: string;
  row: TableRow;
  index: number;
  top: number;
  height: number;
  columns: readonly TableColumn[];
  /** Of the columns, only these are drawn, and the first of all. */
  firstColumn: number;
  lastColumn: number;
  view: CellView;
  isActive: boolean;
  /** Null where rows cannot be chosen. */
  isSelected: boolean | null;
  canOpen: boolean;
};

/** One row of the grid. Clicks and keys are heard by the grid, so that a row costs no more than its cells. */
export const TableLine = memo(function TableLine(props: Props) {
  const { id, row, index, top, height, columns, firstColumn, lastColumn, view, isActive, isSelected, canOpen } = props;
  return (
    <div
      id={id}
      role="row"
      data-index={index}
      data-active={isActive || undefined}
      data-opens={canOpen || undefined}
      aria-rowindex={index + 2}
      aria-selected={isSelected ?? undefined}
      className={classes.line}
      style={{ height, top }}
    >
      {columns.map((column, place) => {
        if (place !== 0 && (place < firstColumn || place > lastColumn)) return null;
        return (
          <div
            key={column.id}
            role={place === 0 ? "rowheader" : "gridcell"}
            aria-colindex={place + 1}
            className={classes.cell}
            data-numeric={isNumeric(column) || undefined}
            style={place === firstColumn && place > 0 ? { gridColumnStart: place + 1 } : undefined}
          >
            {place === 0 && isSelected !== null && (
              <span className={classes.check} data-check>
                <input
                  type="checkbox"
                  tabIndex={-1}
                  checked={isSelected}
                  readOnly
                  aria-label={`Select row ${index + 1}`}
                />
              </span>
            )}
            <TableCell column={column} row={row} view={view} />
          </div>
        );
      })}
    </div>
  );
});
