import { type MetricAnswer, type MetricQueryInput, metricQuery } from "@console/contracts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { ingestFacts } from "../facts/ingest-facts.ts";
import type { FactRecord } from "../facts/read-records.ts";
import { registry } from "../model/registry.ts";
import { settleRollups } from "../rollups/settle-rollups.ts";
import { queryMetrics } from "./query-metrics.ts";

const caller = systemCaller("test", "unknown");
let testApp: TestApp;

/** Sales of 10.00 each: those of January without costs, of the five of March three with a cost of 6.00. */
const sale = (key: string, day: string, more: FactRecord = {}): FactRecord => ({
  source_key: key,
  receipt_key: key,
  sold_at: `${day}T10:00:00Z`,
  quantity_milli: 1000,
  gross_minor: 1000,
  ...more,
});
const sales = [
  sale("1", "2026-01-10"),
  sale("2", "2026-01-20"),
  ...[1, 2, 3].map((number) => sale(`3${number}`, "2026-03-05", { cost_minor: 600 })),
  sale("41", "2026-03-06"),
  sale("42", "2026-03-06"),
];
const deliveries = [1, 2].map((number) => ({
  source_key: `${number}`,
  status: "Delivered",
  created_at: "2026-03-02T08:00:00Z",
}));
/** More has left of bolts than came, pins are used up, nuts lie, and of washers nobody knows anything. */
const movements = [
  { product: "Bolt", movement_type: "Issue", quantity_milli: -777_668_000, value_minor: -100 },
  { product: "Nut", movement_type: "Return", quantity_milli: 5000, value_minor: 50 },
  { product: "Pin", movement_type: "Opening", quantity_milli: 2000, value_minor: 30 },
  { product: "Pin", movement_type: "Issue", quantity_milli: -2000, value_minor: -30 },
].map((movement, index) => ({
  ...movement,
  source_key: `${index}`,
  warehouse: "Main",
  category: movement.product === "Bolt" ? "Steel" : "Brass",
  moved_at: "2026-03-02T08:00:00Z",
}));
const stockList = ["Bolt", "Nut", "Pin", "Washer"].map((product) => ({
  source_key: product,
  warehouse: "Main",
  product,
  reorder_point_milli: 1000,
  listed_at: "2026-03-01T08:00:00Z",
}));

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  await testApp.as(caller, async (context) => {
    await ingestFacts(context, { fact: "sale_lines", source: "tests", records: sales });
    await ingestFacts(context, { fact: "delivery_tasks", source: "tests", records: deliveries });
    await ingestFacts(context, { fact: "stock_movements", source: "tests", records: movements });
    await ingestFacts(context, { fact: "stock_items", source: "tests", records: stockList });
  });
});
afterAll(() => testApp.close());

function ask(question: MetricQueryInput): Promise<MetricAnswer> {
  return testApp.inSnapshot(caller, (context) => queryMetrics(context, metricQuery.parse(question)));
}

const january = { from: "2026-01-01", to: "2026-02-01" };
const march = { from: "2026-03-01", to: "2026-03-19" };

async function tellUnknown(metric: string, time: MetricQueryInput["time"]) {
  const { totals, rules } = await ask({ metrics: [metric], time });
  return [totals[metric], rules[0]?.unknown];
}

test.each([
  ["gross_margin_pct", january, "Needs the cost of each sale"],
  ["gross_margin_amount", january, "Needs the cost of each sale"],
  ["discount_amount", january, "Needs the discounts of sales"],
  ["customer_count", january, "Needs the customer of each sale"],
  ["cost_per_delivery", march, "Needs the cost of each delivery"],
  ["delivery_cost", march, "Needs the cost of each delivery"],
  ["first_attempt_rate", march, "Needs the number of attempts of each delivery"],
  ["avg_delivery_minutes", march, "Needs the time of setting off and of completion of each delivery"],
  ["p90_delivery_minutes", march, "Needs the time of setting off and of completion of each delivery"],
  ["on_time_rate", march, "Needs the due time and the completion of each delivery"],
  ["assigned_delivery_count", march, "Needs the time when each delivery was assigned"],
  ["sales_target", march, "Needs sales targets"],
  ["cash_balance", { asOf: "2026-03-18" }, "Needs ledger entries"],
  ["net_profit", march, "Needs ledger entries"],
  ["net_sales", { from: "2025-12-01", to: "2026-01-01" }, "There is no data before 10 Jan 2026"],
])("%s is not known without what it needs", async (metric, time, needs) => {
  expect(await tellUnknown(metric, time)).toEqual([null, needs]);
});

describe("a ledger without postings to income accounts", () => {
  const posting = (source_key: string, account_type: string, currency: string) => ({
    source_key,
    entry_key: source_key,
    account: account_type,
    account_type,
    posted_at: "2026-03-02T10:00:00Z",
    amount_minor: 700,
    supplier: "Acme",
    currency,
  });
  const metrics = ["income_amount", "net_profit", "expense_amount", "posting_count"];
  const bring = (tenant: string, records: FactRecord[]) =>
    testApp.as(systemCaller("test", tenant), (context) =>
      ingestFacts(context, { fact: "ledger_postings", source: "tests", records }),
    );
  const askOf = (tenant: string, question: MetricQueryInput) =>
    testApp.inSnapshot(systemCaller("test", tenant), (context) => queryMetrics(context, metricQuery.parse(question)));

  test("has no income and no profit that are known, and single days without any are zero once there is some", async () => {
    await bring("spender", [posting("a", "Expense", "USD")]);
    const none = await askOf("spender", { metrics, time: march, grain: "month" });
    const spent = { income_amount: null, net_profit: null, expense_amount: 7, posting_count: 1 };
    expect(none.totals).toEqual(spent);
    expect(none.rows).toEqual([{ period: "2026-03-01", ...spent }]);
    expect(none.rules.map(({ unknown }) => unknown)).toEqual([
      "Needs postings to income accounts",
      "Needs postings to income and to expense accounts",
      null,
      null,
    ]);
    await bring("spender", [
      { ...posting("b", "Income", "USD"), posted_at: "2026-03-03T10:00:00Z", amount_minor: -900 },
    ]);
    const days = await askOf("spender", {
      metrics: ["income_amount", "net_profit"],
      time: { from: "2026-03-02", to: "2026-03-04" },
      grain: "day",
    });
    expect(days.rows).toEqual([
      { period: "2026-03-02", income_amount: 0, net_profit: -7 },
      { period: "2026-03-03", income_amount: 9, net_profit: 9 },
    ]);
  });

  test("has no expenses of zero where all are in another currency", async () => {
    await bring("foreign", [posting("a", "Expense", "EUR")]);
    const { rows, rules } = await askOf("foreign", {
      metrics: ["expense_amount", "posting_count"],
      dimensions: ["supplier"],
      time: march,
    });
    expect(rows).toEqual([{ supplier: "Acme", expense_amount: null, posting_count: 1 }]);
    expect(rules[0]).toMatchObject({
      unknown: "Needs postings to expense accounts in USD",
      otherCurrencies: [{ currency: "EUR", rows: 1, amount: 7 }],
    });
  });
});

test("a member or a month whose amounts are all in another currency has no amount of zero beside others", async () => {
  await testApp.as(systemCaller("test", "mixed"), (context) =>
    ingestFacts(context, {
      fact: "sale_lines",
      source: "tests",
      records: [
        sale("1", "2026-01-10", { currency: "EUR", branch: "North" }),
        sale("2", "2026-03-05", { currency: "USD", branch: "South" }),
      ],
    }),
  );
  const time = { from: "2026-01-01", to: "2026-03-19" };
  const askMixed = (query: MetricQueryInput) =>
    testApp.inSnapshot(systemCaller("test", "mixed"), (context) => queryMetrics(context, metricQuery.parse(query)));
  const byBranch = await askMixed({ metrics: ["net_sales"], dimensions: ["branch"], time, sort: [{ by: "branch" }] });
  expect(byBranch.rows.map(({ branch, net_sales }) => [branch, net_sales])).toEqual(
    expect.arrayContaining([
      ["North", null],
      ["South", 10],
    ]),
  );
  const byMonth = await askMixed({ metrics: ["net_sales"], time, grain: "month" });
  expect(byMonth.rows.map(({ net_sales }) => net_sales)).toEqual([null, 0, 10]);
});

test("where nothing has costs, a month without sales has no margin of zero", async () => {
  const { rows } = await ask({
    metrics: ["gross_margin_amount"],
    time: { from: "2026-01-01", to: "2026-03-01" },
    grain: "month",
  });
  expect(rows.map((row) => row.gross_margin_amount)).toEqual([null, null]);
});

test("an answer with a rest says how many rows there are in all", async () => {
  const by = { metrics: ["inbound_qty"], dimensions: ["product"], time: march, other: true };
  const { rows: all } = await ask({ ...by, other: false });
  const { rows, rowsInAll } = await ask({ ...by, limit: all.length - 1 });
  expect(rowsInAll).toBe(all.length);
  expect(rows.map(({ product }) => product).at(-1)).toBe("Other");
  expect((await ask({ ...by, limit: all.length })).rowsInAll).toBeUndefined();
});

test("percentiles say how far they may be off, and those in whole minutes are exact", async () => {
  const metrics = ["p90_delivery_minutes", "p50_deviation_minutes", "delivery_count"];
  const { rules } = await ask({ metrics, time: march });
  expect(rules.map(({ accuracy }) => accuracy)).toEqual([0.01, undefined, undefined]);
});

test("what only a part of the rows has is told of that part, with how large it is", async () => {
  const metrics = ["gross_margin_amount", "gross_margin_pct", "net_sales"];
  const { totals, rules } = await ask({ metrics, time: march });
  expect(totals).toEqual({ gross_margin_amount: 12, gross_margin_pct: 0.4, net_sales: 50 });
  expect(rules[0]).toMatchObject({ unknown: null, coverage: { share: 0.6, of: "sales", what: "Costs" } });
});

test("without sales there is a margin of nothing, not an unknown one", async () => {
  expect(await tellUnknown("gross_margin_amount", { from: "2026-02-01", to: "2026-03-01" })).toEqual([0, null]);
});

test("stock by product is known where the movements explain it", async () => {
  const { rows } = await ask({
    metrics: ["stock_on_hand_qty"],
    dimensions: ["product"],
    time: { asOf: "2026-03-18" },
    sort: [{ by: "product", dir: "asc" }],
  });
  expect(rows).toEqual([
    { product: "Bolt", stock_on_hand_qty: null },
    { product: "Nut", stock_on_hand_qty: 5 },
    { product: "Pin", stock_on_hand_qty: 0 },
  ]);
});

const onStock = ["stock_on_hand_qty", "stock_value", "days_of_cover", "inventory_turnover"];
const onList = ["stock_out_count", "low_stock_item_count", "slow_moving_stock_value"];

test("totals of stock leave items out that are not known, and say how many", async () => {
  const { totals, rules } = await ask({ metrics: [...onStock, ...onList], time: march });
  expect(totals).toEqual({
    stock_on_hand_qty: 5,
    stock_value: 0.5,
    days_of_cover: 70,
    // 0.30 issued, of a stock of 0.00 before and of 0.50 at the end.
    inventory_turnover: 1.2,
    stock_out_count: 1,
    low_stock_item_count: 1,
    slow_moving_stock_value: 0.5,
  });
  const told = rules.map(({ metric, unknown, coverage, exclusions }) => {
    const left = exclusions.find(({ label }) => label === "Items without known stock")?.count;
    return [metric, unknown, coverage?.what, coverage?.share, left];
  });
  expect(told).toEqual([
    ...onStock.map((metric) => [metric, null, "Stock", expect.closeTo(2 / 3), 1]),
    ["stock_out_count", null, "Stock", 0.5, 2],
    ["low_stock_item_count", null, "Stock and reorder points", 0.5, undefined],
    ["slow_moving_stock_value", null, "Stock", 0.5, 2],
  ]);
});

test.each([
  ["stock_on_hand_qty", "Needs the opening stock or a count"],
  ["days_of_cover", "Needs the opening stock or a count"],
  ["stock_value", "Needs the opening stock or a count, and the value of each movement"],
  ["inventory_turnover", "Needs the opening stock or a count, and the value of each movement"],
  ["stock_out_count", "Needs the opening stock or a count of each item"],
  ["low_stock_item_count", "Needs the reorder point and the opening stock or a count of each item"],
  ["slow_moving_stock_value", "Needs the opening stock or a count of each item, and the value of its movements"],
])("%s is not known where no item is", async (metric = "", needs = "") => {
  const filters = [{ field: "product", op: "in" as const, values: ["Bolt"] }];
  const { totals, rules } = await ask({ metrics: [metric], time: march, filters });
  expect([totals[metric], rules[0]?.unknown]).toEqual([null, needs]);
});

test("a group is known by its own items, and a course by those of each month", async () => {
  const byCategory = await ask({
    metrics: ["stock_on_hand_qty"],
    dimensions: ["category"],
    time: { asOf: "2026-03-18" },
  });
  expect(byCategory.rows).toEqual([
    { category: "Brass", stock_on_hand_qty: 5 },
    { category: "Steel", stock_on_hand_qty: null },
  ]);
  const course = await ask({
    metrics: ["stock_on_hand_qty"],
    time: { from: "2026-02-01", to: "2026-03-19" },
    grain: "month",
  });
  expect(course.rows).toEqual([
    { period: "2026-02-01", stock_on_hand_qty: null },
    { period: "2026-03-01", stock_on_hand_qty: 5 },
  ]);
});

test("a comparison that needs days before the first fact says so and has no figures", async () => {
  const compare = { type: "range", from: "2026-01-01", to: "2026-02-01" } as const;
  const partly = await ask({ metrics: ["net_sales"], time: march, compare });
  expect(partly.totals).toEqual({ net_sales: 50, net_sales__compare: null });
  expect(partly.rules[0]?.comparisonGap).toEqual({ firstDay: "2026-01-10" });
  const whole = { type: "range", from: "2026-01-10", to: "2026-02-01" } as const;
  const compared = await ask({ metrics: ["net_sales"], time: march, compare: whole });
  expect(compared.totals).toEqual({ net_sales: 50, net_sales__compare: 20 });
  expect(compared.rules[0]?.comparisonGap).toBeNull();
});

test("a day that only follows from a fact is not one on which data began", async () => {
  const document = { title: "Lease", status: "Signed", created_at: "2026-03-02T08:00:00Z", expires_on: "1935-12-21" };
  await testApp.as(caller, (context) =>
    ingestFacts(context, { fact: "documents", source: "tests", records: [{ source_key: "1", ...document }] }),
  );
  const compare = { type: "range", from: "2026-02-01", to: "2026-03-01" } as const;
  const answer = await ask({ metrics: ["document_count"], time: march, compare });
  expect(answer.rules[0]?.comparisonGap).toEqual({ firstDay: "2026-03-02" });
});

test("a course has every month: nothing between facts, unknown before the first", async () => {
  const metrics = ["net_sales", "avg_basket_value"];
  const { rows } = await ask({ metrics, time: { from: "2025-12-01", to: "2026-03-19" }, grain: "month" });
  expect(rows).toEqual([
    { period: "2025-12-01", net_sales: null, avg_basket_value: null },
    { period: "2026-01-01", net_sales: 20, avg_basket_value: 10 },
    { period: "2026-02-01", net_sales: 0, avg_basket_value: null },
    { period: "2026-03-01", net_sales: 50, avg_basket_value: 10 },
  ]);
});

test("stored sums know what is unknown as the facts do", async () => {
  const question = { metrics: ["gross_margin_pct", "gross_margin_amount", "delivery_cost"], grain: "month" } as const;
  const time = { from: "2026-01-01", to: "2026-03-19" };
  const fromFacts = await ask({ ...question, metrics: [...question.metrics], time });
  const everyRollup = { fewestRows: 0, rowsPerCell: 0 };
  while (await testApp.as(caller, (context) => settleRollups(context, registry, everyRollup)));
  const fromSums = await ask({ ...question, metrics: [...question.metrics], time });
  expect(fromSums).toEqual(fromFacts);
  expect(fromSums.rows.map((row) => row.gross_margin_pct)).toEqual([null, null, 0.4]);
});
