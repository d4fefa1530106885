import type { Ageing, Classed, Classes, PanelAnswer, ReportPanel } from "@console/contracts";
import { expect, test } from "vitest";
import { ownFormats } from "../format.ts";
import { drawPicture } from "../picture/draw-picture.ts";
import { sayHitArea } from "../picture/find-hit-area.ts";
import { tableForPicture } from "../picture/picture-table.ts";
import { ageTotals } from "./describe-ageing.ts";
import { describePanel } from "./describe-panel.ts";

const reader = { formats: ownFormats, today: "2026-03-18", annotations: [] };

/** What the server answers for a panel about stock, as far as it is looked at. */
function answered(own: Partial<PanelAnswer>): PanelAnswer {
  const column = (id: string, unit: string) => ({ id, label: id, kind: "metric" as const, unit, good: null });
  const query = { dimensions: [], filters: [], having: [], sort: [], other: false, cumulative: false };
  const answer = {
    columns: [column("value", "currency"), column("stock", "units"), column("demand", "units")],
    rows: [{ value: 1 }],
    totals: {},
    currency: "USD",
    isTruncated: false,
    rules: [],
    freshness: [],
    time: { from: null, to: "2026-03-19", timeZone: "UTC" },
    compareTime: null,
  };
  const questions = [{ query: { ...query, metrics: ["value"], time: { asOf: "2026-03-18" } }, answer }];
  return { panel: "p", noise: [], leftOut: [], questions, ...own };
}

const ageing: Ageing = {
  asOf: "2026-03-18",
  buckets: [
    { from: 0, to: 30, quantity: 30, value: 3000, warehouses: [{ member: "North", quantity: 30, value: 3000 }] },
    { from: 31, to: 90, quantity: 0, value: 0, warehouses: [] },
    {
      from: 91,
      to: null,
      quantity: 10,
      value: 1000,
      warehouses: [
        { member: "North", quantity: 2, value: 200 },
        { member: "South", quantity: 8, value: 800 },
      ],
    },
  ],
  unexplained: { quantity: 4, value: 400 },
  below: { items: 2, quantity: -5, value: -500, lowest: [] },
};
const ages = (as: "bars" | "table"): ReportPanel => ({
  id: "p",
  kind: "ageing",
  as,
  title: "How old?",
  stock: "stock",
  value: "value",
});

test("ages are drawn as parts of warehouses, those with the most value first", () => {
  const view = describePanel(ages("bars"), answered({ ageing }), reader);
  if (view.kind !== "picture" || view.picture.kind !== "axis") throw new Error("It is no chart.");
  expect(view.picture.chart.series.map(({ label, values }) => [label, values])).toEqual([
    ["North", [3000, 0, 200]],
    ["South", [0, 0, 800]],
  ]);
  expect(tableForPicture(view.picture).rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
    ["0–30 days", "3,000", "0.00", "3,000"],
    ["31–90 days", "0.00", "0.00", "0.00"],
    ["Over 90 days", "200.00", "800.00", "1,000"],
  ]);
});

test("the smallest of many warehouses are one, and nothing of their value is lost", () => {
  const warehouses = Array.from({ length: 12 }, (_, index) => ({
    member: `W${index}`,
    quantity: 1,
    value: 100 + index,
  }));
  const many = { ...ageing, buckets: [{ from: 0, to: null, quantity: 12, value: 1266, warehouses }] };
  const view = describePanel(ages("bars"), answered({ ageing: many }), reader);
  if (view.kind !== "picture" || view.picture.kind !== "axis") throw new Error("It is no chart.");
  const { series } = view.picture.chart;
  expect(series.map(({ label }) => label)).toEqual(["W11", "W10", "W9", "W8", "W7", "W6", "Other"]);
  expect(series.reduce((sum, { values }) => sum + (values[0] ?? 0), 0)).toBe(1266);
});

test("the table of ages tells what is older than the history and what has no age, and adds up to all stock", () => {
  const view = describePanel(ages("table"), answered({ ageing }), reader);
  if (view.kind !== "table") throw new Error("It is no table.");
  const { rows, totals } = view.table;
  expect(rows.map(({ name, cells, isRanked }) => [name, ...cells.map(({ text }) => text), isRanked])).toEqual([
    ["0–30 days", "30", "3,000", "75.0%", true],
    ["31–90 days", "0", "0.00", "0.0%", true],
    ["Over 90 days", "10", "1,000", "25.0%", true],
    ["of these, older than our history", "4", "400.00", "–", false],
    ["Without an age, 2 items at or below zero", "−5", "−500.00", "–", false],
  ]);
  expect(totals?.map(({ text }) => text)).toEqual(["35", "3,500", ""]);
});

test("no stock is no age", () => {
  const none = { ...ageing, buckets: [], below: { items: 0, quantity: 0, value: 0, lowest: [] } };
  for (const as of ["bars", "table"] as const)
    expect(describePanel(ages(as), answered({ ageing: none }), reader)).toEqual({ kind: "nothing", reason: "no-rows" });
});

const classed = (letters: string, value: number, more: Partial<Classed> = {}): Classed => ({
  abc: letters[0] as Classed["abc"],
  xyz: letters[1] as Classed["xyz"],
  value,
  share: 0.1,
  variation: 0.4,
  ...more,
});
const classes: Classes = {
  from: "2025-12-15",
  to: "2026-03-16",
  weeks: 13,
  weeksBack: 4,
  movedItems: 0,
  moved: [],
  cells: ["A", "B", "C"].flatMap((abc, row) =>
    ["X", "Y", "Z"].map((xyz, column) => {
      const items = row + column;
      return { ...classed(abc + xyz, items * 1000), share: items / 18, items };
    }),
  ),
};
const classPanel = (as: "grid" | "moves"): ReportPanel => ({
  id: "p",
  kind: "classes",
  as,
  title: "Which?",
  demand: "demand",
  value: "value",
  by: "product",
});

test("each cell of the grid tells its value, its items and its share, and an empty one has no value", () => {
  const view = describePanel(classPanel("grid"), answered({ classes }), reader);
  if (view.kind !== "picture") throw new Error("It is no picture.");
  const said = drawPicture(view.picture, { width: 480 }).hitAreas.map(sayHitArea);
  expect(said[0]).toBe("A, first 80%, X, steady: Value No value; Items 0 items; Share 0.0%");
  expect(said[5]).toBe("B, next 15%, Z, erratic: Value 3,000; Items 3 items; Share 16.7%");
  const written = drawPicture(view.picture, { width: 300 }).marks.flatMap((mark) =>
    mark.kind === "text" ? mark.text : [],
  );
  expect(written).toEqual(expect.arrayContaining(["3,000", "3 items", "16.7%"]));
  expect(tableForPicture(view.picture).rows[5]?.cells.map(({ value }) => value)).toEqual([
    "B, next 15%; Z, erratic",
    3000,
    3,
    3 / 18,
  ]);
});

test("why an item changed its class is told in words", () => {
  const moved: [string, Classed | null, Classed | null][] = [
    ["Fell", classed("AX", 1000), classed("BX", 690)],
    ["Rose", classed("CX", 100), classed("BX", 150)],
    ["Outrun", classed("AX", 1000, { share: 0.2 }), classed("BX", 1040, { share: 0.15 })],
    ["Same", classed("BX", 100), classed("CX", 100)],
    ["Swings", classed("AX", 100), classed("AY", 100, { variation: 0.61 })],
    ["Both", classed("AZ", 100, { variation: 1.2 }), classed("BY", 50, { variation: 0.8 })],
    ["New", null, classed("CZ", 10)],
    ["Gone", classed("BY", 10), null],
  ];
  const all = { ...classes, moved: moved.map(([member, before, now]) => ({ member, before, now })) };
  const view = describePanel(classPanel("moves"), answered({ classes: all }), reader);
  if (view.kind !== "table") throw new Error("It is no table.");
  expect(view.table.rows.map(({ name, cells }) => [name, cells[0]?.text, cells[1]?.text])).toEqual([
    ["Fell", "BX", "A → B: demand value fell 31.0%"],
    ["Rose", "BX", "C → B: demand value rose 50.0%"],
    ["Outrun", "BX", "A → B: demand value rose 4.0%, its share fell from 20.0% to 15.0%"],
    ["Same", "CX", "B → C: demand value is as it was, that of others rose"],
    ["Swings", "AY", "X → Y: demand varies more, 61.0% after 40.0%"],
    ["Both", "BY", "A → B: demand value fell 50.0%; Z → Y: demand varies less, 80.0% after 120.0%"],
    ["New", "CZ", "New as CZ: issued only in the last 4 weeks"],
    ["Gone", "–", "Was BY: nothing was issued in 13 weeks"],
  ]);
  expect(view.table.rows[0]?.cell).toEqual({ metric: "value", product: "Fell" });
});

test("that no class has moved is not the same as no demand", () => {
  expect(describePanel(classPanel("moves"), answered({ classes }), reader)).toMatchObject({ reason: "no-change" });
  const none = { ...classes, cells: classes.cells.map((cell) => ({ ...cell, items: 0 })) };
  expect(describePanel(classPanel("moves"), answered({ classes: none }), reader)).toMatchObject({ reason: "no-rows" });
});

test("totals of ages are as exact as the parts that they are made of", () => {
  const bucket = (value: number) => ({ from: 0, to: 30, quantity: value, value, items: 1, warehouses: [] });
  const ageing = {
    asOf: "2026-03-18",
    buckets: [bucket(0.1), bucket(0.2)],
    below: { quantity: 0, value: 0, items: 0 },
  };
  expect(ageTotals(ageing as unknown as Ageing)).toEqual({ quantity: 0.3, value: 0.3 });
});
