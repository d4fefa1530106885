import { expect, test } from "vitest";
import { isNoise } from "./read-figures.ts";

const rowsWith = (now: (number | null)[], then: (number | null)[]) => ({
  rows: now.map((value, index) => ({ count: value, count__compare: then[index] ?? null })),
});

test("a change within the usual swing of the days is noise, one beyond it is none", () => {
  expect(isNoise("count", rowsWith([10, 20, 10, 20], [12, 18, 11, 21]))).toBe(true);
  expect(isNoise("count", rowsWith([10, 20, 10, 20], [50, 60, 50, 60]))).toBe(false);
});

test("nothing is said of a swing with fewer than three values on a side", () => {
  expect(isNoise("count", rowsWith([10, 20, 10], [12, 18, null]))).toBe(false);
  expect(isNoise("count", rowsWith([10, 20], [12, 18]))).toBe(false);
});
