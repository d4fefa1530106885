import { type RefObject, useLayoutEffect, useState } from "react";

/** Columns that are drawn to each side of those in sight. */
const overscan = 2;

/** The first and the last of the columns that are drawn. The very first one always is. */
export type ColumnReach = readonly [first: number, last: number];

const everything: ColumnReach = [0, Number.POSITIVE_INFINITY];

/** The columns that are in sight, so that a wide table costs no more than what is seen of it. */
export function useColumnsInSight(room: RefObject<HTMLElement | null>, widths: readonly number[]): ColumnReach {
  const [reach, setReach] = useState(everything);
  useLayoutEffect(() => {
    const element = room.current;
    if (!element) return;
    const look = () => {
      const [first, last] = columnsInSight(widths, element.scrollLeft, element.clientWidth);
      setReach((was) => (was[0] === first && was[1] === last ? was : [first, last]));
    };
    look();
    element.addEventListener("scroll", look, { passive: true });
    const watcher = new ResizeObserver(look);
    watcher.observe(element);
    return () => {
      element.removeEventListener("scroll", look);
      watcher.disconnect();
    };
  }, [room, widths]);
  return reach;
}

/** Those of some columns that a room shows; all where they fit, since they then share what is left. */
export function columnsInSight(widths: readonly number[], left: number, room: number): ColumnReach {
  let end = 0;
  const ends = widths.map((width) => {
    end += width;
    return end;
  });
  if (room === 0 || end <= room) return everything;
  const last = widths.length - 1;
  const firstSeen = ends.findIndex((one) => one > left);
  const lastSeen = ends.findIndex((one) => one >= left + room);
  return [
    Math.max(0, (firstSeen < 0 ? last : firstSeen) - overscan),
    Math.min(last, (lastSeen < 0 ? last : lastSeen) + overscan),
  ];
}
