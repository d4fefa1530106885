import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Ageing, Classes, PanelAnswerFor, PanelKind } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { addDays, ingestFacts } from "../../metrics/index.ts";

// A Wednesday: the last whole week ends on Sunday, 15 March.
const today = "2026-03-18";
const lastSunday = "2026-03-15";
const dataDir = mkdtempSync(path.join(tmpdir(), "stock-panels-"));
let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: `${today}T12:00:00Z`, DATA_DIR: dataDir } });
  await fill("stock", 1);
  await fill("rival", 1000);
});
afterAll(async () => {
  await testApp.close();
  rmSync(dataDir, { recursive: true, force: true });
});

type Item = { product: string; warehouse: string; cost: number; issues: (week: number) => number };

/** Weeks are counted back from the last whole one. */
const items: Item[] = [
  { product: "Rice", warehouse: "North", cost: 10, issues: () => 10 },
  { product: "Oil", warehouse: "North", cost: 5, issues: (week) => (week < 13 ? 2 : 14) },
  { product: "Salt", warehouse: "South", cost: 1, issues: (week) => (week % 13 === 5 ? 12 : 0) },
  { product: "Tea", warehouse: "South", cost: 2, issues: (week) => (week < 2 ? 4 : 0) },
  { product: "Rope", warehouse: "South", cost: 2, issues: (week) => (week >= 13 ? 4 : 0) },
];

async function fill(tenantId: string, times: number): Promise<void> {
  const records = items.flatMap(({ product, warehouse, cost, issues }) => {
    const move = (key: string, type: string, day: string, units: number) => ({
      source_key: `${product} ${key}`,
      product,
      warehouse,
      movement_type: type,
      moved_at: `${day}T09:00:00Z`,
      quantity_milli: units * 1000 * times,
      value_minor: units * cost * 100 * times,
      category: warehouse,
    });
    const weeks = Array.from({ length: 17 }, (_, week) => week);
    return [
      move("first", "Receipt", "2025-01-10", 300),
      move("last", "Receipt", "2026-03-01", 20),
      ...weeks.flatMap((week) =>
        issues(week) > 0 ? [move(`w${week}`, "Issue", addDays(lastSunday, -7 * week), -issues(week))] : [],
      ),
    ];
  });
  const oversold = {
    source_key: "oversold",
    product: "Soap",
    warehouse: "South",
    movement_type: "Issue",
    moved_at: "2026-03-02T09:00:00Z",
    quantity_milli: -3000,
    value_minor: -900,
    category: "South",
  };
  const { rejected } = await testApp.as(systemCaller("test", tenantId), (context) =>
    ingestFacts(context, { fact: "stock_movements", source: "test", records: [...records, oversold] }),
  );
  expect(rejected).toEqual([]);
}

async function get(path: string): Promise<string> {
  const headers = signedInAs("manager", "stock");
  const { statusCode, body } = await testApp.app.inject({ method: "GET", url: `/api/reports/${path}`, headers });
  expect(statusCode, body).toBe(200);
  return body;
}

const panel = async <Kind extends PanelKind>(_kind: Kind, id: string, view = ""): Promise<PanelAnswerFor<Kind>> =>
  JSON.parse(await get(`warehouse-report/panels/${id}${view}`));

async function ageing(view = ""): Promise<{ answer: PanelAnswerFor<"ageing">; ageing: Ageing }> {
  const answer = await panel("ageing", "ages-table", view);
  if (!answer.ageing) throw new Error("There are no ages.");
  return { answer, ageing: answer.ageing };
}

test("the ages of stock add up to the totals of the same panel, whatever the filter", async () => {
  for (const view of [
    "",
    "?warehouse=South",
    "?not.product=Rice",
    "?from=2026-01-01&to=2026-02-01",
    "?category=North",
  ]) {
    const { answer, ageing: answered } = await ageing(view);
    const totals = answer.questions[0]?.answer.totals ?? {};
    const sum = (key: "quantity" | "value") => answered.buckets.reduce((all, one) => all + one[key], 0);
    expect([view, sum("quantity")]).toEqual([view, totals.stock_on_hand_qty]);
    expect(sum("value")).toBeCloseTo(Number(totals.stock_value), 6);
  }
});

test("ages are told at the end of the period, and its warehouses are parts of each", async () => {
  const { ageing: now } = await ageing();
  expect(now.asOf).toBe(today);
  expect(now.buckets.map(({ from, to, quantity }) => [from, to, quantity])).toEqual([
    [0, 30, 100],
    [31, 90, 0],
    [91, 180, 0],
    [181, 365, 0],
    [366, null, 1500 - 170 - (26 + 56) - 12 - 8 - 16],
  ]);
  expect(now.buckets[0]?.warehouses).toEqual([
    { member: "North", quantity: 40, value: 300 },
    { member: "South", quantity: 60, value: 100 },
  ]);
  expect(now.below).toEqual({
    items: 1,
    quantity: -3,
    value: -9,
    lowest: [{ warehouse: "South", product: "Soap", quantity: -3, value: -9 }],
  });
  expect((await ageing("?from=2026-01-01&to=2026-02-01")).ageing.asOf).toBe("2026-01-31");
});

test("ages of one type of movement mean nothing, so they are left out with the reason", async () => {
  const { questions, leftOut } = await panel("ageing", "ages", "?movement_type=Receipt");
  expect([questions, leftOut]).toEqual([
    [],
    [
      { name: "Stock on hand", reason: "It cannot be filtered by movement type." },
      { name: "Stock value", reason: "It cannot be filtered by movement type." },
    ],
  ]);
});

async function classes(view = ""): Promise<Classes> {
  const answer = await panel("classes", "classes", view);
  if (!answer.classes) throw new Error("There are no classes.");
  return answer.classes;
}

test("items are classed by the value and the regularity of 13 whole weeks of demand", async () => {
  const { cells, from, to } = await classes();
  expect([from, to]).toEqual(["2025-12-15", "2026-03-16"]);
  const full = cells
    .filter(({ items: own }) => own > 0)
    .map(({ abc, xyz, items: own, value }) => [abc + xyz, own, value]);
  expect(full).toEqual([
    ["AX", 1, 1300],
    ["BX", 1, 130],
    ["CZ", 3, 12 + 16 + 9],
  ]);
  const { cells: south } = await classes("?warehouse=South");
  expect(south.filter(({ items: own }) => own > 0).map(({ abc, xyz, items: own }) => [abc + xyz, own])).toEqual([
    ["AZ", 3],
  ]);
});

test("items whose class is not that of four weeks before are listed with both sides of the change", async () => {
  const { moved, movedItems } = await classes();
  const letters = (side: { abc: string; xyz: string } | null) => side && side.abc + side.xyz;
  expect(moved.map(({ member, before, now }) => [member, letters(before), letters(now)])).toEqual([
    ["Oil", "AZ", "BX"],
    ["Rope", "CZ", null],
    ["Tea", null, "CZ"],
    ["Soap", null, "CZ"],
  ]);
  expect(movedItems).toBe(4);
});

test("stock is told to last by the same weeks of demand", async () => {
  const { covers = [], leftOut } = await panel("cover", "cover");
  const perWeek = Object.fromEntries(covers.map(({ member, perDay }) => [member, Math.round(perDay * 7 * 13)]));
  expect(perWeek).toEqual({ Rice: 130, Oil: 26, Salt: 12, Tea: 8, Rope: 0 });
  // More of it left than ever came in.
  expect(leftOut).toContainEqual({ name: "Soap", reason: "Its stock is not known: more left than came in." });
});

test("a file holds the ages, the classes and the moves as the panels show them", async () => {
  const lines = (await get("warehouse-report/export?format=csv&content=figures")).split("\r\n");
  const after = (title: string, count: number) => {
    const head = lines.findIndex((line) => line.replaceAll('"', "").startsWith(title));
    expect(head, title).toBeGreaterThan(0);
    return lines.slice(head + 2, head + 2 + count);
  };
  expect(after("How old is the stock? Ages", 7)).toEqual([
    "0–30,100,400,9.456264775",
    "31–90,0,0,0",
    "91–180,0,0,0",
    "181–365,0,0,0",
    "Over 365,1212,3830,90.543735225",
    "Without an age,-3,-9,",
    "Total,1309,4221,",
  ]);
  expect(after("How old is the stock? Items below zero", 1)).toEqual(["South,Soap,-3,-9"]);
  expect(after("How long has stock been here? By warehouse", 2)).toEqual(["0–30,North,40,300", "0–30,South,60,100"]);
  expect(after("What sells most, and how steadily? Classes", 1)).toEqual([expect.stringMatching(/^AX,1,1300,/)]);
  expect(after("Which items changed class, and why? Moves", 1)).toEqual([
    expect.stringMatching(/^Oil,BX,AZ,130,370,.A → B: demand value fell 64.9%; /),
  ]);
});
