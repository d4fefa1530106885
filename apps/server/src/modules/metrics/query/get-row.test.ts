import { errorBody } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { factTable, randomNumbers, randomRecord } from "../../../testing/facts.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { factTables } from "../facts/fact-tables.ts";
import { ingestFacts } from "../facts/ingest-facts.ts";
import { registry } from "../model/registry.ts";

const own = "detail-a";
const theirs = "detail-b";
const canary = "canary";
const time = { from: "2025-11-01", to: "2026-03-19" };
let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  for (const tenantId of [own, theirs]) {
    const random = randomNumbers(11);
    for (const { table } of factTables) {
      const records = Array.from({ length: 60 }, (_, index) => {
        const record = randomRecord(factTable(table), random);
        return { ...(tenantId === theirs ? madeTheirs(table, record) : record), source_key: `twin ${index}` };
      });
      await ingest(tenantId, table, records);
    }
  }
});
afterAll(() => testApp.close());

/** The same keys, receipts, entries and documents, so that only the tenant tells the rows apart. */
function madeTheirs(table: string, record: object): Record<string, unknown> {
  const { columns } = factTable(table);
  const changed = Object.entries(record).map(([name, value]) => {
    const type = columns[name]?.type;
    if (type === "text" && !/receipt|entry|document/.test(name)) return [name, `${canary} ${value}`];
    return [name, typeof type === "object" && "member" in type ? `${canary} ${value}` : value];
  });
  return { ...Object.fromEntries(changed), ...("history" in record && { history: [{ at: "x", kind: canary }] }) };
}

async function ingest(tenantId: string, fact: string, records: Record<string, unknown>[]) {
  const outcome = await testApp.as(systemCaller("test", tenantId), (context) =>
    ingestFacts(context, { fact, source: "src", records }),
  );
  expect(outcome.rejected).toEqual([]);
}

async function open(metric: unknown, key: unknown, tenantId = own) {
  const response = await testApp.app.inject({
    method: "POST",
    url: "/api/metrics/row",
    headers: signedInAs("manager", tenantId),
    payload: { metric, key } as object,
  });
  return { status: response.statusCode, text: response.body, body: response.json() };
}

async function listRowsBehind(metric: string, tenantId = own, limit = 500): Promise<Record<string, unknown>[]> {
  const response = await testApp.app.inject({
    method: "POST",
    url: "/api/metrics/rows",
    headers: signedInAs("manager", tenantId),
    payload: { metric, time, limit },
  });
  expect(response.statusCode).toBe(200);
  return response.json().items;
}

const metrics = [...registry.metrics.keys()];

/** What a row's amounts are in stands beside its cells. */
const cellNames = ({ currency: _, ...cells }: Record<string, unknown>) => Object.keys(cells).sort();

test.each(metrics)("each row behind %s opens by its key, with the same values", async (metric) => {
  for (const { key, ...cells } of (await listRowsBehind(metric)).slice(0, 5)) {
    const { status, text, body } = await open(metric, key);
    expect(status, text).toBe(200);
    expect(body.row).toMatchObject(cells);
    expect(body.columns.map(({ id }: { id: string }) => id).sort()).toEqual(cellNames(body.row));
    expect(text).not.toContain(canary);
    for (const { columns, rows } of body.related) {
      const ids = columns.map(({ id }: { id: string }) => id).sort();
      for (const row of rows) expect(cellNames(row)).toEqual(ids);
    }
  }
});

test("a stock item shows its latest movements from the newest, with what is left", async () => {
  const item = { warehouse: "Main", product: "Nut" };
  await ingest(own, "stock_items", [
    { ...item, source_key: "nuts", listed_at: "2026-01-01T00:00:00Z", reorder_point_milli: 99_000 },
  ]);
  await ingest(
    own,
    "stock_movements",
    [5000, -2000].map((quantity, index) => ({
      ...item,
      source_key: `nuts ${index}`,
      movement_type: "Adjustment",
      value_minor: 1,
      moved_at: `2026-02-0${index + 1}T00:00:00Z`,
      quantity_milli: quantity,
    })),
  );
  const { body } = await open("low_stock_item_count", "src/nuts");
  const [{ title, rows, ownPlace }] = body.related;
  expect(title).toBe("Latest movements of this product in this warehouse");
  expect(rows.map((row: Record<string, number>) => [row.quantity_milli, row.balance_milli])).toEqual([
    [-2000, 3000],
    [5000, 5000],
  ]);
  expect(ownPlace).toBeNull();
});

test("a document shows the steps of its approval with their waits, and each step the others", async () => {
  const document = { source_key: "contract", title: "Contract", status: "In review" };
  await ingest(own, "documents", [
    { ...document, created_at: "2026-03-01T08:00:00Z", submitted_at: "2026-03-01T09:00:00Z" },
  ]);
  const step = { document_key: "contract", approver: "Mona", entered_at: "2026-03-01T09:00:00Z" };
  await ingest(own, "approval_steps", [
    { ...step, source_key: "contract-1", step_number: 1, decided_at: "2026-03-01T10:00:00Z" },
    { ...step, source_key: "contract-2", step_number: 2, entered_at: "2026-03-01T10:00:00Z" },
  ]);
  const { body } = await open("document_count", "src/contract");
  expect(body.related[0].rows).toEqual([
    expect.objectContaining({ step_number: 1, approver: "Mona", wait_seconds: 3600 }),
    expect.objectContaining({ step_number: 2, wait_seconds: null }),
  ]);
  expect(body.timeline.map(({ label }: { label: string }) => label)).toEqual(["Created", "Submitted"]);
  const metric = [...registry.metrics.values()].find(({ formula }) =>
    JSON.stringify(formula).includes("approval_steps."),
  );
  const { body: opened } = await open(metric?.id, "src/contract-2");
  expect([opened.related[0].rows.length, opened.related[0].ownPlace]).toEqual([2, 1]);
});

const times = {
  created_at: "2026-03-10T08:00:00.000Z",
  assigned_at: "2026-03-10T08:10:00.000Z",
  accepted_at: "2026-03-10T08:12:00.000Z",
  started_at: "2026-03-10T08:30:00.000Z",
  arrived_at: "2026-03-10T09:00:00.000Z",
  completed_at: "2026-03-10T09:07:00.000Z",
  due_at: "2026-03-10T08:45:00.000Z",
};

test("a delivery tells its way with times and actors, its place and the parts of its time", async () => {
  const history = [
    { at: times.created_at, kind: "created", by: "System" },
    { at: times.assigned_at, kind: "assigned", by: "Dispatcher" },
    { at: "2026-03-10T08:50:00Z", kind: "called_customer", by: "Ali", note: "No answer" },
    { at: times.completed_at, kind: "delivered", by: "Ali" },
  ];
  const index = { latitude: 25.2, longitude: 55.3 };
  const task = { source_key: "a/b c%", status: "Delivered", driver: "Ali", attempts: 1, ...times, ...index, history };
  await ingest(own, "delivery_tasks", [task]);
  const row = (await listRowsBehind("delivered_count")).find((item) => item.task === "a/b c%");
  const { body } = await open("delivered_count", row?.key);
  expect(body.timeline.map(({ at, label, note }: Record<string, string>) => [at, label, note])).toEqual([
    [times.created_at, "Created", "System"],
    [times.assigned_at, "Assigned", "Dispatcher"],
    [times.accepted_at, "Accepted", null],
    [times.started_at, "Started", null],
    [times.due_at, "Due", null],
    ["2026-03-10T08:50:00.000Z", "Called customer", "Ali · No answer"],
    [times.arrived_at, "Arrived", null],
    [times.completed_at, "Delivered", "Ali"],
  ]);
  expect(body.place).toEqual(index);
  expect(body.row).toMatchObject({
    task_type: "Delivery",
    driver: "Ali",
    late_seconds: 22 * 60,
    assign_seconds: 600,
    accept_seconds: 120,
    depart_seconds: 18 * 60,
    travel_seconds: 30 * 60,
    stop_seconds: 7 * 60,
    has_proof: false,
  });
});

test.each([
  ["is no list", { at: "2026-03-10T08:00:00Z" }],
  ["is a text", "created"],
  ["holds what is no entry", [null, 1, "x", [], {}, { at: 5, kind: 5 }, { at: "soon", kind: "made" }]],
  ["holds impossible years", [{ at: "+275760-09-13T00:00:00Z", kind: "made" }]],
])("a history that %s leaves the times of the row", async (_words, history) => {
  const task = { source_key: "odd history", status: "Planned", created_at: times.created_at, history };
  await ingest(own, "delivery_tasks", [task]);
  const { status, body } = await open("delivery_count", "src/odd%20history");
  expect(status).toBe(200);
  expect(body.timeline).toEqual([{ at: times.created_at, label: "Created", note: null }]);
});

test("a movement stands among those before and after it, each with what was left", async () => {
  const product = { warehouse: "Main", product: "Bolt" };
  const moved = Array.from({ length: 60 }, (_, index) => ({
    ...product,
    source_key: `move ${String(index).padStart(2, "0")}`,
    movement_type: "Receipt",
    moved_at: new Date(Date.UTC(2026, 1, 1, index)).toISOString(),
    quantity_milli: 1000,
    value_minor: 1,
  }));
  await ingest(own, "stock_movements", [...moved, { ...moved[0], source_key: "elsewhere", warehouse: "Other" }]);
  const { body } = await open("movement_qty", "src/move%2030");
  const [{ rows, ownPlace }] = body.related;
  expect(rows).toHaveLength(40);
  expect(rows[ownPlace]).toMatchObject({ quantity_milli: 1000, balance_milli: 31_000 });
  expect([rows[0].balance_milli, rows.at(-1).balance_milli]).toEqual([12_000, 51_000]);
  const { body: first } = await open("movement_qty", "src/move%2000");
  expect(first.related[0].rows).toHaveLength(21);
  expect(first.related[0].ownPlace).toBe(0);
});

test("a line of a receipt shows the others, and a posting those it balances with", async () => {
  const line = { sold_at: "2026-03-05T10:00:00Z", quantity_milli: 1000, gross_minor: 500, receipt_key: "R 1" };
  await ingest(own, "sale_lines", [
    { ...line, source_key: "R1-1" },
    { ...line, source_key: "R1-2", is_return: true },
    { ...line, source_key: "R2-1", receipt_key: "R 2" },
  ]);
  const { body: sale } = await open("net_sales", "src/R1-1");
  expect(sale.related[0].rows).toEqual([expect.objectContaining({ line: "R1-2", gross_minor: -500 })]);
  const posting = { entry_key: "E 1", account: "Bank", account_type: "Cash", posted_at: "2026-03-05T10:00:00Z" };
  await ingest(own, "ledger_postings", [
    { ...posting, source_key: "E1-1", amount_minor: 700 },
    { ...posting, source_key: "E1-2", amount_minor: -700, account: "Sales", account_type: "Income" },
  ]);
  const { body: booked } = await open("cash_balance", "src/E1-1");
  expect(booked.related[0].rows).toEqual([expect.objectContaining({ account: "Sales", amount_minor: -700 })]);
});

test("the key of another tenant's row does not exist, just like an invented one", async () => {
  await ingest(theirs, "delivery_tasks", [{ source_key: "only theirs", status: "Planned", ...times }]);
  expect((await open("delivery_count", "src/only%20theirs", theirs)).status).toBe(200);
  for (const key of ["src/only%20theirs", "src/invented", "other/twin%201"]) {
    const { status, body } = await open("delivery_count", key);
    expect([status, body.error.kind]).toEqual([404, "not_found"]);
    expect(body.error.message).not.toContain("theirs");
  }
});

test.each([
  ["SQL as a metric", "metric", "x' or 1=1; --", "src/twin 1"],
  ["no metric", "metric", "", "src/twin 1"],
  ["no key", "key", "delivery_count", ""],
  ["a key of one part", "key", "delivery_count", "src"],
  ["a key of too many parts", "key", "delivery_count", "src/twin/1"],
  ["a key of another kind of row", "key", "receivable_balance", "src/twin 1"],
  ["a key that cannot be decoded", "key", "delivery_count", "src/%E0%A4%A"],
  ["a NUL in the key", "key", "delivery_count", "src/a%00b"],
  ["a key of a million characters", "key", "delivery_count", "x".repeat(900_000)],
  ["a list as the key", "key", "delivery_count", ["src", "twin 1"]],
  ["an object as the key", "key", "delivery_count", { source: "src" }],
])("a row asked with %s is refused by the name of the field", async (_words, field, metric, key) => {
  const { status, body } = await open(metric, key);
  const { error } = errorBody.strict().parse(body);
  expect([status, error.kind], error.message).toEqual([400, "invalid_input"]);
  expect(Object.keys(error.fields ?? {})).toEqual([field]);
});

test.each([
  ["SQL", "delivery_count", "src/x' or 1=1; drop table delivery_tasks; --"],
  ["SQL for a source", "delivery_count", "' or ''='/x"],
  ["a day that is none", "receivable_balance", "src/twin 1/not a day/1"],
  ["SQL for a day", "receivable_balance", "src/twin 1/' or 1=1 --/1"],
])("a key that holds %s finds nothing", async (_words, metric, key) => {
  expect((await open(metric, key)).status).toBe(404);
  expect((await listRowsBehind("delivery_count")).length).toBeGreaterThan(5);
});

test("a visitor is asked to sign in", async () => {
  const payload = { metric: "delivery_count", key: "src/twin%201" };
  const { statusCode } = await testApp.app.inject({ method: "POST", url: "/api/metrics/row", payload });
  expect(statusCode).toBe(401);
});
