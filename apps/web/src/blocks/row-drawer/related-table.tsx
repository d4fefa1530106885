import type { CellView } from "@console/figures/format";
import { TableCell } from "../data-table/table-cell.tsx";
import { isNumeric, type TableColumn, type TableRow, toHeading } from "../data-table/table-shape.ts";
import classes from "./row-drawer.module.css";

type Related = {
  title: string;
  columns: readonly Omit<TableColumn, "isSortable">[];
  rows: readonly TableRow[];
  /** Where the opened row is among them; null where it is not. */
  ownPlace: number | null;
};

/** Rows that belong to the opened one, which is marked where it stands among them. */
export function RelatedTable({ related, view }: { related: Related; view: CellView }) {
  const { title, columns, rows, ownPlace } = related;
  return (
    <section className={classes.section} aria-label={title}>
      <h3 className={classes.heading}>{title}</h3>
      {rows.length === 0 && <p className={classes.detail}>There are none.</p>}
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section ref={showOwn} className={classes.related} aria-label={`${title}, as a table`} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column.id} scope="col" data-numeric={isNumeric(column) || undefined}>
                    {toHeading(column, view.currency)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the rows are given once and never change their order
                <tr key={place} aria-current={place === ownPlace ? "true" : undefined}>
                  {columns.map((column) => (
                    <td key={column.id} data-numeric={isNumeric(column) || undefined}>
                      <TableCell column={column} row={row} view={view} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}

/** Brings the opened row to the middle of the room. */
function showOwn(room: HTMLElement | null) {
  const own = room?.querySelector<HTMLElement>("tr[aria-current]");
  if (room && own) room.scrollTop = own.offsetTop - room.clientHeight / 2;
}
