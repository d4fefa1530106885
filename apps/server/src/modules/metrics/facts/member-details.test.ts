import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { registry } from "../model/registry.ts";
import { settleRollups } from "../rollups/settle-rollups.ts";
import { ingestFacts } from "./ingest-facts.ts";
import { measureUndo, type UndoPlace, undoPiece } from "./undo-load.ts";

let testApp: TestApp;
let tenantId: string;
let tenants = 0;
beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
});
afterAll(() => testApp.close());
beforeEach(() => {
  tenants += 1;
  tenantId = `lists-${tenants}`;
});

const source = "till";
const asTenant = () => systemCaller("test", tenantId);

type Detail = { list: string; key: string; name?: string; category?: string; region?: string };

function loadDetails(
  details: readonly Detail[],
  { load = randomUUID(), from = source, deletions = [] as string[] } = {},
) {
  const records = details.map((detail) => ({ source_key: `${detail.list}|${detail.key}`, ...detail }));
  return testApp.as(asTenant(), (context) =>
    ingestFacts(context, { fact: "member_details", source: from, load, records, deletions }),
  );
}

function sell(lines: Readonly<Record<string, object>>, load = randomUUID()) {
  const records = Object.entries(lines).map(([key, line]) => ({
    source_key: key,
    receipt_key: key,
    sold_at: "2026-03-10T10:00:00Z",
    quantity_milli: 1000,
    gross_minor: 100,
    ...line,
  }));
  return testApp.as(asTenant(), (context) => ingestFacts(context, { fact: "sale_lines", source, load, records }));
}

async function undo(load: string) {
  let undone = 0;
  for (let place: UndoPlace | null = { table: 0, stage: "own", after: "" }; place; ) {
    const at: UndoPlace = place;
    const piece = await testApp.as(asTenant(), (context) => undoPiece(context, { load, source }, at, 2));
    undone += piece.removed + piece.restored + piece.returned;
    place = piece.next;
  }
  return undone;
}

async function salesBy(dimension: string): Promise<Record<string, number>> {
  const response = await testApp.app.inject({
    method: "POST",
    url: "/api/metrics/query",
    payload: {
      metrics: ["net_sales"],
      dimensions: [dimension],
      time: { from: "2026-03-01", to: "2026-04-01" },
    },
    headers: signedInAs("manager", tenantId),
  });
  expect(response.statusCode, response.body).toBe(200);
  const { rows } = response.json() as { rows: Record<string, unknown>[] };
  return Object.fromEntries(rows.map((row) => [String(row[dimension]), Number(row.net_sales)]));
}

async function dirtyDays(): Promise<string[]> {
  const { rows } = await testApp.as(asTenant(), ({ db }) =>
    sql<{ day: string }>`select day::text from rollup_marks where tenant_id = ${tenantId} and fact = 'sale_lines'
      order by day`.execute(db),
  );
  return rows.map(({ day }) => day);
}

test("a name of a list wins over what facts say, before and after them, and undoing brings theirs back", async () => {
  await sell({ a: { product: "P1" }, b: { product: { key: "P2", name: "Old tea" } } });
  const load = randomUUID();
  const lists = [
    { list: "Product", key: "P1", name: "Espresso" },
    { list: "Product", key: "P2", name: "Tea" },
    { list: "Product", key: "P3", name: "Cake" },
  ];
  expect(await loadDetails(lists, { load })).toMatchObject({ written: 3, replaced: 0, rejected: [] });
  expect(await salesBy("product")).toEqual({ Espresso: 1, Tea: 1 });
  // The same facts again, a new name of theirs, and a member that comes after its name.
  await sell({ a: { product: "P1" }, b: { product: { key: "P2", name: "New tea" } }, c: { product: "P3" } });
  expect(await salesBy("product")).toEqual({ Espresso: 1, Tea: 1, Cake: 1 });
  expect(await testApp.as(asTenant(), (context) => measureUndo(context, { load, source }))).toMatchObject([
    { fact: "member_details", removed: 3 },
  ]);
  expect(await undo(load)).toBe(3);
  expect(await salesBy("product")).toEqual({ P1: 1, "New tea": 1, P3: 1 });
});

test("loading a list twice changes nothing, and a corrected one only what differs; undoing goes one load back", async () => {
  await sell({ a: { product: "P1" }, b: { product: "P2" } });
  const lists = [
    { list: "Product", key: "P1", name: "Espresso" },
    { list: "Product", key: "P2", name: "Tea" },
  ];
  await loadDetails(lists);
  expect(await loadDetails(lists)).toMatchObject({ written: 0, replaced: 0, unchanged: 2, duplicates: 0 });
  const load = randomUUID();
  const swapped = [
    { list: "Product", key: "P1", name: "Tea" },
    { list: "Product", key: "P2", name: "Espresso" },
    { list: "Product", key: "P2", name: "Espresso" },
  ];
  expect(await loadDetails(swapped, { load })).toMatchObject({ written: 0, replaced: 2, duplicates: 1 });
  await sell({ c: { product: "P2" } });
  expect(await salesBy("product")).toEqual({ Tea: 1, Espresso: 2 });
  await undo(load);
  expect(await salesBy("product")).toEqual({ Espresso: 1, Tea: 2 });
});

test("members that a list names alike are told apart by their keys", async () => {
  await sell({ a: { product: "P1" }, b: { product: "P2" }, c: { product: "Tea" } });
  await loadDetails([
    { list: "Product", key: "P1", name: "Tea" },
    { list: "Product", key: "P2", name: "Tea" },
  ]);
  expect(await salesBy("product")).toEqual({ "Tea (P1)": 1, "Tea (P2)": 1, Tea: 1 });
});

test("of several lists the newest says how a member is called, and the other one when that is gone", async () => {
  await sell({ a: { branch: "B1" } });
  await loadDetails([{ list: "Branch", key: "B1", name: "Seef", region: "North" }], { from: "office" });
  await testApp.as(asTenant(), ({ db }) =>
    sql`update member_details set ingested_at = ingested_at - interval '1 day' where tenant_id = ${tenantId}`.execute(
      db,
    ),
  );
  await loadDetails([{ list: "Branch", key: "B1", name: "Seef Mall" }]);
  expect([await salesBy("branch"), await salesBy("region")]).toEqual([{ "Seef Mall": 1 }, { North: 1 }]);
  await loadDetails([], { deletions: ["Branch|B1"] });
  expect(await salesBy("branch")).toEqual({ Seef: 1 });
});

test("groups of a list complete facts that have none, in sums as in facts, until the list is undone", async () => {
  await sell({
    a: { product: "P1", branch: "B1", gross_minor: 100 },
    b: { product: "P2", gross_minor: 200, category: "Own" },
    c: { product: "P3", gross_minor: 400, sold_at: "2026-03-12T10:00:00Z" },
  });
  const everyRollup = { fewestRows: 0, rowsPerCell: 0 };
  const settle = async () => {
    while (await testApp.as(asTenant(), (context) => settleRollups(context, registry, everyRollup)));
  };
  await settle();
  const { rows: cells } = await testApp.as(asTenant(), ({ db }) =>
    sql`select from rollup_cells where tenant_id = ${tenantId} and rollup = 207`.execute(db),
  );
  expect(cells.length).toBeGreaterThan(0);
  expect(await salesBy("category")).toEqual({ Unassigned: 5, Own: 2 });
  const load = randomUUID();
  await loadDetails(
    [
      { list: "Product", key: "P1", category: "Drinks" },
      { list: "Product", key: "P2", category: "Drinks" },
      { list: "Branch", key: "B1", region: "North" },
    ],
    { load },
  );
  expect(await dirtyDays()).toEqual(["2026-03-10"]);
  const completed = { Drinks: 1, Own: 2, Unassigned: 4 };
  expect(await salesBy("category")).toEqual(completed);
  await settle();
  expect([await dirtyDays(), await salesBy("category")]).toEqual([[], completed]);
  expect(await salesBy("region")).toEqual({ North: 1, Unassigned: 6 });
  await undo(load);
  expect(await salesBy("category")).toEqual({ Unassigned: 5, Own: 2 });
  await settle();
  expect(await salesBy("category")).toEqual({ Unassigned: 5, Own: 2 });
});

test("a group that its list does not have, and a row without a key, are rejected with the reason", async () => {
  const outcome = await testApp.as(asTenant(), (context) =>
    ingestFacts(context, {
      fact: "member_details",
      source,
      records: [
        { source_key: "Driver|D1", list: "Driver", key: "D1", category: "Drinks" },
        { source_key: "x", list: "Product", name: "Tea" },
        { source_key: "Product|long", list: "Product", key: "P".repeat(181) },
      ],
    }),
  );
  expect(outcome.rejected).toEqual([
    { index: 0, field: "category", message: "The list Driver has no such group." },
    { index: 1, field: "key", message: "This field is missing." },
    { index: 2, field: "key", message: "Use a text of up to 180 characters." },
  ]);
});

test("lists of one tenant name nothing of another", async () => {
  const theirs = tenantId;
  await sell({ a: { product: "P1" } });
  tenantId = `${theirs}-b`;
  await sell({ a: { product: "P1" } });
  await loadDetails([{ list: "Product", key: "P1", name: "Espresso", category: "Drinks" }]);
  expect([await salesBy("product"), await salesBy("category")]).toEqual([{ Espresso: 1 }, { Drinks: 1 }]);
  const { rows } = await testApp.as(systemCaller("test", theirs), ({ db }) =>
    sql`select from member_details union all select from member_groups`.execute(db),
  );
  expect(rows).toEqual([]);
  tenantId = theirs;
  expect([await salesBy("product"), await salesBy("category")]).toEqual([{ P1: 1 }, { Unassigned: 1 }]);
});
