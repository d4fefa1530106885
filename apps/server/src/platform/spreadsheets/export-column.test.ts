import { expect, test } from "vitest";
import { numberIn, styleColumn } from "./export-column.ts";

test.each([
  ["JPY", 0, 12_345],
  ["EUR", 2, 123.45],
  ["BHD", 3, 12.345],
])("money in %s has %d decimals, and 12345 of what is stored are %d", (currency, decimals, value) => {
  const column = styleColumn({ id: "cost", label: "Cost", format: "money" }, currency);
  expect([column.unit, column.decimals, numberIn(column, 12_345)]).toEqual([currency, decimals, value]);
});

test("an amount that is in its currency already is written as it is", () => {
  const column = styleColumn({ id: "spent", label: "Spent", format: "currency" }, "BHD");
  expect([column.decimals, numberIn(column, 12.345)]).toEqual([3, 12.345]);
});
