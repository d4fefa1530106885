import { expect, test } from "vitest";
import { listMarkedCurrencies } from "./currency-marks.ts";

test.each([
  ["EUR 12.50", ["EUR"]],
  ["12,50 €", ["EUR"]],
  ["12.50eur", ["EUR"]],
  ["-BHD 2.505", ["BHD"]],
  ["US$ 5", ["USD"]],
  ["(A$5.00)", ["AUD"]],
  ["CAD$5", ["CAD"]],
  ["12.50", null],
  ["12.50 pcs", null],
  ["kr 5", null],
])("%s is marked with %j", (amount, currencies) => {
  expect(listMarkedCurrencies(amount)).toEqual(currencies);
});

test("a sign that several currencies share leaves the choice to the row", () => {
  expect(listMarkedCurrencies("$5")).toEqual(expect.arrayContaining(["USD", "AUD", "CAD", "SGD"]));
  expect(listMarkedCurrencies("$5")).not.toContain("EUR");
  expect(listMarkedCurrencies("£5")).toEqual(expect.arrayContaining(["GBP", "EGP"]));
});
