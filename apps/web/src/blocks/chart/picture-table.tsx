import type { Cell, PictureTable as Table } from "@console/figures/picture";
import classes from "./picture-table.module.css";

type Props = { table: Table; title: string; height: number; onOpen?: ((cell: Cell) => void) | undefined };

/** The values of a picture as a table, in the room that the picture takes; a row opens where that means something. */
export function PictureTable({ table: { columns, rows }, title, height, onOpen }: Props) {
  return (
    <section
      className={classes.tableRoom}
      style={{ height }}
      aria-label={`${title}, as a table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map(({ id, label, isNumber }) => (
              <th key={id} scope="col" className={isNumber ? classes.number : undefined}>
                {label || <span className={classes.hidden}>Place on the axis</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cells, cell }, index) => {
            // The button in the first cell is the way by keyboard; its click reaches the row.
            const open = onOpen && cell && Object.keys(cell).length > 0 ? () => onOpen(cell) : undefined;
            const [first, ...others] = cells;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have the same name
              <tr key={index} className={open && classes.canOpen} onClick={open}>
                <th scope="row" className={columns[0]?.isNumber ? classes.number : undefined}>
                  {open ? (
                    <button type="button" className={classes.rowButton}>
                      {first?.text}
                    </button>
                  ) : (
                    first?.text
                  )}
                </th>
                {others.map(({ text }, hitArea) => {
                  const column = columns[hitArea + 1];
                  return (
                    <td key={column?.id} className={column?.isNumber ? classes.number : undefined}>
                      {text}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
