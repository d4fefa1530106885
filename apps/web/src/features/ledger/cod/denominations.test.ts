import { expect, test } from "vitest";
import { listDenominations } from "./denominations.ts";

test("notes and coins are whole minor units, the largest first", () => {
  expect(listDenominations("AED").slice(-3)).toEqual([100, 50, 25]);
  expect(listDenominations("KWD").at(-1)).toBe(5);
  expect(listDenominations("JPY").at(-1)).toBe(1);
  expect(listDenominations("CHF").slice(-4)).toEqual([50, 25, 10, 1]);
  for (const currency of ["AED", "BHD", "EUR", "OMR", "USD", "XOF"]) {
    const minors = listDenominations(currency);
    expect(minors.every(Number.isInteger)).toBe(true);
    expect([...minors].sort((one, other) => other - one)).toEqual(minors);
  }
});
