import { formatCell, formatCount } from "@console/figures/format";
import { type ReactNode, useEffect, useRef } from "react";
import classes from "./table-cards.module.css";
import { TableCell } from "./table-cell.tsx";
import type { TableBodyProps } from "./table-grid.tsx";
import { isNumeric, isStatus, type TableColumn, type TableSort, toHeading } from "./table-shape.ts";
import { useVirtualRows } from "./use-virtual-rows.ts";

const cardHeight = 64;
const lineHeight = 20;

/**
 * The columns that matter on a phone: what it is, how it stands, and what it is sorted by or the first number; or all
 * that a card is to tell, where it does not open to tell more.
 */
function cardColumns(
  columns: readonly TableColumn[],
  sort: TableSort | null,
  columnIds: readonly string[],
): {
  title: TableColumn | undefined;
  status: TableColumn | undefined;
  further: readonly TableColumn[];
} {
  const [title, ...others] = columns;
  // A sentence needs the whole width.
  const status = title?.isWide ? undefined : (others.find(isStatus) ?? others.find(({ format }) => format === "text"));
  const sorted = others.find((column) => column.id === sort?.by && column !== status);
  const ordered = columnIds.flatMap((id) => others.find((column) => column.id === id && column !== sorted) ?? []);
  const first = sorted ?? (ordered.length > 0 ? undefined : others.find(isNumeric));
  return { title, status, further: [...(first ? [first] : []), ...ordered] };
}

function Card({ onOpen, children }: { onOpen: (() => void) | undefined; children: ReactNode }) {
  if (!onOpen) return <div className={classes.card}>{children}</div>;
  return (
    <button type="button" className={classes.card} onClick={onOpen}>
      {children}
    </button>
  );
}

/** The rows as cards that open, for screens that no table fits on. */
export function TableCards(
  props: TableBodyProps & { sort: TableSort | null; search: string; columnIds?: readonly string[] | undefined },
) {
  const { name, columns, rows, totals, hasMore, onMore, view, onOpen, onRange, sort, search, columnIds = [] } = props;
  const room = useRef<HTMLDivElement>(null);
  const { title, status, further } = cardColumns(columns, sort, columnIds);
  const rowHeight = cardHeight + Math.max(further.length - 1, 0) * lineHeight + (title?.isWide ? lineHeight : 0);
  const { virtualizer, items } = useVirtualRows({
    room,
    rows,
    rowHeight,
    headHeight: 0,
    footHeight: 0,
    active: -1,
    hasMore,
    onMore,
    onRange,
  });
  const summed = further.find(({ id }) => totals?.sums[id] !== undefined);
  const sum = summed && totals?.sums[summed.id];

  const order = sort ? `${sort.by} ${sort.dir}` : "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order or search begins at its first row
  useEffect(() => virtualizer.scrollToOffset(0), [virtualizer, order, search]);

  return (
    <>
      {/* Without a card that takes the focus, the keyboard could not scroll it. */}
      <div ref={room} className={classes.room} {...(!onOpen && { tabIndex: 0, role: "group", "aria-label": name })}>
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
                style={{ height: rowHeight, transform: `translateY(${start}px)` }}
                aria-setsize={totals?.count ?? (hasMore ? -1 : rows.length)}
                aria-posinset={index + 1}
              >
                <Card onOpen={onOpen && (() => onOpen(row))}>
                  <span className={classes.title} data-wide={title.isWide}>
                    <TableCell column={title} row={row} view={view} />
                  </span>
                  {status && (
                    <span className={classes.status}>
                      <TableCell column={status} row={row} view={view} />
                    </span>
                  )}
                  {further.map((column) => (
                    <span key={column.id} className={classes.further}>
                      <span className={classes.label}>{toHeading(column, view.currency)}</span>{" "}
                      <TableCell column={column} row={row} view={view} />
                    </span>
                  ))}
                </Card>
              </li>
            );
          })}
        </ul>
      </div>
      {totals && Object.keys(totals.sums).length > 0 && (
        <p className={classes.total}>
          Total of {formatCount(totals.count)}
          {summed &&
            sum !== undefined &&
            ` · ${toHeading(summed, view.currency)} ${formatCell(sum, summed.format, view)}`}
          {(totals.otherCurrencyRows ?? 0) > 0 &&
            ` · Amounts without ${formatCount(totals.otherCurrencyRows ?? 0)} in other currencies`}
        </p>
      )}
    </>
  );
}
