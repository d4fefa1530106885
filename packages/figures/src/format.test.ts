import { expect, test } from "vitest";
import {
  formatCell,
  formatChange,
  formatDate,
  formatDistance,
  formatDuration,
  formatFigure,
  formatInstant,
  formatMoney,
  formatNumber,
  formatPercent,
  formatQuantity,
  ownFormats,
} from "./format.ts";

test("a change carries its sign and its unit", () => {
  expect(formatChange(3.14, "pts")).toBe("+3.1 pts");
  expect(formatChange(-2.44, "%")).toBe("−2.4%");
});

test("a change follows the reader's number format", () => {
  expect(formatChange(1234.56, "%", { numberFormat: "point" })).toBe("+1.234,6%");
});

test.each([
  ["percent", 0.8046, "80.5%"],
  ["minutes", 30.0437, "30.0 min"],
  ["hours", 23.796, "23.8 h"],
  ["hours", 71.94, "71.9 h"],
  ["hours", 108, "4.5 days"],
  ["hours", 984, "41 days"],
  ["minutes", 599.9, "599.9 min"],
  ["minutes", -750, "−12.5 h"],
  ["minutes", 59_040, "41 days"],
  ["days", 41.25, "41.3 days"],
  ["percent", 0.0013, "0.13%"],
  ["percent", 0, "0.0%"],
  ["minutes", 0.05, "0.05 min"],
  ["units", -0.125, "−0.13"],
  ["units", 1e-9, "0"],
  ["megabytes", 999.94, "999.9 MB"],
  ["megabytes", 999.96, "1.0 GB"],
  ["megabytes", 4623.2, "4.6 GB"],
  ["megabytes", 2_400_000, "2.4 TB"],
  ["count", 3071, "3,071"],
  ["units", 7440.25, "7,440.3"],
  ["currency", 25.8878, "25.89"],
  ["currency", -165316.1, "−165,316"],
])("a figure in %s of %d reads %s", (unit, value, text) => {
  expect(formatFigure(value, { unit, currency: "USD" }, ownFormats)).toBe(text);
});

test("a figure follows the reader's number format", () => {
  expect(formatFigure(0.8046, { unit: "percent", currency: "USD" }, { ...ownFormats, numberFormat: "point" })).toBe(
    "80,5%",
  );
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

test.each([
  ["auto", "4 Nov 2026, 02:05"],
  ["dmy", "04/11/2026, 02:05"],
  ["mdy", "11/04/2026, 02:05"],
  ["ymd", "2026-11-04, 02:05"],
] as const)("an instant in the order %s and in the reader's zone reads %s", (dateFormat, text) => {
  expect(formatInstant("2026-11-03T22:05:00Z", { ...ownFormats, dateFormat, timeZone: "Asia/Dubai" })).toBe(text);
});

test.each([
  ["auto", "1,234.5"],
  ["comma", "1,234.5"],
  ["point", "1.234,5"],
  ["space", "1 234,5"],
] as const)("a number in the format %s reads %s", (numberFormat, text) => {
  expect(formatNumber(1234.5, { ...ownFormats, numberFormat }).replace(/\s/u, " ")).toBe(text);
});

test.each([
  [0, "0 s"],
  [45, "45 s"],
  [59.6, "1 min"],
  [720, "12 min"],
  [3599, "1 h"],
  [4320, "1 h 12 min"],
  [7200, "2 h"],
  [86_399, "1 d"],
  [180_000, "2 d 2 h"],
  [-1320, "−22 min"],
  [-0.2, "0 s"],
  [86_400 * 1234, "1,234 d"],
])("a length of %d seconds reads %s", (seconds, text) => {
  expect(formatDuration(seconds, ownFormats)).toBe(text);
});

test("quantities come from thousandths and distances from metres", () => {
  expect(formatQuantity(12_500, ownFormats)).toBe("12.5");
  expect(formatQuantity(-3_000_000, ownFormats)).toBe("−3,000");
  expect(formatQuantity(1, { numberFormat: "point" })).toBe("0,001");
  expect(formatDistance(850, ownFormats)).toBe("850 m");
  expect(formatDistance(999.7, ownFormats)).toBe("1.0 km");
  expect(formatDistance(12_440, { numberFormat: "point" })).toBe("12,4 km");
});

test("a day follows the order of its reader and never moves with a zone", () => {
  expect(formatDate("2026-11-04", ownFormats)).toBe("4 Nov 2026");
  expect(formatDate("2026-11-04", { dateFormat: "mdy" })).toBe("11/04/2026");
});

const view = { currency: "KWD", formats: { ...ownFormats, timeZone: "Asia/Dubai" } };

test.each([
  [null, "money", "–"],
  ["", "text", "–"],
  [false, "flag", "No"],
  [true, "flag", "Yes"],
  ["Ali", "text", "Ali"],
  ["2026-11-03T22:05:00Z", "instant", "4 Nov 2026, 02:05"],
  ["2026-11-04", "day", "4 Nov 2026"],
  [-1_234_567, "money", "−1,234.567"],
  [1500, "quantity", "1.5"],
  [90, "duration", "2 min"],
  [1320, "lateness", "22 min late"],
  [-1920, "lateness", "32 min early"],
  [0, "lateness", "On time"],
  [1500, "distance", "1.5 km"],
  [25.20481, "number", "25.20481"],
])("a cell that holds %s as %s reads %s", (value, format, text) => {
  expect(formatCell(value, format, view)).toBe(text);
});

test("a cell with an instant is in the reader's own zone where one is chosen", () => {
  const formats = { ...ownFormats, timeZone: "UTC" };
  expect(formatCell("2026-11-03T22:05:00Z", "instant", { ...view, formats })).toBe("3 Nov 2026, 22:05");
});

test("money follows the reader's number format", () => {
  expect(formatMoney(123456, "AED", { numberFormat: "point" })).toBe("1.234,56");
});
