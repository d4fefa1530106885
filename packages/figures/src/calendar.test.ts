import { expect, test } from "vitest";
import { addDays, daysToShow, isDay } from "./calendar.ts";

test.each([
  ["2010-12-01", "2011-12-09", { from: "2010-12-01", to: "2011-12-09" }],
  ["1950-01-01", "2011-12-09", { from: "1961-12-10", to: "2011-12-09" }],
  ["1950-01-01", "2049-12-31", { from: "1976-03-01", to: "2026-02-28" }],
  ["2026-03-01", "2049-12-31", null],
])("of the days from %s to %s a report shows at most 50 years, and none ahead", (from, to, shown) => {
  expect(daysToShow({ from, to }, "2026-02-28")).toEqual(shown);
});

test("a day moved on and back is the same day, also at the end of the calendar", () => {
  for (const day of ["2024-02-28", "2025-12-31", "9999-12-31"]) expect(addDays(addDays(day, 1), -1)).toBe(day);
  expect(addDays("2024-02-28", 1)).toBe("2024-02-29");
});

test.each([
  ["2024-02-29", true],
  ["2026-02-29", false],
  ["2026-13-01", false],
  ["soon", false],
])("whether %s is a day: %s", (text, is) => {
  expect(isDay(text)).toBe(is);
});
