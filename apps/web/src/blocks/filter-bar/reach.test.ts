import type { PeriodName, ReportView } from "@console/contracts";
import { expect, test } from "vitest";
import { isWithinReach, periodStart } from "./reach.ts";

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
  expect(periodStart(name, "2026-11-15")).toBe(first);
});

test("months and quarters before January lie in the year before", () => {
  expect([periodStart("last_month", "2026-01-31"), periodStart("last_quarter", "2026-02-01")]).toEqual([
    "2025-12-01",
    "2025-10-01",
  ]);
});

const reach = { first: "2026-10-16", last: "2026-11-15" };

test.each<[ReportView, boolean]>([
  [{}, true],
  [{ period: "last_90_days" }, false],
  [{ period: "last_month" }, false],
  [{ from: "2026-10-16", to: "2026-11-15" }, true],
  [{ from: "2026-10-15", to: "2026-11-15" }, false],
  [{ from: "2026-11-01", to: "2026-11-16" }, false],
  [{ from: "2026-11-01" }, true],
  [{ to: "2026-11-14" }, true],
  [{ to: "2026-11-13" }, false],
])("%j can be seen: %s", (view, isSeen) => {
  expect(isWithinReach(view, "last_30_days", reach)).toBe(isSeen);
});
