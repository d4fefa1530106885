import { type CellView, formatNumber } from "@console/figures/format";
import { Button } from "@mantine/core";
import { useState } from "react";
import { copyText } from "../../lib/copy-text.ts";
import classes from "./data-table.module.css";
import { rowsAsText } from "./rows-as-text.ts";
import {
  nothingSelected,
  type TableColumn,
  type TableRow,
  type TableSelection,
  type TableTotals,
} from "./table-shape.ts";

type Props = {
  columns: readonly TableColumn[];
  rows: readonly TableRow[];
  rowKey: (row: TableRow) => string;
  totals: TableTotals | null;
  hasMore: boolean;
  /** The first and last row in sight. */
  range: readonly [number, number];
  view: CellView;
  selection: { value: TableSelection; onChange: (next: TableSelection) => void; isOfLoaded?: true } | undefined;
};

/** Which rows are in sight of how many, and what can be done with the chosen ones. */
export function TableFoot({ columns, rows, rowKey, totals, hasMore, range, view, selection }: Props) {
  const [copied, setCopied] = useState<string | null>(null);
  const count = (value: number) => formatNumber(value, view.formats);
  const all = totals ? count(totals.count) : `${count(rows.length)}${hasMore ? "+" : ""}`;
  const value = selection?.value ?? nothingSelected;
  const chosen = value.isAllMatching ? (totals?.count ?? rows.length) : value.keys.size;

  async function copy() {
    const selectedRows = rows.filter((row) => value.isAllMatching || value.keys.has(rowKey(row)));
    const isDone = await copyText(rowsAsText(columns, selectedRows, view));
    const kind = `${selectedRows.length < chosen ? "loaded " : ""}${selectedRows.length === 1 ? "row" : "rows"}`;
    setCopied(isDone ? `${count(selectedRows.length)} ${kind} copied` : "The browser refused to copy.");
  }

  return (
    <div className={classes.foot}>
      <p className={classes.range}>
        {count(range[0] + 1)}–{count(Math.min(range[1] + 1, rows.length))} of {all}{" "}
        {totals?.count === 1 ? "row" : "rows"}
      </p>
      {selection && chosen > 0 && (
        <div className={classes.chosen}>
          <span>{count(chosen)} selected</span>
          {!selection.isOfLoaded && !value.isAllMatching && totals && totals.count > chosen && (
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => selection.onChange({ keys: new Set(), isAllMatching: true })}
            >
              Select all {all} matching
            </Button>
          )}
          <Button variant="default" size="compact-sm" onClick={() => void copy()}>
            Copy
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              setCopied(null);
              selection.onChange(nothingSelected);
            }}
          >
            Clear
          </Button>
        </div>
      )}
      <span role="status" className={classes.range}>
        {chosen > 0 && copied}
      </span>
    </div>
  );
}
