import type { MetricAnswer } from "@console/contracts";
import { ownFormats } from "@console/figures/format";
import { expect, test } from "vitest";
import { describeFigure, describeUnit } from "./describe-figure.ts";

const answer = (totals: MetricAnswer["totals"], more: Partial<MetricAnswer> = {}): MetricAnswer => ({
  columns: [],
  rows: [],
  totals,
  currency: "USD",
  isTruncated: false,
  rules: [],
  freshness: [],
  time: { from: "2026-10-17", to: "2026-11-16", timeZone: "UTC" },
  compareTime: { from: "2026-09-17", to: "2026-10-17" },
  ...more,
});

const figure = (unit: string, totals: MetricAnswer["totals"], more: Partial<MetricAnswer> = {}) =>
  describeFigure({ metric: "m", span: "period" }, unit, answer(totals, more), {
    formats: ownFormats,
    today: "2026-11-15",
  });

test("a count moves by percent, a rate by points", () => {
  expect(figure("count", { m: 1100, m__compare: 1000 })).toEqual({
    value: "1,100",
    change: { by: 10, isUsual: null, text: "+10.0%", comparison: "vs previous 30 days" },
  });
  expect(figure("percent", { m: 0.8, m__compare: 0.75 }).change).toMatchObject({ text: "+5.0 pts" });
});

test("exact figures that arrive as text are numbers", () => {
  expect(figure("minutes", { m: "30.0437735878911", m__compare: "30.0437735878911" })).toMatchObject({
    value: "30.0 min",
    change: { by: 0, text: "±0.0%" },
  });
});

test("from nothing there is no percentage, from a loss the way up is up", () => {
  expect(figure("count", { m: 5, m__compare: 0 }).change).toMatchObject({ by: 100, text: "from 0 to 5" });
  expect(figure("currency", { m: 50, m__compare: -100 }).change).toMatchObject({ by: 150, text: "+150.0%" });
});

test("a change is judged by what single days usually differ by", () => {
  const rows = (now: number[], then: number[]) => ({
    rows: now.map((m, day) => ({ m, m__compare: then[day] ?? null })),
  });
  const far = figure("count", { m: 400, m__compare: 200 }, rows([100, 101, 99, 100], [50, 51, 49, 50]));
  expect(far.change).toMatchObject({ text: "+100.0%", isUsual: false });
  const near = figure("count", { m: 132, m__compare: 100 }, rows([1, 80, 50, 1], [90, 5, 4, 1]));
  expect(near.change).toMatchObject({ text: "+32.0%", isUsual: true });
});

test("a source that is late is not compared with whole days", () => {
  const freshness = [{ domain: "d", ingestedAt: null, lastDay: "2026-11-10", isLate: true }];
  expect(figure("count", { m: 10, m__compare: 20 }, { freshness }).change).toBe(
    "No comparison: the data ends on 10 Nov",
  );
  const upToLast = freshness.map((one) => ({ ...one, lastDay: "2026-11-15" }));
  expect(figure("count", { m: 100, m__compare: 200 }, { freshness: upToLast }).change).toMatchObject({ by: -50 });
});

test("a figure that cannot be counted or compared says so", () => {
  expect(figure("percent", { m: null, m__compare: 0.5 })).toEqual({
    value: "–",
    change: "There is nothing to count in these days.",
  });
  expect(figure("percent", { m: 0.5, m__compare: null }).change).toBe("There is nothing to compare with.");
});

const rule = {
  metric: "m",
  rule: "",
  exclusions: [],
  otherCurrencies: [],
  coverage: null,
  unknown: null,
  isOtherUnknown: false,
  comparisonGap: null,
};

test("what is not known says what it needs, and is no number", () => {
  const rules = [{ ...rule, unknown: "Needs the cost of each sale" }];
  expect(figure("percent", { m: null, m__compare: 0.5 }, { rules })).toEqual({
    value: "Not known",
    change: "Needs the cost of each sale",
  });
});

test("a comparison with days before the first fact says so and shows no change", () => {
  const rules = [{ ...rule, comparisonGap: { firstDay: "2025-10-10" } }];
  expect(figure("count", { m: 3311, m__compare: null }, { rules })).toEqual({
    value: "3,311",
    change: "No comparison: figures begin on 10 Oct 2025",
  });
});

test("days that are not those right before are named", () => {
  const whole = {
    time: { from: "2026-11-01", to: "2026-12-01", timeZone: "UTC" },
    compareTime: { from: "2026-10-01", to: "2026-11-01" },
  };
  expect(figure("count", { m: 1, m__compare: 1 }, whole).change).toMatchObject({ comparison: "vs 1 – 31 Oct" });
});

test("days ahead are named instead of compared", () => {
  const ahead = { time: { from: "2026-11-15", to: "2026-12-15", timeZone: "UTC" }, compareTime: null };
  expect(figure("count", { m: 70 }, ahead)).toEqual({ value: "70", change: "next 30 days, 15 Nov – 14 Dec" });
  expect(describeUnit("count", "ahead", "USD")).toBe("");
  expect(describeUnit("currency", "now", "USD")).toBe("USD, now");
});
