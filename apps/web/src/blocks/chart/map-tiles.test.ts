import { expect, test } from "vitest";
import { listTiles } from "./map-tiles.tsx";

const box = { x: 0, y: 24, width: 600, height: 300 };

test("tiles cover the whole map without gaps, at a size near their own", () => {
  const scale = 256 * 2 ** 11 * 1.3;
  const tiles = listTiles({ box, x: 0.64, y: 0.42, scale, fit: { x: 0.64, y: 0.42, scale } });
  const [first] = tiles;
  if (!first) throw new Error("There are tiles.");
  expect(first.zoom).toBe(11);
  expect(first.size).toBeCloseTo(256 * 1.3);
  expect(Math.min(...tiles.map(({ left }) => left))).toBeLessThanOrEqual(0);
  expect(Math.max(...tiles.map(({ left, size }) => left + size))).toBeGreaterThanOrEqual(box.width);
  expect(Math.min(...tiles.map(({ top }) => top))).toBeLessThanOrEqual(0);
  expect(Math.max(...tiles.map(({ top, size }) => top + size))).toBeGreaterThanOrEqual(box.height);
  // The middle of the map lies in the tile that holds it.
  const middle = tiles.find(
    ({ left, top, size }) => left <= 300 && left + size > 300 && top <= 150 && top + size > 150,
  );
  expect([middle?.column, middle?.row]).toEqual([Math.floor(0.64 * 2 ** 11), Math.floor(0.42 * 2 ** 11)]);
});

test("a map across the date line has tiles on both sides, and none beyond the poles", () => {
  const scale = 256;
  const tiles = listTiles({ box, x: 0, y: 0.5, scale, fit: { x: 0, y: 0.5, scale } });
  expect(tiles.every(({ column, row }) => column === 0 && row === 0)).toBe(true);
  expect(tiles.length).toBeGreaterThan(1);
});
