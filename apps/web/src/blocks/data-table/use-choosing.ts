import { useRef } from "react";
import { selectLoaded, selectRows } from "./select-rows.ts";
import type { TableRow, TableSelection } from "./table-shape.ts";

/** Rows that can be chosen, and what has been chosen. */
export type Choosing = {
  isChosen: (row: TableRow) => boolean;
  isSome: boolean;
  isAllLoaded: boolean;
  /** With shift, all rows from the last one that was toggled up to this one. */
  toggle: (index: number, isShift: boolean) => void;
  toggleLoaded: () => void;
};

type Options = {
  rows: readonly TableRow[];
  rowKey: (row: TableRow) => string;
  selection: { value: TableSelection; onChange: (next: TableSelection) => void } | undefined;
};

/** The verbs of choosing rows, or null where the caller has no use for it. */
export function useChoosing({ rows, rowKey, selection }: Options): Choosing | null {
  const anchor = useRef<number | null>(null);
  if (!selection) return null;
  const { value, onChange } = selection;
  return {
    isChosen: (row) => value.isAllMatching || value.keys.has(rowKey(row)),
    isSome: value.isAllMatching || value.keys.size > 0,
    isAllLoaded:
      value.isAllMatching || (value.keys.size >= rows.length && rows.every((row) => value.keys.has(rowKey(row)))),
    toggle(index, isShift) {
      onChange(selectRows(value, rows.map(rowKey), index, isShift ? anchor.current : null));
      anchor.current = index;
    },
    toggleLoaded: () => onChange(selectLoaded(value, rows.map(rowKey))),
  };
}
