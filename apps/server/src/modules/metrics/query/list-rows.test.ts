import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { factTable, randomNumbers, randomRecord } from "../../../testing/facts.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { ingestFacts } from "../facts/ingest-facts.ts";
import { registry } from "../model/registry.ts";
import { walkRows } from "./walk-rows.ts";

const tenantId = "rows";
let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  const random = randomNumbers(3);
  const facts = ["delivery_tasks", "documents", "ledger_postings", "sale_lines", "stock_items", "stock_movements"];
  for (const fact of facts) {
    // Few tasks are delivered and have all their times.
    const size = fact === "delivery_tasks" ? 400 : 60;
    const records = Array.from({ length: size }, () => randomRecord(factTable(fact), random, size));
    await testApp.as(systemCaller("test", tenantId), (context) =>
      ingestFacts(context, { fact, source: "test", records }),
    );
  }
});
afterAll(() => testApp.close());

type Column = { id: string; format: string; kind: string; isSortable: boolean };
type Page = {
  columns: Column[];
  items: Record<string, unknown>[];
  next: string | null;
  totals: { count: number; sums: Record<string, number> } | null;
};

const time = { from: "2025-11-01", to: "2026-03-19" };

async function page(metric: string, rest: object): Promise<Page> {
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
  "delivery_count",
  "on_time_rate",
  "p50_assign_minutes",
  "pending_approval_count",
  "overdue_document_count",
  "receivable_balance",
  "payable_balance",
  "stock_on_hand_qty",
  "low_stock_item_count",
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

test.each([...metrics, "net_sales", "disposal_due_count"])(
  "the first page of %s by any column is the beginning of all its rows in that order",
  async (metric) => {
    const { columns } = await page(metric, { limit: 1 });
    for (const { id: by } of columns) {
      const sort = { by, dir: "desc" as const };
      const whole = await testApp.inSnapshot(systemCaller("test", tenantId), async (context) => {
        const rows: object[] = [];
        for await (const some of walkRows(context, { metric, filters: [], time, sort })) rows.push(...some);
        return rows;
      });
      expect((await page(metric, { sort, limit: 4 })).items).toEqual(whole.slice(0, 4));
    }
  },
);

test("rows that count on another day are sorted by it all the same", async () => {
  const sort = { by: "cost_minor", dir: "desc" };
  const { items } = await page("delivered_count", { basis: "completed", sort, limit: 5 });
  const all = await walk("delivered_count", { basis: "completed" });
  const costs = all.map((row) => Number(row.cost_minor)).sort((one, other) => other - one);
  expect(items.map((row) => row.cost_minor)).toEqual(costs.slice(0, 5));
});

test("the rows behind a count are as many as it counts", async () => {
  const ask = async (metric: string) => {
    const response = await testApp.app.inject({
      method: "POST",
      url: "/api/metrics/query",
      headers: signedInAs("manager", tenantId),
      payload: { metrics: [metric], time },
    });
    return response.json().totals[metric];
  };
  const counts = [...registry.metrics.values()].filter(({ id }) =>
    /^(delivery|delivered|failed_delivery|late_delivery)_count$/.test(id),
  );
  expect(counts).toHaveLength(4);
  for (const { id } of counts) expect((await page(id, { limit: 500 })).items).toHaveLength(await ask(id));
});

test("without being asked for, nothing is added up", async () => {
  expect((await page("delivery_count", {})).totals).toBeNull();
});

const summed = ["money", "quantity", "distance", "duration"];
const meaningless = ["late_seconds", "reorder_point_milli", "unit_cost_minor"];

test.each([...metrics, "net_sales", "movement_qty"])("the totals of %s are those of all its rows", async (metric) => {
  for (const rest of [{}, { search: "3" }]) {
    const { columns, items } = await page(metric, { limit: 500, ...rest });
    const { totals } = await page(metric, { limit: 1, totals: true, ...rest });
    expect(totals?.count).toBe(items.length);
    const expected = columns
      .filter(({ id, format }) => summed.includes(format) && !meaningless.includes(id))
      .map(({ id, format }) => {
        // Amounts of several currencies are never added up.
        const own = items.filter((item) => format !== "money" || item.currency === undefined);
        return [id, own.reduce((sum, item) => sum + Number(item[id] ?? 0), 0)];
      });
    expect(totals?.sums).toEqual(Object.fromEntries(expected));
  }
});

test("the net of the rows behind net sales adds up to it, with returns taken off", async () => {
  const { items, totals } = await page("net_sales", { limit: 500, totals: true });
  const response = await testApp.app.inject({
    method: "POST",
    url: "/api/metrics/query",
    headers: signedInAs("manager", tenantId),
    payload: { metrics: ["net_sales"], time },
  });
  expect(items.some((item) => item.is_return)).toBe(true);
  expect((totals?.sums.net_minor ?? 0) / 100).toBeCloseTo(response.json().totals.net_sales, 6);
});

test("a column says what it is, and none is called like the key", async () => {
  const { columns, items } = await page("delivery_count", {});
  expect(columns.find(({ id }) => id === "driver")).toMatchObject({ kind: "dimension", isSortable: true });
  expect(columns.find(({ id }) => id === "due_at")).toMatchObject({ kind: "value", isSortable: true });
  expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
  for (const { rows } of registry.datasets.values()) {
    expect(rows.filter((column) => "id" in column && column.id === "key")).toEqual([]);
  }
});

test("a walk gives every row once, in the order asked for, also when another walk goes on beside it", async () => {
  const sort = { by: "created_at", dir: "asc" } as const;
  const { items } = await page("delivery_count", { limit: 500, sort });
  const question = { metric: "delivery_count", filters: [], time, sort };
  const walked = await testApp.inSnapshot(systemCaller("test", tenantId), async (context) => {
    const [one, two] = [walkRows(context, question), walkRows(context, question)];
    const rows: object[][] = [[], []];
    for await (const some of one) {
      rows[0]?.push(...some);
      for await (const others of two) rows[1]?.push(...others);
    }
    return rows;
  });
  expect(walked).toEqual([items, items]);
});

test("a walk over many rows hands out pages, and can be left early", async () => {
  const many = "rows-many";
  const records = Array.from({ length: 2500 }, (_, index) => ({
    source_key: `m${String(index).padStart(4, "0")}`,
    status: "Delivered",
    created_at: "2026-03-01T10:00:00Z",
  }));
  await testApp.as(systemCaller("test", many), (context) =>
    ingestFacts(context, { fact: "delivery_tasks", source: "test", records }),
  );
  const question = { metric: "delivery_count", filters: [], time };
  const sizes = await testApp.inSnapshot(systemCaller("test", many), async (context) => {
    for await (const first of walkRows(context, question)) {
      expect(first[0]).toMatchObject({ key: "test/m0000", task: "m0000" });
      break;
    }
    const seen: number[] = [];
    for await (const some of walkRows(context, question)) seen.push(some.length);
    return seen;
  });
  expect(sizes).toEqual([1000, 1000, 500]);
});
