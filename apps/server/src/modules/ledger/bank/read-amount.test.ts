import { expect, test } from "vitest";
import { readAmount, readDirection } from "./read-amount.ts";

const point = { decimal: "point", currency: "AED" } as const;
const comma = { decimal: "comma", currency: "EUR" } as const;

test.each([
  ["1250", 125_000],
  ["1,250.50", 125_050],
  ["1 250.50", 125_050],
  ["12,34,567.80", 123_456_780],
  ["-1,250.5", -125_050],
  ["1250.50-", -125_050],
  ["(1,250.50)", -125_050],
  ["1,250.50 CR", 125_050],
  ["1,250.50 Dr.", -125_050],
  ["DR 12.00", -1200],
  ["AED 12.00", 1200],
  ["1.5e3", 150_000],
  ["12.500", 1250],
  [".05", 5],
  ["٣٫٥٠", 350],
  ["0.29", 29],
  ["1.15", 115],
  ["9999999999999.99", 999_999_999_999_999],
  ["", 0],
  ["0.00", 0],
  ["-", 0],
])("%s is %i fils", (text, amountMinor) => {
  expect(readAmount(text, point)).toEqual({ amountMinor });
});

test.each([
  ["1.250,50", 125_050],
  ["1250,5", 125_050],
  ["-0,01", -1],
])("with a decimal comma %s is %i cents", (text, amountMinor) => {
  expect(readAmount(text, comma)).toEqual({ amountMinor });
});

test("each currency has its own decimals", () => {
  expect(readAmount("1.234", { decimal: "point", currency: "BHD" })).toEqual({ amountMinor: 1234 });
  expect(readAmount("1234", { decimal: "point", currency: "JPY" })).toEqual({ amountMinor: 1234 });
  expect(readAmount("12.5", { decimal: "point", currency: "JPY" })).toEqual({
    problem: '"12.5" has more decimals than JPY.',
  });
});

test.each([
  ["12.345", '"12.345" has more decimals than AED.'],
  ["USD 5", '"USD 5" is not in AED.'],
  ["12.34.56", '"12.34.56" is not an amount.'],
  ["DR 5 CR", '"DR 5 CR" is not an amount.'],
  ["=1+1", '"=1+1" is not an amount.'],
  ["10%", '"10%" is not an amount.'],
  ["99999999999999.99", '"99999999999999.99" is too large an amount.'],
  ["1e30", '"1e30" is too large an amount.'],
  ["n/a", '"n/a" is not an amount.'],
])("%s is refused with its reason", (text, problem) => {
  expect(readAmount(text, point)).toEqual({ problem });
});

test("words of banks say whether an amount came in or went out", () => {
  expect(["CR", "Credit", "دائن", "DR", "debit.", "Soll", "fee"].map(readDirection)).toEqual([
    1,
    1,
    1,
    -1,
    -1,
    -1,
    null,
  ]);
});

test("an amount below zero that says it came in is a problem", () => {
  for (const text of ["-12.00 CR", "(5.00) CR"]) {
    expect(readAmount(text, { decimal: "point", currency: "USD" })).toEqual({
      problem: `"${text}" says both that it came in and that it went out.`,
    });
  }
});
