import type { FormatChoices } from "@console/figures/format";
import { ActionIcon } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconBaselineDensityMedium, IconBaselineDensitySmall } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, startTransition, useCallback, useMemo, useRef, useState } from "react";
import { ApiError } from "../../lib/api.ts";
import { ErrorState } from "../states/error-state.tsx";
import { shownColumns } from "./arrange-columns.ts";
import { ColumnMenu } from "./column-menu.tsx";
import classes from "./data-table.module.css";
import { SearchBox } from "./search-box.tsx";
import { SortChoice } from "./sort-choice.tsx";
import { TableCards } from "./table-cards.tsx";
import { TableFoot } from "./table-foot.tsx";
import { TableGrid } from "./table-grid.tsx";
import type { TableColumn, TableLayout, TableRow, TableSelection, TableState, TableTotals } from "./table-shape.ts";
import { TableSkeleton } from "./table-skeleton.tsx";
import { useChoosing } from "./use-choosing.ts";

/** Which rows are chosen; `isOfLoaded` where only rows that are loaded can be. */
export type SelectionProps = { value: TableSelection; onChange: (next: TableSelection) => void; isOfLoaded?: true };

export type DataTableProps = {
  /** Its accessible name. */
  name: string;
  columns: readonly TableColumn[];
  /** What a card tells on a phone beside title and status, where rows do not open; one column by itself otherwise. */
  cardColumns?: readonly string[];
  rows: readonly TableRow[];
  totals: TableTotals | null;
  hasMore: boolean;
  onMore: () => void;
  /** Nothing has come yet. */
  isLoading: boolean;
  /** Newer rows are on their way; the old ones stay. */
  isRefetching: boolean;
  error: Error | null;
  onRetry: () => void;
  state: TableState;
  onState: (next: TableState) => void;
  layout: TableLayout;
  onLayout: (next: TableLayout) => void;
  rowKey: (row: TableRow) => string;
  onOpen?: ((row: TableRow) => void) | undefined;
  selection?: SelectionProps | undefined;
  /** The page around it has a search of its own. */
  isSearchedElsewhere?: true;
  /** Stands beside the search, such as a button that exports. */
  actions?: ReactNode;
  currency: string;
  formats: FormatChoices;
  /** What to show when nothing matches. */
  empty: ReactNode;
};

/** The one table of the product: it is told its rows, and tells what its reader wants of them. */
export function DataTable(props: DataTableProps) {
  const { name, columns, rows, totals, hasMore, onMore, state, onState, layout, onLayout, rowKey, selection } = props;
  const { currency, formats, error, isRefetching } = props;
  const isNarrow = useMediaQuery("(max-width: 639px)", false, { getInitialValueInEffect: false });
  const search = useRef<HTMLInputElement>(null);
  const [range, setRange] = useState<readonly [number, number]>([0, 0]);
  // It can wait: the rows themselves and the next key go first.
  const onRange = useCallback((first: number, last: number) => startTransition(() => setRange([first, last])), []);
  const shown = useMemo(() => shownColumns(columns, layout), [columns, layout]);
  const view = useMemo(() => ({ currency, formats }), [currency, formats]);
  const choosing = useChoosing({ rows, rowKey, selection });
  const body = { name, rows, totals, hasMore, onMore, isRefetching, view, onOpen: props.onOpen, onRange };
  const isEmpty = rows.length === 0;

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== "/" || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    search.current?.focus();
  }

  return (
    <section className={classes.table} aria-label={name} onKeyDown={onKeyDown}>
      <div className={classes.toolbar}>
        <div className={classes.search}>
          {!props.isSearchedElsewhere && (
            <SearchBox
              ref={search}
              label={`Search ${name}`}
              value={state.search}
              onSearch={(text) => onState({ ...state, search: text })}
            />
          )}
        </div>
        <div className={classes.actions}>
          {props.actions}
          {isNarrow && columns.some(({ isSortable }) => isSortable) && (
            <SortChoice
              columns={columns}
              currency={currency}
              sort={state.sort}
              onSort={(sort) => onState({ ...state, sort })}
            />
          )}
          {!isNarrow && (
            <>
              <DensitySwitch layout={layout} onLayout={onLayout} />
              <ColumnMenu columns={columns} layout={layout} onLayout={onLayout} />
            </>
          )}
        </div>
      </div>
      <div className={classes.frame}>
        {isRefetching && <div className={classes.progress} role="progressbar" aria-label={`Refreshing ${name}`} />}
        {isEmpty && <div className={classes.state}>{renderState(props)}</div>}
        {!isEmpty && isNarrow && (
          <TableCards
            {...body}
            columns={columns}
            sort={state.sort}
            search={state.search}
            columnIds={props.cardColumns}
          />
        )}
        {!isEmpty && !isNarrow && (
          <TableGrid
            {...body}
            columns={shown}
            rowHeight={layout.isDense ? 32 : 40}
            sort={state.sort}
            search={state.search}
            onSort={(sort) => onState({ ...state, sort })}
            choosing={choosing}
          />
        )}
      </div>
      {!isEmpty && error && (
        <p className={classes.stale} role="alert">
          Rows could not be loaded: {error.message}{" "}
          <button type="button" className={classes.retry} onClick={props.onRetry}>
            Retry
          </button>
        </p>
      )}
      {!isEmpty && (
        <TableFoot
          columns={shown}
          rows={rows}
          rowKey={rowKey}
          totals={totals}
          hasMore={hasMore}
          range={range}
          view={view}
          selection={isNarrow ? undefined : selection}
        />
      )}
    </section>
  );
}

function renderState({ name, isLoading, error, onRetry, empty }: DataTableProps): ReactNode {
  if (isLoading) return <TableSkeleton label={`Loading ${name}`} />;
  if (!error) return empty;
  return (
    <ErrorState
      heading="h3"
      title="The rows could not be loaded"
      message={error.message}
      requestId={error instanceof ApiError ? error.requestId : null}
      onRetry={onRetry}
    />
  );
}

function DensitySwitch({ layout, onLayout }: Pick<DataTableProps, "layout" | "onLayout">) {
  const Icon = layout.isDense ? IconBaselineDensityMedium : IconBaselineDensitySmall;
  return (
    <ActionIcon
      variant="default"
      size={30}
      aria-label="Dense rows"
      title="Dense rows"
      aria-pressed={layout.isDense}
      onClick={() => onLayout({ ...layout, isDense: !layout.isDense })}
    >
      <Icon size={18} stroke={1.5} aria-hidden="true" />
    </ActionIcon>
  );
}
