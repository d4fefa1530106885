import { type MetricQueryInput, metricQuery } from "@console/contracts";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SnapshotContext, systemCaller } from "../../../platform/context.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { countVisited, type PlanNode } from "../../../testing/visited-rows.ts";
import { ingestFacts } from "../facts/ingest-facts.ts";
import type { FactRecord } from "../facts/read-records.ts";
import { listRows } from "./list-rows.ts";
import { queryMetrics } from "./query-metrics.ts";
import { readSeriesByMember } from "./read-series-by-member.ts";
import { readStockAge } from "./read-stock-age.ts";

const products = 1000;
const linesOfEach = 2;
/** Several looks at each row are fine; a look at all members for each of them would be a million. */
const fewVisits = 200 * products;
const time = { from: "2026-02-01", to: "2026-03-18" };
const filters: [] = [];

const top = { dimensions: ["product"], time, limit: 10, other: true };
const questions: Record<string, MetricQueryInput> = {
  "all members": { metrics: ["net_sales"], dimensions: ["product"], time },
  "the first of them and the rest": { metrics: ["net_sales", "customer_count"], ...top },
  "the first by name": { metrics: ["net_sales"], ...top, sort: [{ by: "product", dir: "asc" }] },
  "a comparison": { metrics: ["net_sales"], ...top, compare: { type: "previous_period" } },
  "months of the first of them": { metrics: ["net_sales"], ...top, grain: "month" },
  "two dimensions": { metrics: ["net_sales"], ...top, dimensions: ["branch", "product"] },
  "running totals": { metrics: ["net_sales"], dimensions: ["product"], time, grain: "month", cumulative: true },
  "groups of a list": { metrics: ["net_sales"], dimensions: ["category"], time },
  "stock of each": { metrics: ["stock_on_hand_qty"], dimensions: ["product"], time, grain: "month" },
  "items judged one by one": { metrics: ["stock_out_count", "slow_moving_stock_value"], dimensions: ["product"], time },
};

const readings: Record<string, (context: SnapshotContext) => Promise<unknown>> = {
  "rows sorted by names": (context) =>
    listRows(context, {
      metric: "net_sales",
      filters,
      time,
      sort: { by: "product", dir: "asc" },
      limit: 50,
      totals: false,
    }),
  "series of each member": (context) =>
    readSeriesByMember(context, { metrics: ["net_sales"], by: "product", grain: "month", filters, time }),
  "age of the stock": (context) => readStockAge(context, { filters, time }),
};

const asked = Object.entries(questions).map(
  ([name, question]) =>
    [name, (context: SnapshotContext) => queryMetrics(context, metricQuery.parse(question))] as const,
);

/** The plans of the compiled statements that a use case runs. */
async function collectPlans(context: SnapshotContext, work: (context: SnapshotContext) => Promise<unknown>) {
  const plans: PlanNode[] = [];
  const db = new Proxy(context.db, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (name !== "executeQuery") return typeof member === "function" ? member.bind(target) : member;
      return async (query: CompiledQuery) => {
        const explained = CompiledQuery.raw(`explain (analyze, format json) ${query.sql}`, [...query.parameters]);
        const { rows } = await target.executeQuery<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(explained);
        plans.push(...rows.map((row) => row["QUERY PLAN"][0].Plan));
        return target.executeQuery(query);
      };
    },
  });
  await work({ ...context, db });
  return plans;
}

describe.each([
  { name: "tables without statistics", hasStatistics: false },
  { name: "tables with statistics of other tenants", hasStatistics: true },
])("members that have just come into $name", ({ hasStatistics }) => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
    for (const table of ["sale_lines", "stock_movements", "stock_items", "members", "member_groups"])
      await testApp.pool.query(`alter table ${table} set (autovacuum_enabled = off)`);
    for (const tenant of hasStatistics ? ["old-1", "old-2", "old-3"] : []) await bringAll(tenant, 200);
    if (hasStatistics) await testApp.pool.query("analyze");
    await bringAll("fresh", products);
  });
  afterAll(() => testApp.close());

  async function bringAll(tenantId: string, count: number) {
    const bring = async (fact: string, records: FactRecord[]) => {
      const outcome = await testApp.as(systemCaller("test", tenantId), (context) =>
        ingestFacts(context, { fact, source: "tests", records }),
      );
      expect(outcome).toMatchObject({ written: records.length, rejected: [] });
    };
    const product = (index: number) => `Product ${index % count}`;
    const instant = (index: number) => new Date(Date.UTC(2026, 1, 1 + (index % 40), 10)).toISOString();
    const lines = Array.from({ length: linesOfEach * count }, (_, index) => index);
    const groups = lines.slice(0, count).map((index) => ({ list: "Product", key: product(index), category: "Tools" }));
    const items = lines.slice(0, count).map((index) => ({
      source_key: `item ${index}`,
      warehouse: "Main",
      product: product(index),
      listed_at: "2026-01-01T10:00:00Z",
      unit_cost_minor: 100,
    }));
    const movements = lines.map((index) => ({
      source_key: `movement ${index}`,
      warehouse: "Main",
      product: product(index),
      movement_type: "Receipt",
      moved_at: instant(index),
      quantity_milli: 1000,
      value_minor: 100,
    }));
    const sales = lines.map((index) => ({
      source_key: `line ${index}`,
      receipt_key: `receipt ${index}`,
      customer_key: `customer ${index % 50}`,
      branch: `Branch ${index % 5}`,
      product: product(index),
      sold_at: instant(index),
      quantity_milli: 1000,
      gross_minor: 1000 + index,
    }));
    await bring(
      "member_details",
      groups.map((group) => ({ ...group, source_key: group.key })),
    );
    await bring("stock_items", items);
    await bring("stock_movements", movements);
    await bring("sale_lines", sales);
  }

  test.each([...asked, ...Object.entries(readings)])("are looked at a few times each for %s", async (_, ask) => {
    const plans = await testApp.inSnapshot(systemCaller("test", "fresh"), (context) => collectPlans(context, ask));
    expect(plans).not.toEqual([]);
    expect(plans.reduce((sum, plan) => sum + countVisited(plan), 0)).toBeLessThan(fewVisits);
  });
});
