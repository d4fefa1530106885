// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed one by one are not laid out as a table
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and names the row that it is on
import type { CellView } from "@console/figures/format";
import { formatCell, formatCount } from "@console/figures/format";
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { columnWidths } from "./column-widths.ts";
import classes from "./table-grid.module.css";
import { TableHead } from "./table-head.tsx";
import { TableLine } from "./table-line.tsx";
import { isNumeric, type TableColumn, type TableRow, type TableSort, type TableTotals } from "./table-shape.ts";
import type { Choosing } from "./use-choosing.ts";
import { useColumnsInSight } from "./use-columns-in-sight.ts";
import { useVirtualRows } from "./use-virtual-rows.ts";

const headHeight = 36;
const pageStep = 10;

export type TableBodyProps = {
  name: string;
  columns: readonly TableColumn[];
  rows: readonly TableRow[];
  totals: TableTotals | null;
  hasMore: boolean;
  onMore: () => void;
  isRefetching: boolean;
  view: CellView;
  onOpen: ((row: TableRow) => void) | undefined;
  /** Tells which rows are in sight. */
  onRange: (first: number, last: number) => void;
};

type Props = TableBodyProps & {
  rowHeight: number;
  sort: TableSort | null;
  search: string;
  onSort: (sort: TableSort | null) => void;
  choosing: Choosing | null;
};

/** The rows as a grid that scrolls inside itself; only those in sight are drawn. */
export function TableGrid(props: Props) {
  const { name, columns, rows, totals, hasMore, onMore, view, onOpen, onRange, rowHeight, sort, search } = props;
  const { choosing } = props;
  const id = useId();
  const room = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(-1);
  // A line of totals without a single sum would say nothing that the foot does not.
  const hasSums = totals !== null && Object.keys(totals.sums).length > 0;
  const footHeight = hasSums ? rowHeight : 0;
  const { virtualizer, items } = useVirtualRows({
    room,
    rows,
    rowHeight,
    headHeight,
    footHeight,
    active,
    hasMore,
    onMore,
    onRange,
  });

  const order = sort ? `${sort.by} ${sort.dir}` : "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order or search begins at its first row
  useEffect(() => {
    virtualizer.scrollToOffset(0);
    setActive(-1);
  }, [virtualizer, order, search]);

  const hasChecks = choosing !== null;
  const sample = rows[0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that come later must not move the columns
  const widths = useMemo(() => columnWidths(columns, rows, view, hasChecks), [columns, sample, view, hasChecks]);
  const template = widths
    .map((width, place) => `minmax(${width}px, ${columns[place]?.isWide ? 4 : place === 0 ? 1.2 : 1}fr)`)
    .join(" ");
  const width = widths.reduce((sum, one) => sum + one, 0);
  const [firstColumn, lastColumn] = useColumnsInSight(room, widths);

  function go(index: number) {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    setActive(next);
    virtualizer.scrollToIndex(next);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rows[active];
    const place = placeAfter(event.key, active, rows.length);
    if (place !== null) go(place);
    else if (event.key === "Enter" && row && onOpen) onOpen(row);
    else if ([" ", "x", "X"].includes(event.key) && row && choosing) choosing.toggle(active, event.shiftKey);
    else return;
    event.preventDefault();
  }

  function onClick(event: MouseEvent<HTMLElement>) {
    const target = event.target as HTMLElement;
    const index = Number(target.closest<HTMLElement>("[data-index]")?.dataset.index ?? -1);
    const row = rows[index];
    if (!row) return;
    setActive(index);
    if (target.closest("[data-check]")) {
      room.current?.focus({ preventScroll: true });
      choosing?.toggle(index, event.shiftKey);
    } else if (window.getSelection()?.toString() === "" || window.getSelection() === null) onOpen?.(row);
  }

  const rowCount = totals?.count ?? (hasMore ? null : rows.length);
  const isActiveDrawn = items.some(({ index }) => index === active);
  return (
    <div
      ref={room}
      className={classes.room}
      role="grid"
      aria-label={name}
      aria-colcount={columns.length}
      aria-rowcount={rowCount === null ? -1 : rowCount + (hasSums ? 2 : 1)}
      aria-multiselectable={hasChecks || undefined}
      aria-busy={props.isRefetching}
      aria-activedescendant={isActiveDrawn ? `${id}-${active}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div
        className={classes.sheet}
        data-checks={hasChecks || undefined}
        style={{ minWidth: width, "--columns": template } as React.CSSProperties}
      >
        <TableHead
          columns={columns}
          sort={sort}
          currency={view.currency}
          onSort={props.onSort}
          isAllSelected={choosing?.isAllLoaded ?? null}
          isSomeSelected={choosing?.isSome ?? false}
          onSelectLoaded={() => choosing?.toggleLoaded()}
        />
        <div
          className={classes.body}
          role="rowgroup"
          style={{ height: virtualizer.getTotalSize() + (hasMore ? rowHeight : 0) }}
        >
          {items.map(({ index, start }) => {
            const row = rows[index];
            if (!row) return null;
            return (
              <TableLine
                key={index}
                id={`${id}-${index}`}
                row={row}
                index={index}
                columns={columns}
                firstColumn={firstColumn}
                lastColumn={lastColumn}
                view={view}
                height={rowHeight}
                top={start - headHeight}
                isActive={index === active}
                isSelected={choosing?.isChosen(row) ?? null}
                canOpen={onOpen !== undefined}
              />
            );
          })}
          {hasMore && (
            <div className={classes.more} style={{ height: rowHeight }} aria-hidden="true">
              Loading more rows
            </div>
          )}
        </div>
        {totals && hasSums && <TotalLine columns={columns} totals={totals} view={view} rowHeight={rowHeight} />}
      </div>
    </div>
  );
}

/** Where a key leads from a row, or null for one that leads nowhere. */
function placeAfter(key: string, active: number, count: number): number | null {
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: pageStep, PageUp: -pageStep };
  const ends: Record<string, number> = { Home: 0, End: count - 1 };
  const step = steps[key];
  return step === undefined ? (ends[key] ?? null) : active + step;
}

function sayOthers({ otherCurrencyRows = 0 }: TableTotals): string {
  return otherCurrencyRows > 0 ? `, without ${formatCount(otherCurrencyRows)} in other currencies` : "";
}

function TotalLine({
  columns,
  totals,
  view,
  rowHeight,
}: Pick<Props, "columns" | "view" | "rowHeight"> & { totals: TableTotals }) {
  return (
    <div className={classes.foot} role="rowgroup">
      <div className={classes.footLine} role="row" aria-rowindex={totals.count + 2} style={{ height: rowHeight }}>
        {columns.map((column, place) => {
          const sum = totals.sums[column.id];
          const text = sum === undefined ? "" : formatCell(sum, column.format, view);
          return (
            <div
              key={column.id}
              role={place === 0 ? "rowheader" : "gridcell"}
              className={classes.cell}
              data-numeric={isNumeric(column) || undefined}
            >
              {place === 0
                ? `Total ${text === "" ? `of ${formatCount(totals.count)}` : text}${sayOthers(totals)}`
                : text}
            </div>
          );
        })}
      </div>
    </div>
  );
}
