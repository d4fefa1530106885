import { expect, test } from "vitest";
import { roundFigure, roundFigures } from "./round-figure.ts";

test.each([
  [0.1 + 0.2, 0.3],
  [1.1 * 1.1, 1.21],
  [-(0.1 + 0.7), -0.8],
  [123_456_789_012.34, 123_456_789_012.34],
  [2 ** 53 - 1, 2 ** 53 - 1],
  [0, 0],
])("%d is told as %d", (value, figure) => {
  expect(roundFigure(value)).toBe(figure);
});

test("every figure of an answer is rounded, and nothing else is touched", () => {
  const answer = { rows: [{ day: "2026-03-01", sum: 0.1 + 0.2, none: null }], share: 1.1 * 1.1, isWhole: true };
  expect(roundFigures(answer)).toEqual({
    rows: [{ day: "2026-03-01", sum: 0.3, none: null }],
    share: 1.21,
    isWhole: true,
  });
});
