import { foreignCursor, readCursor, writeCursor } from "../../../platform/db/cursor.ts";

/** The whole number that a page begins with or after. */
export function pagePlace(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  const place = Number(readCursor(cursor, 1)?.[0] ?? Number.NaN);
  if (Number.isSafeInteger(place) && place >= 0) return place;
  throw foreignCursor();
}

/** A page of what was found, which is one more than the page holds where there is a next one. */
export function pageAfter<Item>(
  found: readonly Item[],
  limit: number,
  placeOf: (last: Item) => number | string,
): { items: Item[]; next: string | null } {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, next: found.length > limit && last !== undefined ? writeCursor([String(placeOf(last))]) : null };
}
