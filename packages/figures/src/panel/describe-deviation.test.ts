import type { Deviation, PanelAnswer, ReportPanel } from "@console/contracts";
import { expect, test } from "vitest";
import { ownFormats } from "../format.ts";
import { summarisePicture } from "../picture/summarise-picture.ts";
import { drawnDeviation, mostGrace, onTimeShare } from "./describe-deviation.ts";
import { describePanel } from "./describe-panel.ts";
import { makeQuestion } from "./question-for-tests.ts";

const reader = { formats: ownFormats, today: "2026-03-18", annotations: [] };
const panel: ReportPanel = { id: "p", kind: "deviation", title: "How late?", metric: "on_time_rate" };

/** Two at each minute from one and a half hours early to an hour late, and some further out. */
const late: Deviation = {
  first: -90,
  counts: Array.from({ length: 151 }, () => 2),
  before: 2,
  after: 3,
  outer: [
    { from: -1433, to: 7, count: 2 },
    { from: 7, to: 1447, count: 3 },
  ],
  unknown: 10,
  graceMinutes: 7,
  p50: -15,
  p90: 61,
};

function answered(deviation: Deviation): PanelAnswer {
  const question = makeQuestion({ metrics: ["on_time_rate"] }, { rows: [{ on_time_rate: 0.5 }] });
  return {
    panel: "p",
    kind: "deviation",
    noise: [],
    leftOut: [],
    deviation,
    questions: [question],
  };
}

test("a grace counts every minute up to itself, and what is unknown never", () => {
  expect(onTimeShare(late, 7)).toBe((2 + 2 * 98) / (302 + 15));
  expect(onTimeShare(late, 0)).toBe((2 + 2 * 91) / 317);
  expect(onTimeShare(late, 60)).toBe((2 + 302) / 317);
  expect(onTimeShare({ ...late, counts: [], before: 0, after: 0, unknown: 0 }, 7)).toBeNull();
});

test("bars of one width meet at the grace, and hold every minute once", () => {
  const { bins } = drawnDeviation(late);
  expect(new Set(bins.map(({ from, to }) => to - from)).size).toBe(1);
  expect(bins.some(({ to }) => to === 7)).toBe(true);
  expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(302);
  for (const { from, meaning } of bins) expect(meaning?.label).toBe(from < 7 ? "On time" : "Late");
  expect(bins.length).toBeLessThanOrEqual(34);
});

test("minutes on which nothing was done take no room, but the due time and the grace always stand in the picture", () => {
  const few = { ...late, first: -3, counts: [4, 4, ...Array.from({ length: 62 }, () => 0)], before: 0, after: 0 };
  const { bins } = drawnDeviation({ ...few, graceMinutes: 15 });
  expect(bins[0]?.from).toBeLessThanOrEqual(-4);
  expect(bins.at(-1)?.to).toBe(15);
});

test("the picture marks the due time, the grace, and by when half and nine of ten were done", () => {
  const view = describePanel(panel, answered(late), reader);
  if (view.kind !== "picture" || view.picture.kind !== "histogram") throw new Error("It is no histogram.");
  expect(view.picture.marks.map(({ label, value }) => `${label} ${value}`)).toEqual([
    "Due 0",
    "Grace 7",
    "Median -15",
    "90th percentile 61",
  ]);
  expect([view.picture.before, view.picture.beyond]).toEqual([2, 3]);
  expect(summarisePicture(view.picture)).toContain("307 values");
});

test("without a grace the due time alone is marked, and without rows nothing is drawn", () => {
  const view = describePanel(panel, answered({ ...late, graceMinutes: 0 }), reader);
  expect(view).toMatchObject({
    picture: { marks: [{ label: "Due" }, { label: "Median" }, { label: "90th percentile" }] },
  });
  expect(describePanel(panel, answered({ ...late, p50: null, p90: null }), reader)).toEqual({
    kind: "nothing",
    reason: "no-rows",
  });
});

test("an hour can always be tried out, and a longer grace of one's own too", () => {
  expect([mostGrace(late), mostGrace({ ...late, graceMinutes: 90 })]).toEqual([60, 90]);
});

test("where many rows are farther out than a day, bars of days follow them and hold every row once", () => {
  const days = Array.from({ length: 20 }, (_, index) => ({
    from: -1440 * (20 - index),
    to: -1440 * (19 - index),
    count: 50,
  }));
  const far: Deviation = {
    first: -1440,
    counts: Array.from({ length: 1501 }, (_, index) => (index % 100 === 0 ? 1 : 0)),
    before: 19 * 50,
    after: 0,
    outer: days.slice(0, 19),
    unknown: 0,
    graceMinutes: 0,
    p50: -13_000,
    p90: -1500,
  };
  const { bins, before, after } = drawnDeviation(far);
  expect(bins[0]?.from).toBe(-20 * 1440);
  expect(bins.reduce((sum, { count }) => sum + count, before + after)).toBe(19 * 50 + 16);
  for (const { from, to, meaning } of bins) {
    expect(to - from).toBe(1440);
    expect(meaning?.label).toBe(from < 0 ? "On time" : "Late");
  }
  const view = describePanel(panel, answered(far), reader);
  if (view.kind !== "picture" || view.picture.kind !== "histogram") throw new Error("It is no histogram.");
  expect([view.picture.unit, view.picture.format(-13_000)]).toEqual([
    "Days after the due time, early ones below zero",
    "−9 d",
  ]);
});
