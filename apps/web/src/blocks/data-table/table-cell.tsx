import type { CellView } from "@console/figures/format";
import { statusTone } from "./status-tone.ts";
import classes from "./table-cell.module.css";
import { formatRowCell, isStatus, type TableColumn, type TableRow } from "./table-shape.ts";

type Props = { column: Pick<TableColumn, "id" | "format" | "mark">; row: TableRow; view: CellView };

/** The content of one cell: a text in the reader's format, with a dot where it is a state. */
export function TableCell({ column, row, view }: Props) {
  const value = row[column.id];
  const text = formatRowCell(row, column, view);
  if (isStatus(column) && typeof value === "string") {
    return (
      <span className={classes.status} title={text}>
        <span className={classes.dot} data-tone={statusTone(value)} aria-hidden="true" />
        {text}
      </span>
    );
  }
  const isUnknown = value === null || value === undefined || value === "";
  return (
    <>
      <span className={isUnknown ? classes.unknown : classes.text} title={text.length > 12 ? text : undefined}>
        {text}
      </span>
      {column.mark?.(row)}
    </>
  );
}
