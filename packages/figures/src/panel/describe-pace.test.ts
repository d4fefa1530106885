import type { Pace, PanelAnswer, ReportPanel } from "@console/contracts";
import { expect, test } from "vitest";
import { ownFormats } from "../format.ts";
import { drawPicture } from "../picture/draw-picture.ts";
import { describePanel } from "./describe-panel.ts";
import { makeQuestion } from "./question-for-tests.ts";

const reader = { formats: ownFormats, today: "2026-03-03", annotations: [] };
const panel = { id: "p", kind: "pace", title: "Will we?", metric: "sales", target: "goal", by: "branch" } as const;

const running: Pace = {
  from: "2026-03-01",
  to: "2026-03-05",
  until: "2026-03-03",
  periods: [
    { start: "2026-03-01", actual: 10, target: 20, forecast: null },
    { start: "2026-03-02", actual: 30, target: 20, forecast: null },
    { start: "2026-03-03", actual: null, target: 20, forecast: 15 },
    { start: "2026-03-04", actual: null, target: 20, forecast: 25 },
  ],
  whole: { actual: 40, targetSoFar: 40, target: 80, forecast: 80 },
  members: [
    { member: "Ahead", actual: 30, targetSoFar: 20, target: 40, forecast: 60 },
    { member: "Unassigned", actual: 0, targetSoFar: 0, target: 0, forecast: 0 },
    { member: "Behind", actual: 10, targetSoFar: 20, target: 40, forecast: 20 },
  ],
};

function answered(pace: Pace): PanelAnswer {
  const question = makeQuestion(
    { metrics: ["sales"], grain: "day" },
    { columns: [{ id: "sales", label: "Net sales", kind: "metric", unit: "currency", good: "up" }] },
  );
  return {
    panel: "p",
    kind: "pace",
    noise: [],
    leftOut: [],
    pace,
    questions: [question],
  };
}

function describeCourse(pace: Pace) {
  const view = describePanel({ ...panel, as: "course" } satisfies ReportPanel, answered(pace), reader);
  if (view.kind !== "picture" || view.picture.kind !== "axis") throw new Error("It is no chart.");
  return view.picture;
}

test("lines add up from the first day, and the forecast goes on from where what came in ends", () => {
  const { chart } = describeCourse(running);
  expect(chart.series.map(({ label, values, isDashed }) => [label, values, isDashed ?? false])).toEqual([
    ["Net sales", [10, 40, null, null], false],
    ["Target", [20, 40, 60, 80], false],
    ["Forecast", [null, 40, 55, 80], true],
  ]);
  expect(chart.unit).toBe("USD, 100.0% of the target up to 2 Mar, forecast 80.00, 100.0% of the month's target");
  const dashed = drawPicture(describeCourse(running), { width: 640 }).marks.filter((mark) => "isDashed" in mark);
  expect(dashed).toHaveLength(1);
});

test("branches that will miss their target by most come first, those without one last", () => {
  const view = describePanel({ ...panel, as: "members" } satisfies ReportPanel, answered(running), reader);
  if (view.kind !== "table") throw new Error("It is no table.");
  expect(view.table.columns.map(({ label }) => label).slice(1)).toEqual([
    "So far",
    "Target so far",
    "Pace",
    "Forecast",
    "Month's target",
    "Forecast of target",
  ]);
  expect(view.table.rows.map(({ name, cells }) => [name, cells[2]?.text, cells[5]?.text])).toEqual([
    ["Behind", "50.0%", "50.0%"],
    ["Ahead", "150.0%", "150.0%"],
    ["Unassigned", "–", "–"],
  ]);
  expect(view.table.totals?.map(({ text }) => text)).toEqual(["40.00", "40.00", "100.0%", "80.00", "80.00", "100.0%"]);
});

test("a period that is over has neither a forecast nor a target to come", () => {
  const periods = running.periods.slice(0, 2);
  const over = { ...running, to: "2026-03-03", periods, whole: { ...running.whole, target: 40, forecast: 40 } };
  const { chart } = describeCourse(over);
  expect(chart.series.map(({ label }) => label)).toEqual(["Net sales", "Target"]);
  expect(chart.unit).toBe("USD, 100.0% of the target");
  const view = describePanel({ ...panel, as: "members" } satisfies ReportPanel, answered(over), reader);
  expect(view).toMatchObject({ table: { columns: { length: 4 } } });
});

test("without sales, targets and expectations there is no pace", () => {
  const whole = { actual: 0, targetSoFar: 0, target: 0, forecast: 0 };
  const view = describePanel({ ...panel, as: "course" }, answered({ ...running, whole, members: [] }), reader);
  expect(view).toEqual({ kind: "nothing", reason: "no-rows" });
});
