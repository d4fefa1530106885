import { type MetricAnswer, type MetricQueryInput, metricQuery } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { ingestFacts } from "../facts/ingest-facts.ts";
import type { FactRecord } from "../facts/read-records.ts";
import { otherCurrencyLabel } from "../model/money.ts";
import { registry } from "../model/registry.ts";
import { queryMetrics } from "./query-metrics.ts";

let testApp: TestApp;
const march = { from: "2026-03-01", to: "2026-03-19" };
const february = { type: "range", from: "2026-02-01", to: "2026-03-01" } as const;

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
});
afterAll(() => testApp.close());

async function bring(tenant: string, fact: string, records: FactRecord[]) {
  await testApp.as(systemCaller("test", tenant), (context) =>
    ingestFacts(context, { fact, source: "tests", records } as Parameters<typeof ingestFacts>[1]),
  );
}

function ask(tenant: string, question: MetricQueryInput): Promise<MetricAnswer> {
  return testApp.inSnapshot(systemCaller("test", tenant), (context) =>
    queryMetrics(context, metricQuery.parse(question)),
  );
}

/** A fact of each kind with an amount, in a currency, on a day. */
function factsOn(day: string, currency: string): [string, FactRecord][] {
  const at = `${day}T10:00:00Z`;
  const source_key = `${day} ${currency}`;
  return [
    [
      "sale_lines",
      {
        source_key,
        receipt_key: source_key,
        sold_at: at,
        quantity_milli: 1000,
        gross_minor: 1000,
        discount_minor: 100,
        cost_minor: 600,
        branch: "North",
        currency,
      },
    ],
    [
      "sale_lines",
      {
        source_key: `${source_key} r`,
        receipt_key: source_key,
        sold_at: at,
        quantity_milli: 1000,
        gross_minor: 500,
        is_return: true,
        branch: "North",
        currency,
      },
    ],
    ["sales_targets", { source_key, day, branch: "North", target_minor: 9000, currency }],
    [
      "delivery_tasks",
      {
        source_key,
        status: "Delivered",
        created_at: at,
        due_at: at,
        completed_at: at,
        cost_minor: 700,
        cod_due_minor: 100,
        cod_collected_minor: 100,
        cod_handed_over_minor: 100,
        currency,
      },
    ],
    ["documents", { source_key, title: "Lease", status: "Signed", created_at: at, amount_minor: 900, currency }],
    [
      "stock_movements",
      {
        source_key,
        product: "Nut",
        warehouse: "Main",
        movement_type: "Receipt",
        quantity_milli: 5000,
        value_minor: 500,
        moved_at: at,
        currency,
      },
    ],
    [
      "stock_movements",
      {
        source_key: `${source_key} i`,
        product: "Nut",
        warehouse: "Main",
        movement_type: "Issue",
        quantity_milli: -1000,
        value_minor: -100,
        moved_at: at,
        currency,
      },
    ],
    [
      "stock_movements",
      {
        source_key: `${source_key} a`,
        product: "Nut",
        warehouse: "Main",
        movement_type: "Adjustment",
        quantity_milli: -1000,
        value_minor: -100,
        moved_at: at,
        currency,
      },
    ],
    [
      "ledger_postings",
      {
        source_key,
        entry_key: source_key,
        account: "Sales",
        account_type: "Income",
        posted_at: at,
        amount_minor: -900,
        currency,
      },
    ],
    [
      "ledger_postings",
      {
        source_key: `${source_key} e`,
        entry_key: source_key,
        account: "Rent",
        account_type: "Expense",
        posted_at: at,
        amount_minor: 700,
        currency,
      },
    ],
    [
      "ledger_postings",
      {
        source_key: `${source_key} c`,
        entry_key: source_key,
        account: "Bank",
        account_type: "Cash",
        posted_at: at,
        amount_minor: 200,
        currency,
      },
    ],
  ];
}

async function bringAll(tenant: string, facts: [string, FactRecord][]) {
  for (const [fact, record] of facts) await bring(tenant, fact, [record]);
}

const ofMoney = [...registry.metrics.values()].filter(({ exclusions = [] }) =>
  exclusions.some(({ label }) => label === otherCurrencyLabel),
);

test("where all amounts are in another currency no sum and no ratio of them is zero, now or before, and each says why", async () => {
  await bringAll("euros", [...factsOn("2026-02-02", "EUR"), ...factsOn("2026-03-02", "EUR")]);
  const zeros: string[] = [];
  for (const { id } of ofMoney) {
    const { totals, rules } = await ask("euros", { metrics: [id], time: march, compare: february });
    const course = await ask("euros", { metrics: [id], time: march, grain: "month", compare: february });
    const figures = [totals, ...course.rows].flatMap((row) => [row[id], row[`${id}__compare`]]);
    if (figures.some((figure) => figure !== null)) zeros.push(`${id} ${figures.join(" ")}`);
    else if (!rules[0]?.unknown) zeros.push(`${id} without a reason`);
  }
  expect(zeros).toEqual([]);
});

test("a figure is not compared with a period whose amounts are all in another currency, and says so", async () => {
  await bringAll("moved", [
    ...factsOn("2026-01-02", "USD"),
    ...factsOn("2026-02-02", "EUR"),
    ...factsOn("2026-03-02", "USD"),
  ]);
  const metrics = ["net_sales", "return_amount", "target_attainment", "delivery_cost", "net_profit"];
  const { totals, rules } = await ask("moved", { metrics, time: march, compare: february });
  expect(metrics.map((id) => [typeof totals[id], totals[`${id}__compare`]])).toEqual(
    metrics.map(() => ["number", null]),
  );
  expect(rules.map(({ comparisonGap }) => comparisonGap)).toEqual([
    { needs: "amounts in USD" },
    { needs: "amounts in USD" },
    { needs: "sales targets for these days in USD" },
    { needs: "amounts in USD" },
    { needs: "postings to income and to expense accounts in USD" },
  ]);
  const byBranch = await ask("moved", {
    metrics: ["net_sales"],
    dimensions: ["branch"],
    time: march,
    compare: february,
  });
  expect(byBranch.rows).toEqual([{ branch: "North", net_sales: 4, net_sales__compare: null }]);
});

test("a ratio whose numerator has nothing in other currencies keeps its zero", async () => {
  const sale = { sold_at: "2026-03-02T10:00:00Z", quantity_milli: 1000, gross_minor: 1000 };
  await bring("plain", "sale_lines", [
    { ...sale, source_key: "1", receipt_key: "1", currency: "EUR" },
    { ...sale, source_key: "2", receipt_key: "2", currency: "USD" },
  ]);
  const { totals } = await ask("plain", { metrics: ["return_rate", "return_amount"], time: march });
  expect(totals).toEqual({ return_rate: 0, return_amount: 0 });
});

test("discounts of zero are known where other lines are in another currency, and what is left out is said as of sales", async () => {
  const sale = { sold_at: "2026-03-02T10:00:00Z", quantity_milli: 1000, gross_minor: 1000 };
  await bring("zeros", "sale_lines", [
    { ...sale, source_key: "1", receipt_key: "1", currency: "USD", discount_minor: 0 },
    { ...sale, source_key: "2", receipt_key: "2", currency: "EUR", discount_minor: 300 },
  ]);
  const metrics = ["gross_sales", "discount_amount", "discount_rate"];
  const { totals, rules } = await ask("zeros", { metrics, time: march });
  expect(totals).toEqual({ gross_sales: 10, discount_amount: 0, discount_rate: 0 });
  expect(rules.map(({ unknown, otherCurrencies }) => [unknown, otherCurrencies])).toEqual(
    [10, 3, null].map((amount) => [null, [{ currency: "EUR", rows: 1, amount }]]),
  );
});

test("a margin is not compared with a period without costs, and says so", async () => {
  const sale = { quantity_milli: 1000, gross_minor: 1000, currency: "USD" };
  await bring("costless", "sale_lines", [
    { ...sale, source_key: "1", receipt_key: "1", sold_at: "2026-02-01T10:00:00Z" },
    { ...sale, source_key: "2", receipt_key: "2", sold_at: "2026-03-02T10:00:00Z", cost_minor: 600 },
  ]);
  const metrics = ["gross_margin_amount", "gross_margin_pct"];
  const { totals, rules } = await ask("costless", { metrics, time: march, compare: february });
  expect(totals).toEqual({
    gross_margin_amount: 4,
    gross_margin_amount__compare: null,
    gross_margin_pct: 0.4,
    gross_margin_pct__compare: null,
  });
  expect(rules.map(({ comparisonGap }) => comparisonGap)).toEqual([
    { needs: "the cost of each sale" },
    { needs: "the cost of each sale" },
  ]);
});

test("amounts that cancel out are zero beside lines in another currency, not unknown", async () => {
  const sale = { sold_at: "2026-03-02T10:00:00Z", quantity_milli: 1000, gross_minor: 1000, cost_minor: 1000 };
  const posting = { entry_key: "1", posted_at: "2026-03-02T10:00:00Z", currency: "USD" };
  await bring("cancelled", "sale_lines", [
    { ...sale, source_key: "1", receipt_key: "1", currency: "USD" },
    { ...sale, source_key: "2", receipt_key: "1", currency: "USD", is_return: true },
    { ...sale, source_key: "3", receipt_key: "3", currency: "EUR" },
  ]);
  await bring("cancelled", "ledger_postings", [
    { ...posting, source_key: "1", account: "Sales", account_type: "Income", amount_minor: -700 },
    { ...posting, source_key: "2", account: "Rent", account_type: "Expense", amount_minor: 700 },
    { ...posting, source_key: "3", account: "Sales", account_type: "Income", amount_minor: -900, currency: "EUR" },
  ]);
  const metrics = ["net_sales", "gross_margin_amount", "net_profit"];
  const { totals } = await ask("cancelled", { metrics, time: march });
  expect(totals).toEqual({ net_sales: 0, gross_margin_amount: 0, net_profit: 0 });
  const course = await ask("cancelled", { metrics, time: march, grain: "month" });
  expect(course.rows).toEqual([expect.objectContaining({ net_sales: 0, gross_margin_amount: 0, net_profit: 0 })]);
  await bring("cancelled", "sale_lines", [
    { ...sale, source_key: "4", receipt_key: "4", currency: "EUR", branch: "South" },
    { ...sale, source_key: "5", receipt_key: "5", currency: "USD", branch: "North" },
    { ...sale, source_key: "6", receipt_key: "5", currency: "USD", branch: "North", is_return: true },
    { ...sale, source_key: "7", receipt_key: "7", currency: "EUR", branch: "North" },
  ]);
  const { rows } = await ask("cancelled", { metrics: ["net_sales"], dimensions: ["branch"], time: march });
  expect(rows).toEqual([
    { branch: "Unassigned", net_sales: 0 },
    { branch: "North", net_sales: 0 },
    { branch: "South", net_sales: null },
  ]);
});
