import { expect, test } from "vitest";
import type { ChartDescription } from "./chart-description.ts";
import { readingAt, summariseChart } from "./describe-chart.ts";
import { layoutChart } from "./layout-chart.ts";
import { stackSeries } from "./stack-series.ts";
import { areaPath, linePath } from "./trace-path.ts";

const stacked: ChartDescription = {
  kind: "stacked-bar",
  title: "Orders",
  unit: "orders",
  x: ["Mon", "Tue", "Wed"],
  format: String,
  series: [
    { id: "a", label: "Done", values: [6, 8, null] },
    { id: "b", label: "Late", values: [2, 2, 5] },
  ],
};

test("stacked parts stand on top of each other and a gap takes no room", () => {
  expect(stackSeries(stacked)[1]).toEqual([
    { low: 6, high: 8 },
    { low: 8, high: 10 },
    { low: 0, high: 5 },
  ]);
});

test("negative parts hang below the axis", () => {
  const [, second] = stackSeries({
    ...stacked,
    series: [
      { id: "a", label: "A", values: [4] },
      { id: "b", label: "B", values: [-3] },
    ],
    x: ["Mon"],
  });
  expect(second).toEqual([{ low: 0, high: -3 }]);
});

test("every bar lies inside the plot", () => {
  const { extents, toY, top, bottom } = layoutChart(stacked, 480, 200);
  for (const extent of extents.flat()) {
    if (!extent) continue;
    expect(toY(extent.high)).toBeGreaterThanOrEqual(top);
    expect(toY(extent.low)).toBeLessThanOrEqual(bottom);
  }
});

test("a few series are named at their ends where there is room, and by a legend where there is none", () => {
  expect(layoutChart(stacked, 480, 200).endLabels.map(({ text }) => text)).toEqual(["Done", "Late"]);
  expect(layoutChart(stacked, 120, 200).endLabels).toEqual([]);
});

test("a day is named whole or not at all, a member as far as its bar has room", () => {
  const x = Array.from({ length: 30 }, (_, index) => `${index + 1} Jan 2025`);
  const series = [{ id: "a", label: "Done", values: x.map(() => 1) }];
  const texts = (names?: string[]) =>
    layoutChart({ ...stacked, x, series, ...(names && { names }) }, 600, 200).labels.map(({ text }) => text);
  expect(texts(x).length).toBeGreaterThan(1);
  expect(texts(x).every((text) => x.includes(text))).toBe(true);
  expect(texts().some((text) => text.endsWith("…"))).toBe(true);
});

test("more than four series get a legend", () => {
  const series = ["a", "b", "c", "d", "e"].map((id) => ({ id, label: id, values: [1, 2, 3] }));
  expect(layoutChart({ ...stacked, series }, 900, 200).endLabels).toEqual([]);
});

test("a reading names every series, the total and the shares that sum to it", () => {
  const { rows, total } = readingAt(stacked, 0);
  expect(rows.map(({ value, share }) => [value, share])).toEqual([
    ["6", "75.0%"],
    ["2", "25.0%"],
  ]);
  expect(total).toBe("8");
});

test("what stands side by side is compared and not added up", () => {
  expect(readingAt({ ...stacked, kind: "line" }, 0).total).toBeNull();
  expect(readingAt({ ...stacked, kind: "bar" }, 0).total).toBeNull();
});

test("the summary gives first, last, lowest and highest of each series", () => {
  expect(summariseChart(stacked)).toContain("Late: 2 at first, 5 at last, lowest 2 (Mon), highest 5 (Wed).");
});

test("a line breaks at a missing value and a lone value is a dot", () => {
  const point = (x: number) => ({ x, y: 1 });
  expect(linePath([point(0), point(1), null, point(3)])).toBe("M0.0,1.0L1.0,1.0M3.0,1.0L3.0,1.0");
  expect(
    areaPath([
      { x: 0, upper: 1, lower: 9 },
      { x: 1, upper: 2, lower: 9 },
    ]),
  ).toBe("M0.0,1.0L1.0,2.0L1.0,9.0L0.0,9.0Z");
});
