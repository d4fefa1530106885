import { foreignCursor, readCursor, writeCursor } from "../../../platform/db/cursor.ts";

/** The whole number that a page begins with or after. */
export function readPageCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  const position = Number(readCursor(cursor, 1)?.[0] ?? Number.NaN);
  if (Number.isSafeInteger(position) && position >= 0) return position;
  throw foreignCursor();
}

/** A page of what was found, which is one more than the page holds where there is a next one. */
export function toPage<Item>(
  rows: readonly Item[],
  limit: number,
  cursorFor: (last: Item) => number | string,
): { items: Item[]; next: string | null } {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? writeCursor([String(cursorFor(last))]) : null };
}
