import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../platform/context.ts";
import { factTable, randomNumbers, randomRecord } from "../../testing/facts.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { ingestFacts } from "./ingest-facts.ts";
import { registry } from "./registry.ts";

const tenantId = "rows";
let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  const random = randomNumbers(3);
  for (const fact of ["delivery_tasks", "documents", "ledger_postings", "stock_items", "stock_movements"]) {
    // Few tasks are delivered and have all their times.
    const size = fact === "delivery_tasks" ? 400 : 60;
    const records = Array.from({ length: size }, () => randomRecord(factTable(fact), random, size));
    await testApp.as(systemCaller("test", tenantId), (context) =>
      ingestFacts(context, { fact, source: "test", records }),
    );
  }
});
afterAll(() => testApp.close());

type Page = { items: Record<string, unknown>[]; next: string | null };

async function page(metric: string, rest: object): Promise<Page> {
  const time = { from: "2025-11-01", to: "2026-03-19" };
  const response = await testApp.app.inject({
    method: "POST",
    url: "/api/metrics/rows",
    headers: signedInAs("manager", tenantId),
    payload: { metric, time, ...rest },
  });
  expect(response.statusCode).toBe(200);
  return response.json();
}

async function walk(metric: string, rest: object): Promise<Page["items"]> {
  const items: Page["items"] = [];
  for (let cursor: string | undefined; ; ) {
    const { items: some, next } = await page(metric, { limit: 5, cursor, ...rest });
    items.push(...some);
    if (!next) return items;
    cursor = next;
  }
}

const metrics = [
  ...["delivery_count", "on_time_rate", "p50_assign_minutes", "pending_approval_count", "overdue_document_count"],
  ...["receivable_balance", "payable_balance", "stock_on_hand_qty", "low_stock_item_count"],
];

test.each(metrics)("page by page, the rows behind %s are all of them, each once, in any order", async (metric) => {
  const { items: whole } = await page(metric, { limit: 500 });
  expect(whole.length).toBeGreaterThan(5);
  const sorted = (items: object[]) => items.map((item) => JSON.stringify(item)).sort();
  expect(sorted(await walk(metric, {}))).toEqual(sorted(whole));
  const [column] = Object.keys(whole[0] ?? {}).slice(2);
  for (const dir of ["asc", "desc"]) {
    expect(sorted(await walk(metric, { sort: { by: column, dir } }))).toEqual(sorted(whole));
  }
});

test("the rows behind a count are as many as it counts", async () => {
  const ask = async (metric: string) => {
    const response = await testApp.app.inject({
      method: "POST",
      url: "/api/metrics/query",
      headers: signedInAs("manager", tenantId),
      payload: { metrics: [metric], time: { from: "2025-11-01", to: "2026-03-19" } },
    });
    return response.json().totals[metric];
  };
  const counts = [...registry.metrics.values()].filter(({ id }) =>
    /^(delivery|delivered|failed_delivery|late_delivery)_count$/.test(id),
  );
  expect(counts).toHaveLength(4);
  for (const { id } of counts) expect((await page(id, { limit: 500 })).items).toHaveLength(await ask(id));
});
