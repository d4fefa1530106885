import { type RefObject, useLayoutEffect, useState } from "react";

/** How high a table may become before it scrolls. */
const mostHeight = 520;

/** The height of a table, and of the total that is pinned at its end. */
type WholeRows = { height: number; foot: number };

/**
 * The height at which a table that scrolls ends with a whole row: whatever its rows are, the total that is pinned below
 * them never covers a part of one. Null where nothing has to scroll.
 */
export function useWholeRows(room: RefObject<HTMLElement | null>, isScrolled: boolean): WholeRows | null {
  const [wholeRows, setWholeRows] = useState<WholeRows | null>(null);
  useLayoutEffect(() => {
    const table = room.current?.querySelector("table");
    if (!table || !isScrolled) return setWholeRows(null);
    const measure = () => setWholeRows(measureWholeRows(table));
    measure();
    if (typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(measure);
    observer.observe(table);
    return () => observer.disconnect();
  }, [room, isScrolled]);
  return wholeRows;
}

function measureWholeRows({ tHead, tFoot, tBodies }: HTMLTableElement): WholeRows | null {
  const [head, foot] = [tHead?.offsetHeight ?? 0, tFoot?.offsetHeight ?? 0];
  let height = head + foot;
  for (const row of tBodies[0]?.rows ?? []) {
    if (height + row.offsetHeight > mostHeight) return { height, foot };
    height += row.offsetHeight;
  }
  return null;
}
