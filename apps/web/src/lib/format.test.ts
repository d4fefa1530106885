import { expect, test } from "vitest";
import { formatChange, formatDay, formatDayRange, formatMoney, formatPercent, formatShortDay } from "./format.ts";

test("a day reads as weekday, day and month", () => {
  expect(formatDay("2026-11-14")).toBe("Sat 14 Nov");
  expect(formatShortDay("2026-11-14")).toBe("14 Nov");
});

test("a change carries its sign and its unit", () => {
  expect(formatChange(3.14, "pts")).toBe("+3.1 pts");
  expect(formatChange(-2.44, "%")).toBe("−2.4%");
});

test("a change that rounds to nothing claims no direction", () => {
  expect(formatChange(-0.04, "min")).toBe("±0.0 min");
});

test("money comes from minor units, with as many decimals as the currency has", () => {
  expect(formatMoney(-123456, "AED")).toBe("−1,234.56");
  expect(formatMoney(1234567, "KWD")).toBe("1,234.567");
});

test("a share of one reads as a percentage", () => {
  expect(formatPercent(0.934)).toBe("93.4%");
});

test("a stretch of days within one month names the month once", () => {
  expect(formatDayRange("2026-11-08", "2026-11-14")).toBe("8 – 14 Nov");
  expect(formatDayRange("2026-10-16", "2026-11-14")).toBe("16 Oct – 14 Nov");
});
