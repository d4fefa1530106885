// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed one by one are not laid out as a table
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and names the row that it is on
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
  view: CellView;
  isActive: boolean;
  /** Null where rows cannot be chosen. */
  isSelected: boolean | null;
  canOpen: boolean;
};

/** One row of the grid. Clicks and keys are heard by the grid, so that a row costs no more than its cells. */
export const TableLine = memo(function TableLine(props: Props) {
  const { id, row, index, top, height, columns, view, isActive, isSelected, canOpen } = props;
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
      style={{ height, transform: `translateY(${top}px)` }}
    >
      {columns.map((column, place) => (
        <div
          key={column.id}
          role={place === 0 ? "rowheader" : "gridcell"}
          className={classes.cell}
          data-numeric={isNumeric(column) || undefined}
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
      ))}
    </div>
  );
});
