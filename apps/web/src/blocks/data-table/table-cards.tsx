import { formatCell, formatCount } from "@console/figures/format";
import { useRef } from "react";
import classes from "./table-cards.module.css";
import { TableCell } from "./table-cell.tsx";
import type { TableBodyProps } from "./table-grid.tsx";
import { headingOf, isNumeric, isStatus, type TableColumn } from "./table-shape.ts";
import { useVirtualRows } from "./use-virtual-rows.ts";

const cardHeight = 64;

/** The three columns that matter on a phone: what it is, how it stands, and the first number. */
export function cardColumns(columns: readonly TableColumn[]): {
  title: TableColumn | undefined;
  status: TableColumn | undefined;
  number: TableColumn | undefined;
} {
  const [title, ...others] = columns;
  const status = others.find(isStatus) ?? others.find(({ format }) => format === "text");
  return { title, status, number: others.find(isNumeric) };
}

/** The rows as cards that open, for screens that no table fits on. */
export function TableCards(props: TableBodyProps) {
  const { name, columns, rows, totals, hasMore, onMore, view, onOpen, onRange } = props;
  const room = useRef<HTMLDivElement>(null);
  const { virtualizer, items } = useVirtualRows({
    ...{ room, rows, rowHeight: cardHeight, headHeight: 0, footHeight: 0, active: -1, hasMore, onMore, onRange },
  });
  const { title, status, number } = cardColumns(columns);
  const sum = number && totals?.sums[number.id];

  return (
    <>
      <div ref={room} className={classes.room}>
        <ul
          className={classes.cards}
          aria-label={name}
          aria-busy={props.isRefetching}
          style={{ height: virtualizer.getTotalSize() }}
        >
          {items.map(({ index, start }) => {
            const row = rows[index];
            if (!row || !title) return null;
            return (
              <li
                key={index}
                className={classes.item}
                style={{ height: cardHeight, transform: `translateY(${start}px)` }}
                aria-setsize={totals?.count ?? (hasMore ? -1 : rows.length)}
                aria-posinset={index + 1}
              >
                <button type="button" className={classes.card} disabled={!onOpen} onClick={() => onOpen?.(row)}>
                  <span className={classes.title}>
                    <TableCell column={title} row={row} view={view} />
                  </span>
                  {status && (
                    <span className={classes.status}>
                      <TableCell column={status} row={row} view={view} />
                    </span>
                  )}
                  {number && (
                    <span className={classes.number}>
                      <span className={classes.label}>{headingOf(number, view.currency)}</span>{" "}
                      <TableCell column={number} row={row} view={view} />
                    </span>
                  )}
                </button>
              </li>
            );
          })}
        </ul>
      </div>
      {totals && (
        <p className={classes.total}>
          Total of {formatCount(totals.count)}
          {number &&
            sum !== undefined &&
            ` · ${headingOf(number, view.currency)} ${formatCell(sum, number.format, view)}`}
        </p>
      )}
    </>
  );
}
