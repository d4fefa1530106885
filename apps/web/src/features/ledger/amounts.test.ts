import { ownFormats } from "@console/figures/format";
import { expect, test } from "vitest";
import { readAmount, writeBalance, writeSide } from "./amounts.ts";

test("an amount is read to the minor unit of its currency, or not at all", () => {
  expect(readAmount("1,250.5", "AED")).toBe(125_050);
  expect(readAmount("12", "JPY")).toBe(12);
  expect(readAmount("1.234", "KWD")).toBe(1234);
  for (const text of ["", "1.234", "-5", "1e3", "x"]) expect(readAmount(text, "AED"), text).toBeNull();
});

test("a comma that may be a decimal sign is no amount, and one between thousands is", () => {
  for (const text of ["12,50", "1.250,50", "1,2", "12 5", "1,2500", "12,,500", ",500", "١٢٫٥٠", "9".repeat(14)]) {
    expect(readAmount(text, "AED"), text).toBeNull();
  }
  for (const text of ["1250", "1,250", "1 250", "1'250", "1\u202f250.00", " 1250. "]) {
    expect(readAmount(text, "AED"), text).toBe(125_000);
  }
  expect(readAmount("1,00,000.5", "INR")).toBe(10_000_050);
});

test("a balance says its side, and an empty side nothing", () => {
  expect(writeBalance(-1250, "AED", ownFormats)).toBe("12.50 Cr");
  expect(writeBalance(1250, "AED", ownFormats)).toBe("12.50 Dr");
  expect(writeBalance(0, "AED", ownFormats)).toBe("0.00");
  expect(writeSide(0, "AED", ownFormats)).toBe("");
});
