import type { PeriodName } from "@console/contracts";
import { expect, test } from "vitest";
import { resolvePeriod } from "./periods.ts";

test.each<[PeriodName, string]>([
  ["today", "2026-11-15"],
  ["yesterday", "2026-11-14"],
  ["last_7_days", "2026-11-09"],
  ["last_30_days", "2026-10-17"],
  ["last_90_days", "2026-08-18"],
  ["last_12_months", "2025-11-16"],
  ["this_week", "2026-11-09"],
  ["last_week", "2026-11-02"],
  ["this_month", "2026-11-01"],
  ["last_month", "2026-10-01"],
  ["this_quarter", "2026-10-01"],
  ["last_quarter", "2026-07-01"],
  ["this_year", "2026-01-01"],
])("on a Sunday in November, %s begins on %s", (name, first) => {
  expect(resolvePeriod(name, "2026-11-15").from).toBe(first);
});

test("months and quarters before January lie in the year before", () => {
  expect([resolvePeriod("last_month", "2026-01-31").from, resolvePeriod("last_quarter", "2026-02-01").from]).toEqual([
    "2025-12-01",
    "2025-10-01",
  ]);
});
