import { metricQuery } from "@console/contracts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { platformTenant, systemCaller } from "../../../platform/context.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { insertTenant } from "../../directory/index.ts";
import { ingestFacts } from "../facts/ingest-facts.ts";
import { undoPiece } from "../facts/undo-load.ts";
import { registry } from "../model/registry.ts";
import { queryMetrics } from "../query/query-metrics.ts";
import { settleRollups } from "../rollups/settle-rollups.ts";
import { promiseRecount, recountPiece } from "./recount-days.ts";

let testApp: TestApp;
let tenantId: string;
let tenants = 0;
beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
});
afterAll(() => testApp.close());
beforeEach(async () => {
  tenants += 1;
  tenantId = `locale-${tenants}`;
  await testApp.as(systemCaller("test", platformTenant), (context) =>
    insertTenant(context, { id: tenantId, name: tenantId, aiq_type: "Genesis", time_zone: "UTC", currency: "USD" }),
  );
});

const caller = () => systemCaller("test", tenantId);
const admin = signedInAs("admin", "platform", "boss");

const line = (key: string, more: object = {}) => ({
  source_key: key,
  receipt_key: `r${key}`,
  sold_at: "2026-03-10T22:30:00Z",
  quantity_milli: 1000,
  gross_minor: 1000,
  ...more,
});

function ingest(records: object[], load?: string) {
  return testApp.as(caller(), (context) =>
    ingestFacts(context, {
      fact: "sale_lines",
      source: "till",
      records: records as Record<string, unknown>[],
      ...(load && { load }),
    }),
  );
}

function ask(metrics: string[], question: object = {}) {
  const time = { from: "2026-03-01", to: "2026-04-01" };
  return testApp.inSnapshot(caller(), (context) =>
    queryMetrics(context, metricQuery.parse({ metrics, time, ...question })),
  );
}

/** Sums by rollups, whatever they cost. */
async function settle(): Promise<void> {
  const everyRollup = { fewestRows: 0, rowsPerCell: 0 };
  while (await testApp.as(caller(), (context) => settleRollups(context, registry, everyRollup)));
}

async function call(method: "GET" | "POST", path: string, payload?: object) {
  const url = `/api/admin/tenants/${tenantId}/locale${path}`;
  const response = await testApp.app.inject({ method, url, headers: admin, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
}

const mixed = () => [
  line("1"),
  line("2", { gross_minor: 2550 }),
  line("3", { currency: "JPY", gross_minor: 1200 }),
  line("4", { currency: "KWD", gross_minor: 1234, cost_minor: 234 }),
  line("5", { currency: "KWD", gross_minor: 766 }),
];

test.each(["facts", "sums"])(
  "from %s, money counts in one currency, and the others are told with their own decimals",
  async (from) => {
    await ingest(mixed());
    if (from === "sums") await settle();
    const { totals, rules } = await ask([
      "net_sales",
      "units_sold",
      "transaction_count",
      "avg_basket_value",
      "gross_margin_pct",
    ]);
    expect(totals).toMatchObject({ net_sales: 35.5, units_sold: 5, transaction_count: 5, avg_basket_value: 17.75 });
    // Nobody knows a cost in dollars.
    expect(totals.gross_margin_pct).toBeNull();
    const [net, units, , basket, margin] = rules;
    const others = [
      { currency: "KWD", rows: 2, amount: 2 },
      { currency: "JPY", rows: 1, amount: 1200 },
    ];
    expect(net?.otherCurrencies).toEqual(others);
    expect(net?.exclusions).toEqual([{ label: "In other currencies", count: 3 }]);
    expect(units?.otherCurrencies).toEqual([]);
    expect(basket?.otherCurrencies).toEqual(others);
    expect(margin?.otherCurrencies).toEqual([{ currency: "KWD", rows: 1, amount: null }]);
  },
);

test("what is not in the period or under the filters is not told", async () => {
  await ingest([line("1", { branch: "North" }), line("2", { branch: "South", currency: "EUR" })]);
  const rules = async (question: object) => (await ask(["net_sales"], question)).rules[0]?.otherCurrencies;
  expect(await rules({ filters: [{ field: "branch", values: ["North"] }] })).toEqual([]);
  expect(await rules({ time: { from: "2026-03-11", to: "2026-04-01" } })).toEqual([]);
  expect(await rules({ dimensions: ["branch"] })).toEqual([{ currency: "EUR", rows: 1, amount: 10 }]);
});

test("rows name their own currency, and their sums are of one", async () => {
  await ingest(mixed());
  const response = await testApp.app.inject({
    method: "POST",
    url: "/api/metrics/rows",
    headers: signedInAs("manager", tenantId),
    payload: {
      metric: "units_sold",
      time: { from: "2026-03-01", to: "2026-04-01" },
      sort: { by: "line", dir: "asc" },
      totals: true,
    },
  });
  const { items, totals } = response.json();
  expect(items.map((item: Record<string, unknown>) => item.currency)).toEqual([
    undefined,
    undefined,
    "JPY",
    "KWD",
    "KWD",
  ]);
  expect(totals).toMatchObject({ count: 5, otherCurrencyRows: 3, sums: { gross_minor: 3550, quantity_milli: 5000 } });
});

test("a row that comes again without a currency is unchanged, and a code that nobody knows is refused", async () => {
  await ingest(mixed());
  expect(await ingest(mixed())).toMatchObject({ unchanged: 5, written: 0, replaced: 0 });
  expect((await ingest([line("6", { currency: "XQX" })])).rejected).toEqual([
    { index: 0, field: "currency", message: "Use the code of a currency, such as USD." },
  ]);
  // A row that says nothing of amounts keeps what its amounts are in.
  await ingest([line("3", { currency: "JPY", gross_minor: 1200 })]);
  expect((await ask(["net_sales"])).totals.net_sales).toBe(35.5);
});

test("with facts, a currency changes only by its plan, figures are right at once, and undoing brings back the old rows", async () => {
  const load = "00000000-0000-4000-8000-000000000001";
  await ingest([line("1"), line("2", { currency: "EUR", gross_minor: 700 })], "00000000-0000-4000-8000-000000000000");
  await settle();
  expect((await ask(["net_sales"])).totals.net_sales).toBe(10);
  const wanted = { currency: "EUR", timeZone: "UTC" };
  const refused = await call("POST", "", wanted);
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    "2 rows are stored. Look at the plan of this change and confirm it.",
  ]);
  const { body: plan } = await call("POST", "/plan", wanted);
  expect(plan).toEqual({
    plan: expect.any(String),
    facts: 2,
    currency: { from: "USD", to: "EUR", leaving: 1, joining: 1, connections: [] },
    timeZone: null,
  });
  expect((await call("POST", "", { ...wanted, currency: "KWD", plan: plan.plan })).status).toBe(409);
  expect((await call("POST", "", { ...wanted, plan: plan.plan })).body).toEqual({ ...wanted, isRecounting: false });
  const answer = await ask(["net_sales"]);
  expect([answer.currency, answer.totals.net_sales, answer.rules[0]?.otherCurrencies]).toEqual([
    "EUR",
    7,
    [{ currency: "USD", rows: 1, amount: 10 }],
  ]);
  await settle();
  expect((await ask(["net_sales"])).totals.net_sales).toBe(7);
  // What comes again without a currency is read in the new one; undone, it is what it was.
  expect(await ingest([line("1")], load)).toMatchObject({ replaced: 1 });
  expect((await ask(["net_sales"])).totals.net_sales).toBe(17);
  let place: Parameters<typeof undoPiece>[2] | null = { table: 0, stage: "own", after: "" };
  while (place) {
    const from: Parameters<typeof undoPiece>[2] = place;
    place = (await testApp.as(caller(), (context) => undoPiece(context, { load, source: "till" }, from, 10))).next;
  }
  expect((await ask(["net_sales"])).totals.net_sales).toBe(7);
  const response = await testApp.app.inject({
    method: "GET",
    url: `/api/admin/audit?search=tenants/${tenantId}&sort=at`,
    headers: admin,
  });
  expect(response.json().items.map((one: { act: string }) => one.act)).toEqual(["tenants.locale"]);
});

test("without facts it changes at once, and what is no currency or zone is refused at its field", async () => {
  expect((await call("POST", "", { currency: "KWD", timeZone: "Asia/Kuwait" })).status).toBe(200);
  expect((await call("GET", "")).body).toEqual({ currency: "KWD", timeZone: "Asia/Kuwait", progress: null });
  expect((await call("POST", "", { currency: "XQX", timeZone: "UTC" })).body.error.fields).toHaveProperty("currency");
  expect((await call("POST", "", { currency: "USD", timeZone: "Mars" })).body.error.fields).toHaveProperty("timeZone");
});

const byDay = async () => {
  const { rows } = await ask(["net_sales"], { grain: "day", time: { from: "2026-03-10", to: "2026-03-12" } });
  return Object.fromEntries(rows.map((row) => [row.period, row.net_sales]));
};

test("facts keep their days in a new zone, unless all days are counted anew", async () => {
  await ingest([line("1"), line("2", { sold_at: "2026-03-10T08:00:00Z" })]);
  await settle();
  const wanted = { currency: "USD", timeZone: "Asia/Bahrain" };
  const { body: plan } = await call("POST", "/plan", wanted);
  expect(plan.timeZone).toEqual({ from: "UTC", to: "Asia/Bahrain", rows: 2, moving: 1 });
  await call("POST", "", { ...wanted, plan: plan.plan });
  expect(await byDay()).toEqual({ "2026-03-10": 20, "2026-03-11": null });
});

test("counting days anew moves rows piece by piece, and goes on where it was stopped", async () => {
  await ingest(
    Array.from({ length: 5 }, (_, index) => line(`${index}`)),
    "00000000-0000-4000-8000-000000000009",
  );
  await ingest([line("0", { gross_minor: 3000 })], "00000000-0000-4000-8000-000000000008");
  await settle();
  await testApp.as(caller(), async (context) => {
    await context.db.updateTable("tenants").set({ time_zone: "Asia/Bahrain" }).where("id", "=", tenantId).execute();
    await promiseRecount(context, "Asia/Bahrain");
  });
  const piece = () => testApp.as(caller(), (context) => recountPiece(context, "Asia/Bahrain", 2));
  const table = async () => (await call("GET", "")).body.progress;
  // The tables before that of sales have no rows.
  for (let step = 0; step < 7; step++) expect(await piece()).toBe(true);
  expect(await table()).toEqual({ done: 2, total: 5, state: "running" });
  expect(await byDay()).toEqual({ "2026-03-10": 30, "2026-03-11": 40 });
  while (await piece());
  expect(await table()).toEqual({ done: 5, total: 5, state: "done" });
  expect(await byDay()).toEqual({ "2026-03-10": 0, "2026-03-11": 70 });
  await settle();
  expect(await byDay()).toEqual({ "2026-03-10": 0, "2026-03-11": 70 });
  expect(await piece()).toBe(false);
});

test("days without times stay the days that they are when all days are counted anew, also those that an undo brings back", async () => {
  const load = "00000000-0000-4000-8000-000000000007";
  const day = (key: string, more: object = {}) => line(key, { sold_at: "2026-03-11T00:00:00Z", ...more });
  await ingest([day("1"), day("2")]);
  await ingest([day("1", { gross_minor: 4000 })], load);
  const wanted = { currency: "USD", timeZone: "America/New_York" };
  const { body: plan } = await call("POST", "/plan", wanted);
  expect(plan.timeZone).toMatchObject({ rows: 2, moving: 0 });
  await call("POST", "", { ...wanted, plan: plan.plan, days: "recount" });
  while (await testApp.as(caller(), (context) => recountPiece(context, "America/New_York", 1)));
  expect(await byDay()).toEqual({ "2026-03-10": null, "2026-03-11": 50 });
  let place: Parameters<typeof undoPiece>[2] | null = { table: 0, stage: "own", after: "" };
  while (place) {
    const from: Parameters<typeof undoPiece>[2] = place;
    place = (await testApp.as(caller(), (context) => undoPiece(context, { load, source: "till" }, from, 10))).next;
  }
  expect(await byDay()).toEqual({ "2026-03-10": null, "2026-03-11": 20 });
});
