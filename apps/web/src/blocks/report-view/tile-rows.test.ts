import { expect, test } from "vitest";
import { countPerRow, styleTiles } from "./tile-rows.ts";

/** The lengths of the rows that tiles break into, one after the other. */
function rowLengths(perRow: readonly number[]): number[] {
  const lengths: number[] = [];
  for (let place = 0; place < perRow.length; place += perRow[place] ?? 1) lengths.push(perRow[place] ?? 0);
  return lengths;
}

test.each([
  [7, 5, [3, 4]],
  [6, 5, [3, 3]],
  [8, 5, [4, 4]],
  [7, 3, [2, 2, 3]],
  [7, 2, [1, 2, 2, 2]],
  [3, 5, [3]],
  [1, 5, [1]],
])("%i tiles in %i columns stand in rows of %j", (tiles, columns, rows) => {
  expect(rowLengths(countPerRow(tiles, columns))).toEqual(rows);
});

test("however many tiles there are, every row is filled and none is alone in the last one", () => {
  for (let tiles = 2; tiles <= 24; tiles++) {
    for (const columns of [2, 3, 4, 5]) {
      const rows = rowLengths(countPerRow(tiles, columns));
      expect(
        rows.reduce((sum, length) => sum + length, 0),
        `${tiles} in ${columns}`,
      ).toBe(tiles);
      expect(Math.max(...rows), `${tiles} in ${columns}`).toBeLessThanOrEqual(columns);
      expect(rows.at(-1), `${tiles} in ${columns}`).toBeGreaterThan(1);
    }
  }
});

test("a tile knows its share of the row at each number of columns", () => {
  expect(styleTiles(3)[0]).toEqual({ "--of-2": 1, "--of-3": 3, "--of-4": 3, "--of-5": 3 });
  expect(styleTiles(0)).toEqual([]);
});
