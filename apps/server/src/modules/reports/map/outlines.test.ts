import { expect, test } from "vitest";
import { outlinesAround } from "./outlines.ts";
import { simplifyLine } from "./simplify-line.ts";

const countPoints = (lines: readonly (readonly unknown[])[]) => lines.reduce((sum, { length }) => sum + length, 0);

test("a line loses the points that say nothing, and keeps its ends and corners", () => {
  const line = simplifyLine(
    [
      [0, 0],
      [1, 0.001],
      [2, 0],
      [3, 2],
      [4, 0],
    ],
    0.01,
  );
  expect(line).toEqual([
    [0, 0],
    [2, 0],
    [3, 2],
    [4, 0],
  ]);
});

test("around a town there are coasts in their full detail, and no border that lies elsewhere", () => {
  const { outlines, borders } = outlinesAround([{ latitude: 26.2, longitude: 50.55 }]);
  expect(countPoints(outlines)).toBeGreaterThan(20);
  expect(borders).toEqual([]);
  for (const [x, y] of outlines.flat()) {
    expect(Math.abs(x - 50.55)).toBeLessThanOrEqual(0.1001);
    expect(Math.abs(y - 26.2)).toBeLessThanOrEqual(0.1001);
  }
});

test("where countries meet their border is told apart from the coasts", () => {
  const { borders } = outlinesAround([
    { latitude: 24.2, longitude: 55.2 },
    { latitude: 25.2, longitude: 56.3 },
  ]);
  expect(countPoints(borders)).toBeGreaterThan(20);
});

test("an answer stays small wherever its places lie, also around the world", () => {
  const { outlines, borders } = outlinesAround([
    { latitude: 60, longitude: -150 },
    { latitude: -40, longitude: 170 },
  ]);
  expect(countPoints(outlines) + countPoints(borders)).toBeLessThanOrEqual(8000);
  expect(outlines.length).toBeGreaterThan(50);
});
