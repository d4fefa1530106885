// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed one by one are not laid out as a table
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and names the row that it is on
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { type KeyboardEvent, useState } from "react";
import classes from "./table-grid.module.css";
import { firstSort, isNumeric, reversed, type TableColumn, type TableSort, toHeading } from "./table-shape.ts";

type Props = {
  columns: readonly TableColumn[];
  currency: string;
  sort: TableSort | null;
  onSort: (sort: TableSort | null) => void;
  /** Null where rows cannot be chosen. */
  isAllSelected: boolean | null;
  isSomeSelected: boolean;
  onSelectLoaded: () => void;
};

/** The headings, which sort: once, the other way round, and back to the order of the list. Arrows walk along them. */
export function TableHead(props: Props) {
  const { columns, currency, sort, onSort, isAllSelected, isSomeSelected, onSelectLoaded } = props;
  const [focused, setFocused] = useState<string | null>(null);
  const stop = columns.some(({ id }) => id === focused) ? focused : columns.find(({ isSortable }) => isSortable)?.id;

  return (
    <div className={classes.head} role="rowgroup">
      <div className={classes.headLine} role="row" aria-rowindex={1} onKeyDown={walk}>
        {columns.map((column, place) => (
          <div
            key={column.id}
            role="columnheader"
            aria-sort={sort?.by === column.id ? (sort.dir === "asc" ? "ascending" : "descending") : undefined}
            className={classes.heading}
            data-numeric={isNumeric(column) || undefined}
          >
            {place === 0 && isAllSelected !== null && (
              <span className={classes.check}>
                <input
                  type="checkbox"
                  aria-label="Select all loaded rows"
                  checked={isAllSelected}
                  ref={(input) => {
                    if (input) input.indeterminate = isSomeSelected && !isAllSelected;
                  }}
                  onChange={onSelectLoaded}
                />
              </span>
            )}
            {column.isSortable ? (
              <button
                type="button"
                className={classes.sorter}
                tabIndex={column.id === stop ? 0 : -1}
                onFocus={() => setFocused(column.id)}
                onClick={() => onSort(nextSort(column, sort))}
              >
                <span className={classes.headingText}>{toHeading(column, currency)}</span>
                <SortMark sort={sort?.by === column.id ? sort : null} />
              </button>
            ) : (
              <span className={classes.headingText}>{toHeading(column, currency)}</span>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

function SortMark({ sort }: { sort: TableSort | null }) {
  const Mark = sort?.dir === "asc" ? IconArrowUp : IconArrowDown;
  return <Mark size={14} stroke={1.75} aria-hidden="true" className={sort ? classes.sorted : classes.unsorted} />;
}

function nextSort(column: TableColumn, sort: TableSort | null): TableSort | null {
  const first = firstSort(column);
  if (sort?.by !== column.id) return first;
  return sort.dir === first.dir ? reversed(first) : null;
}

function walk(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const next = buttons[buttons.indexOf(event.target as HTMLButtonElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
