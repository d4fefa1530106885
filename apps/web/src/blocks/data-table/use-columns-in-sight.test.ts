import { expect, test } from "vitest";
import { columnsInSight } from "./use-columns-in-sight.ts";

const widths = Array.from({ length: 20 }, () => 100);

test("columns in sight are drawn, with two more to each side", () => {
  expect(columnsInSight(widths, 0, 500)).toEqual([0, 6]);
  expect(columnsInSight(widths, 650, 500)).toEqual([4, 13]);
  expect(columnsInSight(widths, 1500, 500)).toEqual([13, 19]);
});

test("a table that is pulled beyond its end still draws its last columns", () => {
  expect(columnsInSight(widths, 5000, 500)).toEqual([17, 19]);
});

test("all columns are drawn where they fit, and where the room is not known yet", () => {
  expect(columnsInSight(widths, 0, 2000)).toEqual([0, Number.POSITIVE_INFINITY]);
  expect(columnsInSight(widths, 0, 0)).toEqual([0, Number.POSITIVE_INFINITY]);
});
