import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { TableRow } from "./table-shape.ts";

/** More rows are asked for when so few are left below. */
const rowsAhead = 30;

/** Rows that are drawn above and below those in sight. */
const overscan = 4;

type Options = {
  room: RefObject<HTMLElement | null>;
  rows: readonly TableRow[];
  rowHeight: number;
  /** What covers the first and the last pixels of the room. */
  headHeight: number;
  footHeight: number;
  /** A row that stays even when it is out of sight, because the keyboard is on it. */
  active: number;
  hasMore: boolean;
  onMore: () => void;
  /** Told whenever other rows come into sight. */
  onRange: (first: number, last: number) => void;
};

/** The rows that are in sight, and a call for more before they end. */
export function useVirtualRows(options: Options) {
  const { room, rows, rowHeight, headHeight, footHeight, active, hasMore, onMore, onRange } = options;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => room.current,
    estimateSize: () => rowHeight,
    overscan,
    useFlushSync: false,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    scrollPaddingEnd: footHeight,
    rangeExtractor: (range) => {
      const inSight = defaultRangeExtractor(range);
      if (active < 0 || active >= rows.length || inSight.includes(active)) return inSight;
      return [...inSight, active].sort((one, other) => one - other);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new height makes every measure void
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);

  const items = virtualizer.getVirtualItems();
  const offset = virtualizer.scrollOffset ?? 0;
  const inSight = (virtualizer.scrollRect?.height ?? 0) - headHeight - footHeight;
  const first = Math.floor(offset / rowHeight);
  const last = Math.max(first, Math.ceil((offset + inSight) / rowHeight) - 1);
  const lastRows = useRef<readonly TableRow[] | null>(null);
  useEffect(() => {
    if (!hasMore || last < rows.length - rowsAhead || lastRows.current === rows) return;
    lastRows.current = rows;
    onMore();
  }, [hasMore, last, rows, onMore]);

  useEffect(() => onRange(first, last), [onRange, first, last]);

  return { virtualizer, items };
}
