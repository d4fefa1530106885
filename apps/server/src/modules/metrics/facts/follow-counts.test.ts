import { randomUUID } from "node:crypto";
import { metricQuery } from "@console/contracts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { until } from "../../../testing/until.ts";
import { registry } from "../model/registry.ts";
import { queryMetrics } from "../query/query-metrics.ts";
import { settleRollups } from "../rollups/settle-rollups.ts";
import { ingestFacts } from "./ingest-facts.ts";
import type { FactRecord } from "./read-records.ts";
import { removeLoadPiece } from "./remove-load.ts";
import { type UndoPlace, undoPiece } from "./undo-load.ts";

let testApp: TestApp;
let tenantId: string;
let tenants = 0;
beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
});
afterAll(() => testApp.close());
beforeEach(() => {
  tenants += 1;
  tenantId = `counts-${tenants}`;
});

const asTenant = () => systemCaller("test", tenantId);
const source = "store";

type Change = { load?: string; deletions?: string[] };

function ingest(fact: string, records: FactRecord[], { load = randomUUID(), deletions = [] }: Change = {}) {
  return testApp.as(asTenant(), (context) => ingestFacts(context, { fact, source, load, records, deletions }));
}

const item = { warehouse: "Main", product: "Bolt" };

/** A movement of whole units at 2.00 each. */
function movement(key: string, day: string, units: number, more: FactRecord = {}): FactRecord {
  const movement_type = units < 0 ? "Issue" : "Receipt";
  const amounts = { quantity_milli: units * 1000, value_minor: units * 200 };
  return { source_key: key, ...item, movement_type, moved_at: `${day}T10:00:00Z`, ...amounts, ...more };
}

function counted(key: string, day: string, units: number, more: FactRecord = {}): FactRecord {
  return { source_key: key, ...item, counted_at: `${day}T12:00:00Z`, counted_milli: units * 1000, ...more };
}

async function undo(load: string) {
  for (let place: UndoPlace | null = { table: 0, stage: "own", after: "" }; place; ) {
    const at: UndoPlace = place;
    const { next } = await testApp.as(asTenant(), (context) => undoPiece(context, { load, source }, at, 2));
    place = next;
  }
}

async function ask(metric: string, time: object, dimensions: string[] = []) {
  const question = metricQuery.parse({ metrics: [metric], time, dimensions });
  return await testApp.inSnapshot(asTenant(), (context) => queryMetrics(context, question));
}

/** Stock at the end of days of March; null where it is not known. */
async function stockOn(...days: number[]) {
  const stock: unknown[] = [];
  for (const day of days) {
    const { totals } = await ask("stock_on_hand_qty", { asOf: `2026-03-${String(day).padStart(2, "0")}` });
    stock.push(totals.stock_on_hand_qty);
  }
  return stock;
}

/** The movements that counts have made: type, units and value. */
async function differences() {
  return testApp.as(asTenant(), async ({ db }) => {
    const { rows } = await sql<{ type: number; units: number; value: number }>`select movement_type as type,
        quantity_milli / 1000 as units, value_minor as value from stock_movements
      where tenant_id = ${tenantId} and counted_milli is not null order by moved_at, ingested_at`.execute(db);
    return rows.map(({ type, units, value }) => [type === 6 ? "Opening" : "Adjustment", Number(units), Number(value)]);
  });
}

test("a count brings the stock to what was on the shelf, and what is missing is shrinkage", async () => {
  await ingest("stock_movements", [movement("1", "2026-03-01", 10), movement("2", "2026-03-03", -2)]);
  expect(await ingest("stock_counts", [counted("c", "2026-03-05", 7)])).toMatchObject({ written: 1, rejected: [] });
  await ingest("stock_movements", [movement("3", "2026-03-07", -1)]);
  expect(await stockOn(4, 5, 7)).toEqual([8, 7, 6]);
  expect(await differences()).toEqual([["Adjustment", -1, -200]]);
  const march = { from: "2026-03-01", to: "2026-03-19" };
  expect((await ask("shrinkage_value", march)).totals).toEqual({ shrinkage_value: 2 });
  expect((await ask("stock_value", { asOf: "2026-03-18" })).totals).toEqual({ stock_value: 12 });
});

test("the same count again is unchanged, and a corrected one replaces it", async () => {
  await ingest("stock_movements", [movement("1", "2026-03-01", 10)]);
  await ingest("stock_counts", [counted("c", "2026-03-05", 7)]);
  expect(await ingest("stock_counts", [counted("c", "2026-03-05", 7)])).toMatchObject({ written: 0, unchanged: 1 });
  expect(await ingest("stock_counts", [counted("c", "2026-03-05", 9)])).toMatchObject({ replaced: 1 });
  expect(await stockOn(5)).toEqual([9]);
  expect(await differences()).toEqual([["Adjustment", -1, -200]]);
});

test("a movement before a count that comes later, changes or goes leaves the count as it was", async () => {
  await ingest("stock_movements", [movement("1", "2026-03-01", 10)]);
  await ingest("stock_counts", [counted("c", "2026-03-05", 7)]);
  const late = randomUUID();
  await ingest("stock_movements", [movement("2", "2026-03-02", -4)], { load: late });
  expect([await stockOn(4, 5, 6), await differences()]).toEqual([[6, 7, 7], [["Adjustment", 1, 200]]]);
  await ingest("stock_movements", [movement("2", "2026-03-02", -5)]);
  expect([await stockOn(4, 5), await differences()]).toEqual([[5, 7], [["Adjustment", 2, 400]]]);
  await ingest("stock_movements", [], { deletions: ["2"] });
  expect([await stockOn(4, 5), await differences()]).toEqual([[10, 7], [["Adjustment", -3, -600]]]);
  // The moment of the count itself is before it, and a later one is not.
  await ingest("stock_movements", [movement("3", "2026-03-05", -1, { moved_at: "2026-03-05T12:00:00Z" })]);
  await ingest("stock_movements", [movement("4", "2026-03-05", -1, { moved_at: "2026-03-05T12:00:01Z" })]);
  expect([await stockOn(5), await differences()]).toEqual([[6], [["Adjustment", -2, -400]]]);
});

test("of two counts the later starts from what the earlier found", async () => {
  await ingest("stock_movements", [movement("1", "2026-03-01", 10), movement("2", "2026-03-06", -2)]);
  await ingest("stock_counts", [counted("b", "2026-03-08", 4), counted("a", "2026-03-05", 7)]);
  expect(await stockOn(4, 5, 7, 8, 9)).toEqual([10, 7, 5, 4, 4]);
  expect(await differences()).toEqual([
    ["Adjustment", -3, -600],
    ["Adjustment", -1, -200],
  ]);
  await ingest("stock_counts", [counted("a", "2026-03-05", 6)]);
  expect([await stockOn(5, 8), await differences()]).toEqual([
    [6, 4],
    [
      ["Adjustment", -4, -800],
      ["Adjustment", 0, 0],
    ],
  ]);
});

test("a count makes the stock of a product known from then on, and is no gain", async () => {
  await ingest("stock_movements", [movement("1", "2026-03-03", -2)]);
  await ingest("stock_counts", [
    counted("c", "2026-03-05", 7),
    counted("n", "2026-03-05", 3, { product: "Nut", unit_cost_minor: 150 }),
    counted("z", "2026-03-05", 0, { product: "Washer" }),
  ]);
  const { rows } = await ask("stock_on_hand_qty", { asOf: "2026-03-05" }, ["product"]);
  expect(rows).toEqual([
    { product: "Bolt", stock_on_hand_qty: 7 },
    { product: "Nut", stock_on_hand_qty: 3 },
    { product: "Washer", stock_on_hand_qty: 0 },
  ]);
  expect(await stockOn(2, 4, 5)).toEqual([null, null, 10]);
  expect((await differences()).sort()).toEqual([
    ["Opening", 0, 0],
    ["Opening", 3, 450],
    ["Opening", 9, 1800],
  ]);
  // Once the opening stock is known, what the count found is a difference to it.
  await ingest("stock_movements", [movement("0", "2026-03-01", 8, { movement_type: "Opening" })]);
  expect(await stockOn(2)).toEqual([8]);
  expect(await differences()).toContainEqual(["Adjustment", 1, 200]);
});

test("a count that is undone, removed or replaced takes its difference with it", async () => {
  await ingest("stock_movements", [movement("1", "2026-03-01", 10), movement("2", "2026-03-06", -1)]);
  const load = randomUUID();
  await ingest("stock_counts", [counted("c", "2026-03-05", 7)], { load });
  await undo(load);
  expect([await stockOn(5, 6), await differences()]).toEqual([[10, 9], []]);
  await ingest("stock_counts", [counted("c", "2026-03-05", 7)], { load });
  const by = randomUUID();
  await testApp.as(asTenant(), (context) =>
    removeLoadPiece(context, { fact: "stock_counts", source, load, by }, { after: "", limit: 10 }),
  );
  expect([await stockOn(6), await differences()]).toEqual([[9], []]);
  await undo(by);
  expect([await stockOn(6), await differences()]).toEqual([[6], [["Adjustment", -3, -600]]]);
});

test("movements that are undone before a count leave the count as it was", async () => {
  await ingest("stock_movements", [movement("1", "2026-03-01", 10)]);
  await ingest("stock_counts", [counted("c", "2026-03-05", 7)]);
  const load = randomUUID();
  await ingest("stock_movements", [movement("1", "2026-03-01", 20), movement("2", "2026-03-02", 5)], { load });
  expect([await stockOn(4, 5), await differences()]).toEqual([[25, 7], [["Adjustment", -18, -3600]]]);
  await undo(load);
  expect([await stockOn(4, 5), await differences()]).toEqual([[10, 7], [["Adjustment", -3, -600]]]);
});

test("a difference belongs to the groups of its item and is valued by the stock list where nothing else is known", async () => {
  await ingest("stock_counts", [counted("c", "2026-03-05", 4)]);
  expect(await differences()).toEqual([["Opening", 4, 0]]);
  const listed = {
    source_key: "i",
    ...item,
    listed_at: "2026-03-01T00:00:00Z",
    unit_cost_minor: 300,
    category: "Iron",
  };
  await ingest("stock_items", [listed]);
  expect(await differences()).toEqual([["Opening", 4, 1200]]);
  const { rows } = await ask("stock_on_hand_qty", { asOf: "2026-03-05" }, ["category"]);
  expect(rows).toEqual([{ category: "Iron", stock_on_hand_qty: 4 }]);
});

test("values of several currencies have no mean, so that the cost of the count is taken", async () => {
  await ingest("stock_movements", [
    movement("1", "2026-03-01", 5, { currency: "USD" }),
    movement("2", "2026-03-01", 5, { currency: "EUR" }),
  ]);
  await ingest("stock_counts", [counted("c", "2026-03-05", 8, { unit_cost_minor: 100, currency: "USD" })]);
  expect(await differences()).toEqual([["Adjustment", -2, -200]]);
});

test("a count below zero is rejected", async () => {
  const { rejected } = await ingest("stock_counts", [counted("c", "2026-03-05", -1)]);
  expect(rejected).toEqual([{ index: 0, field: "counted_milli", message: "A count cannot be below zero." }]);
});

test("stored sums follow when a movement before a count changes it", async () => {
  const settle = async () => {
    const everyRollup = { fewestRows: 0, rowsPerCell: 0 };
    while (await testApp.as(asTenant(), (context) => settleRollups(context, registry, everyRollup)));
  };
  await ingest("stock_movements", [movement("1", "2026-03-01", 10)]);
  await ingest("stock_counts", [counted("c", "2026-03-05", 7)]);
  await settle();
  await ingest("stock_movements", [movement("2", "2026-03-02", -4)]);
  expect(await stockOn(4, 5)).toEqual([6, 7]);
  await settle();
  expect(await stockOn(4, 5)).toEqual([6, 7]);
});

test("a count waits for movements that are just coming in", async () => {
  let counting: Promise<unknown> | null = null;
  let isCounted = false;
  await testApp.as(asTenant(), async (context) => {
    await ingestFacts(context, { fact: "stock_movements", source, records: [movement("1", "2026-03-01", 10)] });
    counting = ingest("stock_counts", [counted("c", "2026-03-05", 7)]).then(() => {
      isCounted = true;
    });
    await until(async () => {
      const { rows } = await sql`select from pg_locks where not granted
        and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(context.db);
      return isCounted || rows.length > 0;
    });
  });
  await counting;
  expect([await stockOn(5), await differences()]).toEqual([[7], [["Adjustment", -3, -600]]]);
});
