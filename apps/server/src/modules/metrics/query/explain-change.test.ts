import { type MetricAnswer, type MetricQueryInput, metricQuery } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { randomNumbers, randomRecord, testToday } from "../../../testing/facts.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { factTables } from "../facts/fact-tables.ts";
import { ingestFacts } from "../facts/ingest-facts.ts";
import type { FactRecord } from "../facts/read-records.ts";
import { registry } from "../model/registry.ts";
import { queryMetrics } from "./query-metrics.ts";

/** Tasks of a depot: how many, and how many of them failed, on the days of both weeks. */
const tasks: [depot: string, zone: string, day: string, count: number, failed: number][] = [
  ["North", "A", "2026-03-03", 10, 2],
  ["South", "A", "2026-03-03", 10, 4],
  ["North", "A", "2026-03-10", 25, 5],
  ["South", "A", "2026-03-10", 10, 1],
  // Only there now.
  ["West", "A", "2026-03-11", 5, 5],
  ["North", "A", "2026-01-05", 1, 0],
];
const records: FactRecord[] = tasks.flatMap(([depot, zone, day, count, failed], index) =>
  Array.from({ length: count }, (_, number) => ({
    source_key: `${index}-${number}`,
    depot,
    zone,
    status: number < failed ? "Failed" : "Delivered",
    created_at: `${day}T08:00:00Z`,
    started_at: `${day}T08:00:00Z`,
    completed_at: `${day}T09:00:00Z`,
  })),
);

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: `${testToday}T12:00:00Z` } });
  const ingest = (tenantId: string, fact: string, own: FactRecord[]) =>
    testApp.as(systemCaller("test", tenantId), (context) =>
      ingestFacts(context, { fact, source: "tests", records: own }),
    );
  await ingest("depots", "delivery_tasks", records);
  const random = randomNumbers(23);
  for (const table of factTables) {
    const own = Array.from({ length: 400 }, () => randomRecord(table, random, 400));
    await ingest("random", table.table, own);
  }
});
afterAll(() => testApp.close());

const week = {
  time: { from: "2026-03-09", to: "2026-03-16" },
  compare: { type: "range" as const, from: "2026-03-02", to: "2026-03-09" },
};

async function post(question: MetricQueryInput, tenantId = "depots") {
  const response = await testApp.app.inject({
    method: "POST",
    url: "/api/metrics/query",
    payload: question,
    headers: signedInAs("manager", tenantId),
  });
  return { status: response.statusCode, body: response.json() };
}

async function explain(question: MetricQueryInput) {
  const { status, body } = await post({ ...week, explain: true, ...question });
  expect(status, JSON.stringify(body)).toBe(200);
  const { contributions } = body as MetricAnswer;
  if (!contributions) throw new Error("Nothing was explained.");
  return contributions;
}

test("the change of a count is the sum of what its members did, and only dimensions with parts are told", async () => {
  const { dimensions, ...rest } = await explain({ metrics: ["delivery_count"] });
  expect(rest).toMatchObject({ metric: "delivery_count", change: 20, reason: null });
  const byDepot = dimensions.find(({ dimension }) => dimension === "depot");
  const part = { fromRate: null, fromMix: null };
  expect(byDepot).toEqual({
    dimension: "depot",
    label: "Depot",
    members: [
      { member: "North", now: 25, before: 10, contribution: 15, ...part },
      { member: "West", now: 5, before: 0, contribution: 5, ...part },
      { member: "South", now: 10, before: 10, contribution: 0, ...part },
    ],
  });
  expect(dimensions.map(({ dimension }) => dimension)).not.toContain("zone");
});

test("the change of a rate is told as what came from the rates of its members and what from their weights", async () => {
  const { change, dimensions } = await explain({ metrics: ["failed_delivery_rate"] });
  // From 6 of 20 to 11 of 40.
  expect(change).toBeCloseTo(-0.025, 12);
  const members = dimensions.find(({ dimension }) => dimension === "depot")?.members ?? [];
  const middle = (0.3 + 0.275) / 2;
  const near = (value: number) => expect.closeTo(value, 12);
  expect(Object.fromEntries(members.map(({ member, fromRate, fromMix }) => [member, [fromRate, fromMix]]))).toEqual({
    // Weights went from 1/2 to 5/8, its rate stayed at 0.2.
    North: [near(0), near((5 / 8 - 1 / 2) * (0.2 - middle))],
    // Weights from 1/2 to 1/4, its rate from 0.4 to 0.1.
    South: [near(-0.3 * (3 / 8)), near((1 / 4 - 1 / 2) * (0.25 - middle))],
    // What was not there before has no rate that could have changed.
    West: [0, near((1 / 8) * (1 - middle))],
  });
  expect(members.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(-0.025, 12);
});

test("a dimension that a filter leaves one member of explains nothing, and what is left may have no parts", async () => {
  const { dimensions } = await explain({
    metrics: ["delivery_count"],
    filters: [{ field: "depot", values: ["North"] }],
  });
  expect(dimensions.map(({ dimension }) => dimension)).not.toContain("depot");
});

test("a change is explained of one metric, against a comparison, and where it is known", async () => {
  const { compare: _, ...alone } = week;
  const without = await post({ ...alone, metrics: ["delivery_count"], explain: true });
  expect([without.status, JSON.stringify(without.body)]).toEqual([400, expect.stringContaining("Only a change can")]);
  const two = await post({ ...week, metrics: ["delivery_count", "delivered_count"], explain: true });
  expect([two.status, JSON.stringify(two.body)]).toEqual([400, expect.stringContaining("One metric is explained")]);
  const before = { type: "range" as const, from: "2025-03-02", to: "2025-03-09" };
  expect(await explain({ metrics: ["delivery_count"], compare: before })).toMatchObject({
    change: null,
    dimensions: [],
    reason: "How much it changed is not known.",
  });
});

test("whether a change is usual is told by its days, as it is everywhere", async () => {
  const quiet = { time: { from: "2026-03-16", to: "2026-03-18" }, compare: { type: "previous_period" as const } };
  expect((await explain({ metrics: ["delivery_count"], ...quiet })).isUsual).toBeNull();
  const { isUsual } = await explain({ metrics: ["delivery_count"] });
  expect(isUsual).toBe(true);
});

const months = {
  time: { from: "2026-02-15", to: "2026-03-19" },
  compare: { type: "range" as const, from: "2026-01-14", to: "2026-02-15" },
};

test("for every metric the parts of each dimension add up to the change, or it says why there are none", async () => {
  const wrong: string[] = [];
  const kinds = new Map<string, number>();
  for (const { id, unit } of registry.metrics.values()) {
    const query = metricQuery.parse({ metrics: [id], ...months, explain: true });
    const { contributions, totals } = await testApp.inSnapshot(systemCaller("test", "random"), (context) =>
      queryMetrics(context, query),
    );
    if (!contributions) throw new Error(`${id} has no contributions.`);
    const { change, dimensions, reason } = contributions;
    if ((dimensions.length === 0) !== (reason !== null)) wrong.push(`${id}: ${reason}`);
    const [now, before] = [Number(totals[id]), Number(totals[`${id}__compare`])];
    for (const { dimension, members } of dimensions) {
      const sum = members.reduce((all, { contribution }) => all + contribution, 0);
      const scale = members.reduce((all, { contribution }) => all + Math.abs(contribution), 1);
      const isRate = members.some(({ fromRate }) => fromRate !== null);
      const isExact = !isRate && (unit === "count" || unit === "currency");
      const difference = isExact ? Math.round(sum * 100) - Math.round((now - before) * 100) : sum - (now - before);
      if (Math.abs(difference) > (isExact ? 0 : 1e-9 * scale)) wrong.push(`${id} by ${dimension}: ${sum} of ${change}`);
      for (const { contribution, fromRate, fromMix } of members) {
        if (isRate && Math.abs((fromRate ?? 0) + (fromMix ?? 0) - contribution) > 1e-9 * scale)
          wrong.push(`${id} parts`);
      }
      const kind = isRate ? "rate" : isExact ? "exact" : "sum";
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
  }
  expect(wrong).toEqual([]);
  // An answer without contributions would agree with anything.
  for (const kind of ["rate", "exact", "sum"]) expect(kinds.get(kind) ?? 0, kind).toBeGreaterThan(5);
}, 120_000);

test("what counts the same one in several parts, and what is no sum at all, is told without contributions", async () => {
  const reasons: [string, string | null][] = [];
  for (const id of ["p50_delivery_minutes", "customer_count", "days_of_cover"]) {
    const { body } = await post({ metrics: [id], ...months, explain: true }, "random");
    reasons.push([id, body.contributions.reason]);
    expect(body.contributions.dimensions).toEqual([]);
  }
  expect(reasons).toEqual([
    ["p50_delivery_minutes", expect.stringMatching(/ cannot be added up from parts\.$/)],
    ["customer_count", expect.stringMatching(/the same one may count in several\.$/)],
    ["days_of_cover", expect.stringMatching(/ cannot be added up from parts\.$/)],
  ]);
});
