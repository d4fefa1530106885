import { expect, test } from "vitest";
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  formatDecimal,
  multiplyDecimals,
  parseDecimal,
  roundDecimal,
  toWhole,
} from "./decimal.ts";

function decimal(text: string): Decimal {
  const number = parseDecimal(text);
  if (!number) throw new Error(`${text} is no decimal.`);
  return number;
}
const format = (number: Decimal | null) => (number ? formatDecimal(number) : null);

test("sums and products are exact", () => {
  expect(format(addDecimals(decimal("0.1"), decimal("0.2")))).toBe("0.3");
  expect(format(addDecimals(decimal("1"), decimal("-0.999")))).toBe("0.001");
  expect(format(multiplyDecimals(decimal("1.005"), decimal("100")))).toBe("100.5");
  expect(format(multiplyDecimals(decimal("-2.55"), decimal("6")))).toBe("-15.3");
});

test("numbers are written with a point, without needless zeros and never as a power", () => {
  const written = ["12.50", "0.0", "-0.10", "100", "1e-7", "1.5e+3", "0.05"].map((text) => format(decimal(text)));
  expect(written).toEqual(["12.5", "0", "-0.1", "100", "0.0000001", "1500", "0.05"]);
});

test("a half is rounded away from zero", () => {
  const round = (text: string, decimals: number) => formatDecimal(roundDecimal(decimal(text), decimals));
  expect([round("2.345", 2), round("-2.345", 2), round("0.5", 0), round("1.4", 0), round("3", 2)]).toEqual([
    "2.35",
    "-2.35",
    "1",
    "1",
    "3",
  ]);
});

test("what is too large is none, and what has too many decimals is rounded", () => {
  expect(parseDecimal("100000000000000000000")).toBeNull();
  expect(parseDecimal("1e+99")).toBeNull();
  expect(multiplyDecimals(decimal("99999999999999999999"), decimal("2"))).toBeNull();
  expect(format(multiplyDecimals(decimal("0.123456789012345"), decimal("0.123456789012345")))).toBe(
    "0.01524157875323866912",
  );
});

test("numbers are compared whatever their decimals", () => {
  expect(compareDecimals(decimal("1.10"), decimal("1.1"))).toBe(0);
  expect(compareDecimals(decimal("-1"), decimal("0.5"))).toBe(-1);
  expect([toWhole(decimal("2.0")), toWhole(decimal("2.5"))]).toEqual([2, null]);
});
