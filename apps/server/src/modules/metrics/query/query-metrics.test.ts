import type { MetricAnswer, MetricQueryInput } from "@console/contracts";
import { roundFigure } from "@console/figures";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { ingestFacts } from "../facts/ingest-facts.ts";
import type { FactRecord } from "../facts/read-records.ts";
import { registry } from "../model/registry.ts";
import { settleRollups } from "../rollups/settle-rollups.ts";

/** Tasks of a driver on a day: how many, and how many of them failed; the others were delivered. */
const tasks: [driver: string | null, depot: string, day: string, count: number, failed: number][] = [
  ["Ann", "North", "2026-03-02", 3, 1],
  ["Ann", "North", "2026-03-09", 1, 0],
  ["Bo", "South", "2026-03-02", 2, 0],
  ["Cy", "North", "2026-03-10", 1, 1],
  [null, "South", "2026-03-10", 3, 0],
  ["Ann", "North", "2026-02-05", 1, 0],
  ["Bo", "South", "2026-02-10", 4, 2],
  ["Cy", "North", "2025-03-03", 5, 0],
  // Before every comparison, so that none needs days from before the first fact.
  ["Cy", "North", "2024-01-08", 1, 0],
];
const taskRecords: FactRecord[] = tasks.flatMap(([driver, depot, day, count, failed], index) =>
  Array.from({ length: count }, (_, number) => ({
    source_key: `${index}-${number}`,
    driver,
    depot,
    status: number < failed ? "Failed" : "Delivered",
    created_at: `${day}T08:00:00Z`,
    started_at: `${day}T08:00:00Z`,
    completed_at: `${day}T09:00:00Z`,
  })),
);
/** Stock of one product: 10 units worth 100.00 in January, 4 of them left in March. */
const movementRecords: FactRecord[] = [
  ["Receipt", "2026-01-05T08:00:00Z", 10_000, 10_000],
  ["Issue", "2026-03-05T08:00:00Z", -4000, -4000],
].map(([movement_type, moved_at, quantity_milli, value_minor], index) => ({
  source_key: `${index}`,
  warehouse: "Main",
  product: "Bolt",
  movement_type,
  moved_at,
  quantity_milli,
  value_minor,
}));

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  for (const tenantId of ["facts", "sums"]) {
    await testApp.as(systemCaller("test", tenantId), async (context) => {
      await ingestFacts(context, { fact: "delivery_tasks", source: "tests", records: taskRecords });
      await ingestFacts(context, { fact: "stock_movements", source: "tests", records: movementRecords });
    });
  }
  const settle = () =>
    testApp.as(systemCaller("test", "sums"), (context) =>
      settleRollups(context, registry, { fewestRows: 0, rowsPerCell: 0 }),
    );
  while (await settle());
});
afterAll(() => testApp.close());

const month = { from: "2026-03-01", to: "2026-03-19" };
const byDriver = { metrics: ["delivery_count"], dimensions: ["driver"], time: month };

describe.each(["facts", "sums"])("from %s", (tenantId) => {
  async function ask(question: MetricQueryInput): Promise<MetricAnswer> {
    const response = await testApp.app.inject({
      method: "POST",
      url: "/api/metrics/query",
      payload: question,
      headers: signedInAs("manager", tenantId),
    });
    expect(response.statusCode, response.body).toBe(200);
    return response.json();
  }
  /** The rows as lists of values, in the order of the columns. */
  async function table(question: MetricQueryInput) {
    const { columns, rows } = await ask(question);
    return rows.map((row) => columns.map(({ id }) => row[id]));
  }

  test("rows come from the largest to the smallest, with those without a member by name", async () => {
    const answer = await ask(byDriver);
    expect(answer.rows).toEqual([
      { driver: "Ann", delivery_count: 4 },
      { driver: "Unassigned", delivery_count: 3 },
      { driver: "Bo", delivery_count: 2 },
      { driver: "Cy", delivery_count: 1 },
    ]);
    expect(answer.totals).toEqual({ delivery_count: 10 });
    expect(answer).toMatchObject({ time: { ...month, timeZone: "UTC" }, compareTime: null, isTruncated: false });
  });

  test("a range ends before its last day: of two days one after the other only the first is counted", async () => {
    const yesterday = { from: "2026-03-10", to: "2026-03-11" };
    const answer = await ask({ metrics: ["delivery_count"], time: yesterday, grain: "day" });
    expect(answer.time).toMatchObject(yesterday);
    expect(answer.rows).toEqual([{ period: "2026-03-10", delivery_count: 4 }]);
  });

  test("shares are of the total before filters on the rows' own dimension", async () => {
    const shared = { ...byDriver, share: "total" } as const;
    expect(await table(shared)).toEqual([
      ["Ann", 4, 0.4],
      ["Unassigned", 3, 0.3],
      ["Bo", 2, 0.2],
      ["Cy", 1, 0.1],
    ]);
    const ann = { field: "driver", values: ["Ann"] };
    expect(await table({ ...shared, filters: [ann] })).toEqual([["Ann", 4, 0.4]]);
    const north = { field: "depot", values: ["North"] };
    expect(await table({ ...shared, filters: [ann, north] })).toEqual([["Ann", 4, 0.8]]);
  });

  test("shares within periods are of the period", async () => {
    const time = { from: "2026-03-02", to: "2026-03-16" };
    expect(await table({ ...byDriver, time, share: "total", grain: "week" })).toEqual([
      ["Ann", "2026-03-02", 3, 0.6],
      ["Bo", "2026-03-02", 2, 0.4],
      ["Unassigned", "2026-03-09", 3, 0.6],
      ["Ann", "2026-03-09", 1, 0.2],
      ["Cy", "2026-03-09", 1, 0.2],
    ]);
  });

  test("a filter without a dimension gives one share, of the whole without filters", async () => {
    const north = { field: "depot", values: ["North"] };
    const ofMarch = { delivery_count: 5, delivery_count__share: 0.5 };
    const question = { metrics: ["delivery_count"], time: month, filters: [north], share: "total" as const };
    expect(await ask(question)).toMatchObject({ rows: [ofMarch], totals: ofMarch });
    const ann = { field: "driver", op: "not_in" as const, values: ["Ann"] };
    expect(await table({ ...question, filters: [north, ann] })).toEqual([[1, 0.1]]);
    const before = { compare: { type: "previous_period" } as const };
    expect(await table({ ...question, ...before })).toEqual([[5, 1, 0.5]]);
    const stock = { metrics: ["stock_value"], filters: [{ field: "product", values: ["Bolt"] }] };
    expect(await table({ ...stock, time: { asOf: "2026-03-10" }, share: "total" })).toEqual([[60, 1]]);
  });

  test("without a dimension each period has its share of the period, and the totals theirs of the whole", async () => {
    const filters = [{ field: "driver", values: ["Bo"] }];
    const time = { from: "2026-02-09", to: "2026-03-16" };
    const answer = await ask({ metrics: ["delivery_count"], filters, time, grain: "week", share: "total" });
    expect(answer.rows.map((row) => [row.period, row.delivery_count, row.delivery_count__share])).toEqual([
      ["2026-02-09", 4, 1],
      ["2026-02-16", 0, null],
      ["2026-02-23", 0, null],
      ["2026-03-02", 2, 0.4],
      // Nothing of Bo's among the five of all.
      ["2026-03-09", 0, 0],
    ]);
    expect(answer.totals).toEqual({ delivery_count: 6, delivery_count__share: roundFigure(6 / 14) });
  });

  test("conditions on values drop rows and leave the totals", async () => {
    const having = [{ metric: "delivery_count", op: ">=", value: 3 }] as const;
    const answer = await ask({ ...byDriver, having: [...having] });
    expect(answer.rows.map(({ driver }) => driver)).toEqual(["Ann", "Unassigned"]);
    expect(answer.totals).toEqual({ delivery_count: 10 });
    const rate = [{ metric: "failed_delivery_rate", op: ">", value: 0.2 }] as const;
    expect(await table({ ...byDriver, having: [...rate] })).toEqual([
      ["Ann", 4, 0.25],
      ["Cy", 1, 1],
    ]);
  });

  test("the first rows of any order can be asked for, and the totals stay whole", async () => {
    const last = await ask({ ...byDriver, sort: [{ by: "delivery_count", dir: "asc" }], limit: 2 });
    expect(last.rows.map(({ driver }) => driver)).toEqual(["Cy", "Bo"]);
    expect(last.totals).toEqual({ delivery_count: 10 });
    expect(await table({ ...byDriver, sort: [{ by: "driver", dir: "asc" }], limit: 2 })).toEqual([
      ["Ann", 4],
      ["Bo", 2],
    ]);
    const byRate = { ...byDriver, metrics: ["failed_delivery_rate"], limit: 1 };
    expect(await table(byRate)).toEqual([["Cy", 1]]);
  });

  test("of periods alone, the first of the asked order are kept", async () => {
    const days: MetricQueryInput = { metrics: ["delivery_count"], time: month, grain: "day", limit: 2 };
    expect(await table({ ...days, sort: [{ by: "period", dir: "desc" }] })).toEqual([
      ["2026-03-10", 4],
      ["2026-03-09", 1],
    ]);
    expect(await table({ ...days, sort: [{ by: "delivery_count" }] })).toEqual([
      ["2026-03-02", 5],
      ["2026-03-10", 4],
    ]);
  });

  test("what is beyond the limit is one more row, so that the rows add up to the total", async () => {
    const metrics = ["delivery_count", "failed_delivery_rate", "p50_delivery_minutes"];
    const answer = await ask({ ...byDriver, metrics, limit: 1, other: true });
    expect(answer.rows).toEqual([
      { driver: "Ann", delivery_count: 4, failed_delivery_rate: 0.25, p50_delivery_minutes: expect.closeTo(60, 0) },
      // One of six failed; medians do not add up.
      { driver: "Other", delivery_count: 6, failed_delivery_rate: roundFigure(1 / 6), p50_delivery_minutes: null },
    ]);
    const sum = answer.rows.reduce((all, row) => all + Number(row.delivery_count), 0);
    expect(sum).toBe(answer.totals.delivery_count);
    expect((await ask({ ...byDriver, limit: 4, other: true })).rows.map(({ driver }) => driver)).not.toContain("Other");
  });

  test("the rest is there for each period, and what a condition dropped is part of it", async () => {
    expect(await table({ ...byDriver, grain: "week", limit: 1, other: true })).toEqual([
      ["Ann", "2026-03-02", 3],
      ["Ann", "2026-03-09", 1],
      ["Other", "2026-03-02", 2],
      ["Other", "2026-03-09", 4],
    ]);
    const having = [{ metric: "delivery_count", op: ">", value: 2 } as const];
    expect(await table({ ...byDriver, having, limit: 1, other: true })).toEqual([
      ["Ann", 4],
      ["Other", 6],
    ]);
  });

  test("the best of each group are told group by group", async () => {
    const best = { ...byDriver, dimensions: ["depot", "driver"], sort: [{ by: "depot", dir: "asc" as const }] };
    const sort = [...best.sort, { by: "delivery_count" }];
    expect(await table({ ...best, sort, limitPer: 1 })).toEqual([
      ["North", "Ann", 4],
      ["South", "Unassigned", 3],
    ]);
    expect(await table({ ...best, sort, limitPer: { dimension: "driver", limit: 1 } })).toHaveLength(4);
  });

  test("a running total has every period, also those in which nothing happened", async () => {
    const time = { from: "2026-03-01", to: "2026-03-12" };
    const days = await table({ metrics: ["delivery_count"], time, grain: "day", cumulative: true });
    expect(days.map(([, value]) => value)).toEqual([0, 5, 5, 5, 5, 5, 5, 5, 6, 10, 10]);
    const rates = await table({ metrics: ["failed_delivery_rate"], time, grain: "day", cumulative: true });
    expect(rates.map(([, value]) => value)).toEqual([null, ...Array(7).fill(1 / 5), roundFigure(1 / 6), 1 / 5, 1 / 5]);
    const { totals } = await ask({ metrics: ["delivery_count"], time, grain: "day", cumulative: true });
    expect(totals).toEqual({ delivery_count: 10 });
  });

  test("a month so far is compared with as much of the month before, member by member", async () => {
    const answer = await ask({ ...byDriver, compare: { type: "previous_period" } });
    expect(answer.compareTime).toEqual({ from: "2026-02-01", to: "2026-02-19" });
    expect(answer.rows.map((row) => [row.driver, row.delivery_count, row.delivery_count__compare])).toEqual([
      ["Ann", 4, 1],
      ["Unassigned", 3, 0],
      ["Bo", 2, 4],
      ["Cy", 1, 0],
    ]);
    expect(answer.totals).toEqual({ delivery_count: 10, delivery_count__compare: 5 });
  });

  test("the same days of last year and any other range can be compared with", async () => {
    const lastYear = await ask({ ...byDriver, compare: { type: "same_period_last_year" } });
    expect(lastYear.compareTime).toEqual({ from: "2025-03-01", to: "2025-03-19" });
    expect(lastYear.totals).toEqual({ delivery_count: 10, delivery_count__compare: 5 });
    expect(lastYear.rows.find(({ driver }) => driver === "Cy")).toMatchObject({ delivery_count__compare: 5 });
    const time = { from: "2026-03-10", to: "2026-03-11" };
    const compare = { type: "range", from: "2026-02-10", to: "2026-02-11" } as const;
    // Someone who did nothing now is there all the same.
    expect(await table({ ...byDriver, time, compare })).toEqual([
      ["Unassigned", 3, 0],
      ["Cy", 1, 0],
      ["Bo", 0, 4],
    ]);
  });

  test("periods stand beside the periods they are compared with", async () => {
    const time = { from: "2026-02-01", to: "2026-03-19" };
    const months: MetricQueryInput = {
      metrics: ["delivery_count"],
      time,
      grain: "month",
      compare: { type: "same_period_last_year" },
    };
    expect(await table(months)).toEqual([
      ["2026-02-01", 5, 0],
      ["2026-03-01", 10, 5],
    ]);
    const week = { from: "2026-03-09", to: "2026-03-16" };
    const days = await table({ ...months, time: week, grain: "day", compare: { type: "previous_period" } });
    // After the last fact nobody knows what happened.
    expect(days).toEqual([
      ["2026-03-09", 1, 5],
      ["2026-03-10", 4, 0],
      ["2026-03-11", null, 0],
      ["2026-03-12", null, 0],
      ["2026-03-13", null, 0],
      ["2026-03-14", null, 0],
      ["2026-03-15", null, 0],
    ]);
  });

  test("a state is compared with another day", async () => {
    const state = { metrics: ["stock_value", "stock_on_hand_qty"], time: { asOf: "2026-03-10" } };
    const at = async (compare: NonNullable<MetricQueryInput["compare"]>) => (await ask({ ...state, compare })).totals;
    const now = { stock_value: 60, stock_on_hand_qty: 6 };
    expect(await at({ type: "asOf", asOf: "2026-02-01" })).toEqual({
      ...now,
      stock_value__compare: 100,
      stock_on_hand_qty__compare: 10,
    });
    expect(await at({ type: "previous_period" })).toMatchObject({ stock_value__compare: 60 });
    // Nobody knows what was there before the first movement.
    expect(await at({ type: "same_period_last_year" })).toMatchObject({ stock_value__compare: null });
  });

  test("totals are of the filtered set", async () => {
    const filters = [{ field: "driver", op: "not_in" as const, values: ["Ann", "Unassigned"] }];
    expect((await ask({ ...byDriver, filters, limit: 1 })).totals).toEqual({ delivery_count: 3 });
    const nobody = [{ field: "driver", values: ["Unassigned"] }];
    expect(await table({ ...byDriver, filters: nobody })).toEqual([["Unassigned", 3]]);
  });
});

test("a figure is as fresh as its domain, whose master data may be old", async () => {
  const [early, late] = ["2026-03-17T09:00:00.000Z", "2026-03-18T09:00:00.000Z"];
  await testApp.as(systemCaller("test", "fresh"), async (context) => {
    const line = { source_key: "1", branch: "Seef", receipt_key: "r1", sold_at: "2026-03-16T10:00:00Z" };
    const amounts = { quantity_milli: 1000, gross_minor: 500 };
    await ingestFacts(context, { fact: "sale_lines", source: "tests", records: [{ ...line, ...amounts }] });
    const target = { source_key: "1", branch: "Seef", day: "2026-03-10", target_minor: 1000 };
    await ingestFacts(context, { fact: "sales_targets", source: "tests", records: [target] });
  });
  const freshness = async (sales: string, targets: string) => {
    await testApp.as(systemCaller("test", "fresh"), async ({ db }) => {
      for (const [fact, ingested_at] of [
        ["sale_lines", sales],
        ["sales_targets", targets],
      ] as const) {
        await db
          .updateTable("fact_states")
          .set({ ingested_at })
          .where("tenant_id", "=", "fresh")
          .where("fact", "=", fact)
          .execute();
      }
    });
    const response = await testApp.app.inject({
      method: "POST",
      url: "/api/metrics/query",
      payload: { metrics: ["target_attainment"], time: month },
      headers: signedInAs("manager", "fresh"),
    });
    return (response.json() as MetricAnswer).freshness.map(({ domain, ingestedAt, lastDay }) => [
      domain,
      new Date(ingestedAt ?? 0).toISOString(),
      lastDay,
    ]);
  };
  expect(await freshness(early, late)).toEqual([["sales", early, "2026-03-16"]]);
  expect(await freshness(late, early)).toEqual([["sales", late, "2026-03-16"]]);
});
