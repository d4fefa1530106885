import { expect, test } from "vitest";
import { drawPicture } from "./draw-picture.ts";
import { cellAt, findNearestHitArea, sayHitArea } from "./find-hit-area.ts";
import type { AxisPicture, Picture, WaterfallPicture } from "./picture.ts";
import { tableForPicture } from "./picture-table.ts";
import { pictures } from "./pictures-for-tests.ts";
import { sharedCell } from "./shared-cell.ts";
import { summarisePicture } from "./summarise-picture.ts";

const orders: AxisPicture = {
  kind: "axis",
  chart: {
    kind: "stacked-bar",
    title: "Orders",
    unit: "orders",
    x: ["Mon", "Tue"],
    format: String,
    isRunning: true,
    series: [
      { id: "done", label: "Done", values: [6, 8] },
      { id: "late", label: "Late", values: [2, null] },
    ],
  },
  cells: ["done", "late"].map((outcome) =>
    ["2026-11-02", "2026-11-03"].map((period) => ({ metric: "orders", outcome, period })),
  ),
  annotations: [{ index: 0, text: "New depot" }],
};

const change: WaterfallPicture = {
  kind: "waterfall",
  title: "What changed?",
  unit: "orders",
  format: String,
  steps: [
    { label: "Before", value: 100, isLevel: true, colour: "accent", cell: { metric: "orders", period: "a" } },
    { label: "New", value: 30, isLevel: false, colour: "good", cell: { metric: "orders", reason: "new" } },
    { label: "Lost", value: -50, isLevel: false, colour: "bad", cell: { metric: "orders", reason: "lost" } },
    { label: "After", value: 80, isLevel: true, colour: "accent", cell: { metric: "orders", period: "b" } },
  ],
};

const readValues = (picture: Picture) =>
  tableForPicture(picture).rows.map(({ cells }) => cells.map(({ value }) => value));

test("a place of a chart says every series, the total, what happened then, and that it is still filling up", () => {
  const { hitAreas } = drawPicture(orders, { width: 480 });
  expect(hitAreas.map(sayHitArea)).toEqual([
    "Mon: Done 6, 75.0%; Late 2, 25.0%; Total 8; New depot Note 1",
    "Tue, so far: Done 8, 100.0%; Late No value; Total 8",
  ]);
});

test("a whole place opens what its parts share, a part opens itself", () => {
  const [hitArea] = drawPicture(orders, { width: 480, height: 200 }).hitAreas;
  if (!hitArea) throw new Error("There is a first place.");
  expect(hitArea.cell).toEqual({ metric: "orders", period: "2026-11-02" });
  expect(cellAt(hitArea, hitArea.x, hitArea.y)).toMatchObject({ outcome: "late" });
  expect(cellAt(hitArea, hitArea.x, hitArea.y + hitArea.height)).toMatchObject({ outcome: "done" });
  expect(sharedCell([])).toEqual({});
});

test("the table of a chart holds raw values, gaps, totals and notes", () => {
  expect(tableForPicture(orders).columns.map(({ label }) => label)).toEqual([
    "Period",
    "Done",
    "Late",
    "Total",
    "Notes",
  ]);
  expect(readValues(orders)).toEqual([
    ["Mon", 6, 2, 8, "New depot"],
    ["Tue", 8, null, 8, ""],
  ]);
  expect(tableForPicture(orders).rows[1]?.cells[2]?.text).toBe("No value");
});

test("a waterfall adds up its steps from each level", () => {
  expect(readValues(change)).toEqual([
    ["Before", null, 100],
    ["New", 30, 130],
    ["Lost", -50, 80],
    ["After", null, 80],
  ]);
  expect(summarisePicture(change)).toBe("What changed?, orders. Before 100, New +30, Lost −50, After 80.");
});

test("a waterfall stands upright where its names fit and lies in rows where they do not", () => {
  const [wide, narrow] = [640, 200].map((width) => drawPicture(change, { width }).hitAreas);
  expect(new Set(wide?.map(({ y }) => y)).size).toBe(1);
  expect(new Set(narrow?.map(({ x }) => x)).size).toBe(1);
});

test("members are ranked from the largest with the rest at the end", () => {
  const item = (label: string, value: number, isRest = false) => ({ label, value, isRest, cell: {} });
  const picture: Picture = {
    kind: "pareto",
    title: "Why?",
    unit: "orders",
    format: String,
    total: 20,
    items: [item("Others", 9, true), item("Traffic", 4), item("Address", 7)],
  };
  expect(readValues(picture)).toEqual([
    ["Address", 7, 0.35, 0.35],
    ["Traffic", 4, 0.2, 0.55],
    ["Others", 9, 0.45, 1],
  ]);
});

test("places that would touch on a map are one place that names the largest and sums all", () => {
  const together = pictures["all at one place"];
  if (!together) throw new Error("There is such a picture.");
  const { hitAreas } = drawPicture(together, { width: 480 });
  expect(hitAreas.map(({ label }) => label)).toEqual(["30 places"]);
  expect(hitAreas[0]?.lines.at(-1)).toMatchObject({ label: "Total", value: "30" });
});

test("circles on a map never touch", () => {
  for (const name of ["forty places", "2,000 places", "places of nothing"]) {
    const picture = pictures[name];
    if (!picture) throw new Error(`There is no picture ${name}.`);
    for (const width of [280, 900]) {
      const { hitAreas } = drawPicture(picture, { width });
      const gaps = hitAreas.flatMap((one, index) =>
        hitAreas.slice(index + 1).map((other) => {
          const far = Math.hypot(
            one.x + one.width / 2 - other.x - other.width / 2,
            one.y + one.height / 2 - other.y - other.height / 2,
          );
          return far - one.width / 2 - other.width / 2;
        }),
      );
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0);
    }
  }
});

test("pointing finds the nearest place, on a map only within reach", () => {
  const grid = pictures["below zero in a grid"];
  const map = pictures["one place"];
  if (!grid || !map) throw new Error("There are such pictures.");
  const { hitAreas } = drawPicture(grid, { width: 480 });
  expect(hitAreas[findNearestHitArea(hitAreas, 470, 0)]?.label).toBe("Mon, b");
  const points = drawPicture(map, { width: 480 }).hitAreas;
  expect(findNearestHitArea(points, 0, 0)).toBe(-1);
});

test("the keys up and down know how many places stand in a row", () => {
  const across = (name: string) => drawPicture(pictures[name] ?? change, { width: 480 }).across;
  expect([across("week by hour"), across("ten branches"), across("two lines")]).toEqual([24, 1, undefined]);
});

test("every picture has a table as wide as its columns and a summary", () => {
  for (const picture of Object.values(pictures)) {
    const { columns, rows } = tableForPicture(picture);
    for (const { cells } of rows) expect(cells).toHaveLength(columns.length);
    expect(new Set(columns.map(({ id }) => id)).size).toBe(columns.length);
    expect(summarisePicture(picture)).toMatch(/\.$/);
  }
});
