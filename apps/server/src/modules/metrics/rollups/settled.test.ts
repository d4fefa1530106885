import { grains, metricQuery } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { factTable, randomNumbers, randomRecord } from "../../../testing/facts.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { isFullLength } from "../../../testing/test-length.ts";
import { factTables } from "../facts/fact-tables.ts";
import { ingestFacts } from "../facts/ingest-facts.ts";
import { registry } from "../model/registry.ts";
import { queryMetrics } from "../query/query-metrics.ts";
import { settleRollups } from "./settle-rollups.ts";

const tenantId = "settled";
/** Keeps every rollup, however small the tenant is. */
const everyRollup = { fewestRows: 0, rowsPerCell: 0 };
const caller = systemCaller("test", tenantId);
let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  const random = randomNumbers(7);
  for (const { table } of factTables) {
    const records = Array.from({ length: 500 }, () => randomRecord(factTable(table), random));
    const outcome = await testApp.as(caller, (context) =>
      ingestFacts(context, { fact: table, source: "test", records }),
    );
    expect(outcome.rejected).toEqual([]);
  }
});
afterAll(() => testApp.close());

const allQuestions = [...registry.metrics.values()].flatMap((metric) => {
  const isState = metric.type === "snapshot";
  const time = { from: "2026-01-14", to: "2026-03-19" };
  const dimensions = registry.dimensionsFor(metric);
  return [
    ...(isState ? [{ metrics: [metric.id], time: { asOf: "2026-03-01" } }] : []),
    { metrics: [metric.id], time, compare: { type: "previous_period" as const } },
    ...dimensions.map((id) => ({ metrics: [metric.id], dimensions: [id], time })),
    ...grains.slice(1).map((grain) => ({ metrics: [metric.id], dimensions: dimensions.slice(0, 1), time, grain })),
  ];
});

const questions = allQuestions.filter((_, index) => isFullLength || index % 3 === 0);

async function answers() {
  const all: unknown[] = [];
  for (const question of questions) {
    try {
      const { rows, totals, rules } = await testApp.inSnapshot(caller, (context) =>
        queryMetrics(context, metricQuery.parse(question)),
      );
      all.push({ question, rows, totals, rules });
    } catch (error) {
      throw new Error(`${JSON.stringify(question)}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return all;
}

test("an answer is the same from the facts and from settled sums", async () => {
  const fromFacts = await answers();
  let rounds = 0;
  while (await testApp.as(caller, (context) => settleRollups(context, registry, everyRollup))) rounds += 1;
  expect(rounds).toBeGreaterThan(10);
  const settled = await answers();
  for (const [index, answer] of settled.entries()) expect(answer).toEqual(fromFacts[index]);
}, 300_000);
