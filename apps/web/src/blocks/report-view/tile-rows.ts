import type { CSSProperties } from "react";

/** The numbers of columns that a strip of figures can have; its style sheet says from which width on. */
const columnCounts = [2, 3, 4, 5] as const;

/**
 * How many tiles stand in the row of each tile: rows are as even as can be and all are filled. Shorter rows come first,
 * so that no tile is left over alone at the end, and what leads has the most room.
 */
export function countPerRow(tiles: number, columns: number): number[] {
  const rows = Math.ceil(tiles / columns);
  const least = Math.floor(tiles / rows);
  const longer = tiles - least * rows;
  return Array.from({ length: rows }, (_, row) => (row < rows - longer ? least : least + 1)).flatMap((length) =>
    Array.from({ length }, () => length),
  );
}

/** The style of each tile of a strip: how many share its row at each number of columns. */
export function styleTiles(tiles: number): CSSProperties[] {
  const layouts = columnCounts.map((columns) => ({ columns, perRow: countPerRow(tiles, columns) }));
  return Array.from({ length: tiles }, (_, place) =>
    Object.fromEntries(layouts.map(({ columns, perRow }) => [`--of-${columns}`, perRow[place]])),
  );
}
