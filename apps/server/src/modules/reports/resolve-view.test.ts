import { expect, test } from "vitest";
import type { Report } from "./report.ts";
import { resolveView } from "./resolve-view.ts";

const report: Report = {
  id: "r",
  title: "Report",
  question: "How is it?",
  domains: ["delivery"],
  filters: ["driver"],
  rows: [],
  sections: [],
};
const today = "2026-03-18";

test.each([
  ["2026-03-18", "2026-03-19", "2026-03-11", "2026-03-12"],
  ["2026-03-09", "2026-03-16", "2026-03-02", "2026-03-09"],
  ["2026-03-09", "2026-03-19", "2026-02-23", "2026-03-05"],
])(
  "the days from %s until %s are held against the same weekdays from %s until %s",
  (from, to, compareFrom, compareTo) => {
    const { compare } = resolveView(report, { from, to, compare: "same_weekdays" }, today);
    expect(compare).toEqual({ type: "range", from: compareFrom, to: compareTo });
  },
);

test("without a wish a report shows its own days and comparison, by days, weeks or months as they are many", () => {
  expect(resolveView(report, {}, today)).toMatchObject({ compare: { type: "previous_period" }, grain: "day" });
  expect(resolveView({ ...report, compare: "none" }, {}, today).compare).toBeNull();
  const grain = (from: string) => resolveView(report, { from }, today).grain;
  expect([grain("2026-02-02"), grain("2026-02-01"), grain("2025-08-31"), grain("2025-08-30")]).toEqual([
    "day",
    "week",
    "week",
    "month",
  ]);
});

test("an address narrows by the report's own dimensions alone, and leaves members out with `not.`", () => {
  const view = resolveView(report, { driver: "Ann", "not.driver": ["Bo", "Cy"] }, today);
  expect(view.filters).toEqual([
    { field: "driver", op: "in", values: ["Ann"] },
    { field: "driver", op: "not_in", values: ["Bo", "Cy"] },
  ]);
  expect(() => resolveView(report, { branch: "Seef" }, today)).toThrow("cannot be filtered by branch");
  for (const to of ["2026-03-10", "2026-03-09"])
    expect(() => resolveView(report, { from: "2026-03-10", to }, today)).toThrow("it must be later than 2026-03-10");
});

test("a range of one day is that day, an open one ends with today, and one without a start has 30 days", () => {
  const days = (view: { from?: string; to?: string }) => resolveView(report, view, today).time;
  expect(days({ from: "2026-03-10", to: "2026-03-11" })).toEqual({ from: "2026-03-10", to: "2026-03-11" });
  expect(days({ from: "2026-03-10" })).toEqual({ from: "2026-03-10", to: "2026-03-19" });
  expect(days({ to: "2026-03-11" })).toEqual({ from: "2026-02-09", to: "2026-03-11" });
});
