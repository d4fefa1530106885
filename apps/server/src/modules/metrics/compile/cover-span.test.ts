import { expect, test } from "vitest";
import { addDays, daysFrom, startOfPeriod } from "../model/calendar.ts";
import { breakAt, coverSpan, listStarts } from "./cover-span.ts";

const all = ["month", "week", "day"] as const;

test("a year from the middle of a month is made of whole months, weeks at its edges, and the days that are left", () => {
  expect(coverSpan({ from: "2025-11-19", to: "2026-11-17" }, all)).toEqual([
    { tier: "day", from: "2025-11-19", to: "2025-11-24" },
    { tier: "week", from: "2025-11-24", to: "2025-12-01" },
    { tier: "month", from: "2025-12-01", to: "2026-11-01" },
    { tier: "day", from: "2026-11-01", to: "2026-11-02" },
    { tier: "week", from: "2026-11-02", to: "2026-11-16" },
    { tier: "day", from: "2026-11-16", to: "2026-11-17" },
  ]);
});

test("a span without a beginning is made of months up to the last, and of what comes after it", () => {
  expect(coverSpan({ from: null, to: "2026-03-04" }, ["month", "day"])).toEqual([
    { tier: "month", from: null, to: "2026-03-01" },
    { tier: "day", from: "2026-03-01", to: "2026-03-04" },
  ]);
});

test("every day of any span is in it exactly once, and no week reaches over the start of a month", () => {
  for (let index = 0; index < 400; index++) {
    const from = addDays("2025-12-20", index % 67);
    const to = addDays(from, 1 + ((index * 37) % 120));
    const stretches = coverSpan({ from, to }, all);
    const periods = stretches.flatMap((stretch) => listStarts(stretch).map((start) => ({ tier: stretch.tier, start })));
    const days = periods.flatMap(({ tier, start }) => daysFrom(tier, start));
    expect(days).toEqual(Array.from({ length: days.length }, (_, day) => addDays(from, day)));
    expect(addDays(from, days.length)).toBe(to);
    for (const { tier, start } of periods) {
      if (tier === "week") expect(startOfPeriod("month", addDays(start, 6))).toBe(startOfPeriod("month", start));
      expect(startOfPeriod(tier, start)).toBe(start);
    }
  }
});

test("a span that ends after the last day of all ends with its month, and one that ends before it does not", () => {
  const span = { from: "2026-10-30", to: "2026-11-17" };
  expect(coverSpan(span, ["month", "day"], "2026-11-16")).toEqual([
    { tier: "day", from: "2026-10-30", to: "2026-11-01" },
    { tier: "month", from: "2026-11-01", to: "2026-12-01" },
  ]);
  expect(coverSpan(span, ["week", "day"], "2026-11-16").at(-1)).toEqual({
    tier: "week",
    from: "2026-11-02",
    to: "2026-11-23",
  });
  expect(coverSpan(span, ["month", "day"], "2026-11-17")).toEqual(coverSpan(span, ["month", "day"]));
  expect(coverSpan({ from: "2026-11-17", to: "2026-11-17" }, all, "2026-11-01")).toEqual([]);
});

test("a changed day breaks its period, whose other days are read one by one", () => {
  const stretches = coverSpan({ from: "2026-03-02", to: "2026-03-17" }, all);
  const { broken, days } = breakAt(stretches, ["2026-03-04", "2026-03-16"]);
  expect(broken).toEqual({ month: [], week: ["2026-03-02"], day: ["2026-03-16"] });
  expect(days).toEqual(["2026-03-02", "2026-03-03", "2026-03-05", "2026-03-06", "2026-03-07", "2026-03-08"]);
});
