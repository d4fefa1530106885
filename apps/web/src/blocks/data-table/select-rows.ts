import type { TableSelection } from "./table-shape.ts";

/** The selection after one row was toggled; from `anchor` on all rows up to it take its new state. */
export function selectRows(
  { keys, isAllMatching }: TableSelection,
  loaded: readonly string[],
  place: number,
  anchor: number | null,
): TableSelection {
  const key = loaded[place];
  if (key === undefined) return { keys, isAllMatching };
  // Whoever takes one row out of all of them goes on with those that are loaded.
  const next = new Set(isAllMatching ? loaded : keys);
  const isSelected = !next.has(key);
  const [first, last] = anchor === null ? [place, place] : [Math.min(anchor, place), Math.max(anchor, place)];
  for (const one of loaded.slice(first, last + 1)) {
    if (isSelected) next.add(one);
    else next.delete(one);
  }
  return { keys: next, isAllMatching: false };
}

/** All loaded rows, or none when they all are chosen already. */
export function selectLoaded({ keys, isAllMatching }: TableSelection, loaded: readonly string[]): TableSelection {
  const isAll = isAllMatching || loaded.every((key) => keys.has(key));
  return { keys: new Set(isAll ? [] : loaded), isAllMatching: false };
}
