import { expect, test } from "vitest";
import { markNumber, readNumberFormat } from "./number-format.ts";

test.each<[string, string | null]>([
  ["#,##0.00 [$€-407]", "€"],
  ["[$€-2] #,##0.00", "€"],
  ["[$$-409]#,##0.00", "$"],
  ["[$US$-409]#,##0.00", "US$"],
  ['"€"#,##0.00', "€"],
  ["#,##0.00 [$USD]", "USD"],
  ["£#,##0.00;[Red]-£#,##0.00", "£"],
  ['_-* #,##0.00 "EUR"_-;-* #,##0.00 "EUR"_-', "EUR"],
  ["\\U\\S\\D\\ #,##0.00", "USD"],
  ["\\$#,##0", "$"],
  ["#,##0.00 [$kr-41D]", "SEK"],
  ["[$kr-da-DK] #,##0.00", "DKK"],
  ["[$kr] #,##0.00", "kr"],
  ["#,##0.00 [$zł-415]", "PLN"],
  ["[$د.ب.\u200f-3C01] #,##0.000", "BHD"],
  ["[$-409]#,##0.00", null],
  ["#,##0.00", null],
  ["0%", null],
  ['0.00 "kg"', null],
  ['0 "PCS"', null],
  ['0.00 "incl. VAT"', null],
  ["General", null],
])("a number of the format %s is marked with %j", (code, currencyMark) => {
  expect(readNumberFormat(164, code)).toEqual({ isDate: false, currencyMark });
});

test("formats that show the currency of whoever looks say nothing, and days have none", () => {
  for (const id of [5, 7, 37, 44]) expect(readNumberFormat(id, '"$"#,##0.00').currencyMark).toBeNull();
  expect(readNumberFormat(164, "[$-409]d-mmm-yy")).toEqual({ isDate: true, currencyMark: null });
});

test("a marked number is written without powers of ten", () => {
  expect(markNumber(12.5, "EUR")).toBe("12.5 EUR");
  expect(markNumber(1.1e-16, "EUR")).toBe("0 EUR");
  expect(markNumber(-0.0000004, "€")).toBe("-0.0000004 €");
});
