import type { LedgerEntry, RouteOutput, Routes } from "@console/contracts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { platformTenant, systemCaller } from "../../platform/context.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { insertTenant } from "../directory/index.ts";
import { ingestFacts } from "../metrics/index.ts";

type Order = RouteOutput<Routes["getOrder"]>;

let testApp: TestApp;
const north = "north";
const south = "south";
const admin = signedInAs("admin", "platform", "boss");

const shared = { created_at: "2026-03-10T08:00:00Z", order_reference: "SO-7" };
const item = { warehouse: "Main", product: "Rice" };
const facts: Record<string, Record<string, unknown>[]> = {
  delivery_tasks: [
    {
      ...shared,
      source_key: "task-1",
      status: "Failed",
      driver: "Ali",
      completed_at: "2026-03-10T09:00:00Z",
      history: [{ at: "2026-03-10T08:00:00Z", kind: "created", by: "Dispatcher" }],
    },
    { ...shared, source_key: "task-2", status: "Delivered", has_proof: true, created_at: "2026-03-11T08:00:00Z" },
    { ...shared, source_key: "task-3", status: "Delivered", order_reference: "SO-71" },
  ],
  order_lines: [
    { ...item, source_key: "line-1", order_reference: "SO-7", ordered_at: "2026-03-09T08:00:00Z", ordered_milli: 2000 },
  ],
  stock_movements: [
    { ...item, source_key: "m-1", movement_type: "Issue", moved_at: "2026-03-09T09:00:00Z", quantity_milli: -2000 },
    { ...item, source_key: "m-2", movement_type: "Transfer", moved_at: "2026-03-09T09:00:00Z", quantity_milli: -1000 },
  ].map((record) => ({ ...record, reference: "SO-7" })),
  sale_lines: [
    {
      source_key: "sale-1",
      order_reference: "SO-7",
      receipt_key: "r1",
      sold_at: "2026-03-09T07:00:00Z",
      quantity_milli: 2000,
      gross_minor: 4300,
    },
  ],
  documents: [{ ...shared, source_key: "doc-1", title: "Delivery note", status: "Approved" }],
  ledger_postings: [
    {
      source_key: "p-1",
      entry_key: "e-1",
      order_reference: "SO-7",
      account: "Bank",
      account_type: "Cash",
      posted_at: "2026-03-09T07:00:00Z",
      amount_minor: 4300,
    },
  ],
};

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  await testApp.as(systemCaller("test", platformTenant), async (context) => {
    for (const id of [north, south]) await insertTenant(context, { id, name: id, aiq_type: "Tookan" });
  });
  await testApp.as(systemCaller("test", north), async (context) => {
    for (const [fact, records] of Object.entries(facts)) {
      const { rejected } = await ingestFacts(context, { fact, source: "src", records });
      expect(rejected).toEqual([]);
    }
  });
  for (const [code, type] of [
    ["1100", "receivable"],
    ["4000", "income"],
  ]) {
    expect((await callBook("POST", "accounts", { code, name: code, type })).status).toBe(201);
  }
  for (const [reference, text, amountMinor] of [
    ["SO-7", "Fee of SO-7", 500],
    ["INV-1", "Fee", 700],
  ] as const) {
    const lines = [
      { account: "1100", amountMinor },
      { account: "4000", amountMinor: -amountMinor },
    ];
    expect((await callBook("POST", "entries", { key: reference, reference, text, lines })).status).toBe(201);
  }
});
afterAll(() => testApp.close());

async function callBook(method: "GET" | "POST", place: string, payload?: object) {
  const headers = signedInAs("accountant", north, "keeper");
  const response = await testApp.app.inject({
    method,
    url: `/api/ledger/${place}`,
    headers,
    ...(payload && { payload }),
  });
  return { status: response.statusCode, body: response.json() };
}

async function read(reference: string, { tenant = north, role = "user", headers = {} } = {}) {
  const url = `/api/orders/${encodeURIComponent(reference)}`;
  const response = await testApp.app.inject({ url, headers: { ...signedInAs(role, tenant, "reader"), ...headers } });
  return { status: response.statusCode, body: response.json() as Order & { error: { message: string } } };
}

const countParts = ({ parts }: Order) => Object.fromEntries(parts.map(({ name, total }) => [name, total]));

test("an order is told across deliveries, warehouse, sales, documents and the ledger", async () => {
  const { status, body } = await read("SO-7");
  expect([status, body.reference]).toEqual([200, "SO-7"]);
  expect(countParts(body)).toEqual({
    deliveries: 2,
    orderLines: 1,
    movements: 1,
    sales: 1,
    documents: 1,
    postings: 1,
    entries: 1,
  });
  expect(body.parts.every(({ isOpen }) => isOpen)).toBe(true);
  const part = (name: string) => body.parts.find((one) => one.name === name)?.rows ?? [];
  expect(part("deliveries").map(({ key, task }) => [key, task])).toEqual([
    ["src/task-1", "task-1"],
    ["src/task-2", "task-2"],
  ]);
  expect(part("movements")).toMatchObject([{ movement: "m-1", reference: "SO-7", product: "Rice" }]);
  expect(part("sales")).toMatchObject([{ receipt_key: "r1", order_reference: "SO-7", gross_minor: 4300 }]);
  expect(body.entries).toMatchObject([{ text: "Fee of SO-7", reference: "SO-7" }]);
});

test("its deliveries come with their history and their proof", async () => {
  const { body } = await read("SO-7");
  const [failed, delivered] = body.deliveries;
  expect(failed?.timeline[0]).toMatchObject({ label: "Created", note: "Dispatcher" });
  expect(delivered?.row).toMatchObject({ task: "task-2", has_proof: true });
  expect(body.deliveries.map(({ order }) => order)).toEqual(["SO-7", "SO-7"]);
});

test("a reference is found with other capitals and blanks around it, and told as it is written", async () => {
  const { status, body } = await read(" so-7 ");
  expect([status, body.reference]).toEqual([200, "SO-7"]);
});

test("an unknown order, one of another tenant and the beginning of one are not there", async () => {
  for (const [reference, tenant] of [
    ["SO-8", north],
    ["SO-7", south],
    ["SO", north],
  ] as const) {
    const { status, body } = await read(reference, { tenant });
    expect([status, body.error.message]).toEqual([404, `There is no order ${reference} in what you have access to.`]);
  }
});

test("platform admins read the order of a tenant that they name", async () => {
  const { status, body } = await read("SO-7", { tenant: "platform", role: "admin", headers: { "x-tenant": north } });
  expect([status, body.reference]).toEqual([200, "SO-7"]);
});

test("a long list is cut, and says how many there are", async () => {
  await testApp.as(systemCaller("test", north), async (context) => {
    const records = Array.from({ length: 60 }, (_, place) => ({
      ...facts.sale_lines?.[0],
      source_key: `many-${place}`,
      order_reference: "SO-60",
    }));
    await ingestFacts(context, { fact: "sale_lines", source: "src", records });
  });
  const { body } = await read("SO-60");
  const sales = body.parts.find(({ name }) => name === "sales");
  expect([sales?.total, sales?.rows.length]).toEqual([60, 50]);
});

test("parts whose reports are not given to the tenant are named and say nothing", async () => {
  const url = "/api/admin/tenants/rows/north";
  const give = async (reports: string[]) => {
    const { version } = (await testApp.app.inject({ url, headers: admin })).json();
    const payload = { version, fields: { reports } };
    const changed = await testApp.app.inject({ method: "PATCH", url, headers: admin, payload });
    expect(changed.statusCode, changed.body).toBe(200);
  };
  await give(["docman-report"]);
  const { body } = await read("SO-7");
  const open = body.parts.filter(({ isOpen }) => isOpen).map(({ name }) => name);
  expect(open).toEqual(["documents", "entries"]);
  expect(countParts(body)).toMatchObject({ deliveries: 0, sales: 0, documents: 1, entries: 1 });
  expect(body.deliveries).toEqual([]);
  expect((await read("SO-60")).status).toBe(404);
  const found = await testApp.app.inject({ url: "/api/search?q=SO-", headers: signedInAs("user", north, "reader") });
  expect(found.json().hits.filter(({ kind }: { kind: string }) => kind === "order")).toMatchObject([{ title: "SO-7" }]);
  await give([]);
});

test("a row tells the order that it belongs to, and an entry the one that its reference names", async () => {
  const open = async (metric: string, key: string) =>
    (
      await testApp.app.inject({
        method: "POST",
        url: "/api/metrics/row",
        headers: signedInAs("user", north, "reader"),
        payload: { metric, key },
      })
    ).json().order;
  expect(await open("net_sales", "src/sale-1")).toBe("SO-7");
  expect(await open("document_count", "src/doc-1")).toBe("SO-7");
  expect(await open("outbound_qty", "src/m-1")).toBe("SO-7");
  expect(await open("outbound_qty", "src/m-2")).toBeNull();
  const { items } = (await callBook("GET", "entries")).body as { items: LedgerEntry[] };
  const orders = await Promise.all(items.map(async ({ id }) => (await callBook("GET", `entries/${id}`)).body.order));
  expect(orders).toEqual([null, "SO-7"]);
});

test("the postings of an entry carry its reference as the order", async () => {
  const { rows } = await testApp.as(systemCaller("test", north), ({ db }) =>
    sql`select distinct order_reference from ledger_postings
      where tenant_id = ${north} and source = 'ledger' order by 1`.execute(db),
  );
  expect(rows).toEqual([{ order_reference: "INV-1" }, { order_reference: "SO-7" }]);
});
