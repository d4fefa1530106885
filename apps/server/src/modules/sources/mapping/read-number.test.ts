import { expect, test } from "vitest";
import { readNumber } from "./read-number.ts";

const numbers: [string, number | null][] = [
  ["12", 12],
  ["-3.5", -3.5],
  ["(1,234.50)", -1234.5],
  ["1.234,50", 1234.5],
  ["1,234", 1234],
  ["1,5", 1.5],
  ["1.234.567", 1_234_567],
  ["1 234,5", 1234.5],
  ["1'234.5", 1234.5],
  ["$12", 12],
  ["BHD 12.500", 12.5],
  ["12.5-", -12.5],
  ["50%", 50],
  ["1.2e3", 1200],
  ["١٬٢٣٤٫٥", 1234.5],
  ["", null],
  ["-", null],
  [".", null],
  ["1-2", null],
  ["3/4", null],
  ["1.2.3", null],
  ["Room 12", null],
  ["=1+1", null],
  ["NaN", null],
];

test.each(numbers)("the text %j is the number %j", (text, number) => {
  expect(readNumber(text)).toBe(number);
});

test("a text of any length is told apart from a number without looking through it", () => {
  expect(readNumber(`${"-".repeat(1_000_000)}x`)).toBeNull();
});
