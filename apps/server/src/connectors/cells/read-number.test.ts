import { expect, test } from "vitest";
import { readNumber, shapeNumber } from "./read-number.ts";

/** A text, what it is with a decimal point, with a decimal comma, and what it tells of its column. */
const numbers: [string, number | null, number | null, ReturnType<typeof shapeNumber>][] = [
  ["12", 12, 12, "plain"],
  ["-3.5", -3.5, null, "point"],
  ["(1,234.50)", -1234.5, null, "point"],
  ["1.234,50", null, 1234.5, "comma"],
  ["1,234", 1234, 1.234, "either"],
  ["1.234", 1.234, 1234, "either"],
  ["0,500", null, 0.5, "comma"],
  ["0.500", 0.5, null, "point"],
  ["12,50", null, 12.5, "comma"],
  ["1,5", null, 1.5, "comma"],
  ["1.234.567", null, 1_234_567, "comma"],
  ["1,234,567", 1_234_567, null, "point"],
  ["12,34,567.5", 1_234_567.5, null, "point"],
  ["12,34,567", 1_234_567, null, "point"],
  ["1,2345", null, 1.2345, "comma"],
  ["1 234,5", null, 1234.5, "comma"],
  ["1'234.5", 1234.5, null, "point"],
  [".5", 0.5, null, "point"],
  [",5", null, 0.5, "comma"],
  ["$12", 12, 12, "plain"],
  ["BHD 12.500", 12.5, 12_500, "either"],
  ["12.5-", -12.5, null, "point"],
  ["\u221212", -12, -12, "plain"],
  ["50%", 50, 50, "plain"],
  ["1.2e3", 1200, null, "point"],
  ["1,2E3", null, 1200, "comma"],
  ["١٬٢٣٤٫٥", 1234.5, 1234.5, "plain"],
  ["", null, null, null],
  ["-", null, null, null],
  [".", null, null, null],
  ["1-2", null, null, null],
  ["3/4", null, null, null],
  ["1.2.3", null, null, null],
  ["1,23,45", null, null, null],
  ["Room 12", null, null, null],
  ["=1+1", null, null, null],
  ["NaN", null, null, null],
];

test.each(numbers)("the text %j is %j with a decimal point, %j with a decimal comma, and tells %j", (...row) => {
  const [text, withPoint, withComma, shape] = row;
  expect([readNumber(text, "point"), readNumber(text, "comma"), shapeNumber(text)]).toEqual([
    withPoint,
    withComma,
    shape,
  ]);
});

test("a text of any length is told apart from a number without looking through it", () => {
  expect(readNumber(`${"-".repeat(1_000_000)}x`, "point")).toBeNull();
});
