import { expect, test } from "vitest";
import { daysToShow } from "./calendar.ts";

test.each([
  ["2010-12-01", "2011-12-09", { from: "2010-12-01", to: "2011-12-09" }],
  ["1950-01-01", "2011-12-09", { from: "1961-12-10", to: "2011-12-09" }],
  ["1950-01-01", "2049-12-31", { from: "1976-03-01", to: "2026-02-28" }],
  ["2026-03-01", "2049-12-31", null],
])("of the days from %s to %s a report shows at most 50 years, and none ahead", (from, to, shown) => {
  expect(daysToShow({ from, to }, "2026-02-28")).toEqual(shown);
});
