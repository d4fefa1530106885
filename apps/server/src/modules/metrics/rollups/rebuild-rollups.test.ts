import { metricQuery } from "@console/contracts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import type { SealedSecrets } from "../../../platform/crypto/sealed-secrets.ts";
import { createPerson } from "../../../testing/people.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { unused } from "../../../testing/unused.ts";
import { ingestFacts } from "../facts/ingest-facts.ts";
import { createRegistry, registry, subjects } from "../model/registry.ts";
import { queryMetrics } from "../query/query-metrics.ts";
import { adoptShapes } from "./adopt-shapes.ts";
import { markTenant } from "./rebuild-rollups.ts";
import { settleRollups } from "./settle-rollups.ts";

const tenantId = "rebuilt";
const caller = systemCaller("test", tenantId);
let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  await createPerson(testApp, { tenantId });
  const records = Array.from({ length: 40 }, (_, index) => ({
    source_key: `t${index}`,
    status: "Delivered",
    driver: `Driver ${index % 4}`,
    created_at: `2026-03-${String(1 + (index % 10)).padStart(2, "0")}T08:00:00Z`,
  }));
  await testApp.as(caller, (context) => ingestFacts(context, { fact: "delivery_tasks", source: "test", records }));
});
afterAll(() => testApp.close());

const deliveries = async () => {
  const query = metricQuery.parse({ metrics: ["delivery_count"], time: { from: "2026-03-01", to: "2026-03-18" } });
  return (await testApp.inSnapshot(caller, (context) => queryMetrics(context, query))).totals.delivery_count;
};
const settleAll = async () => {
  const everyRollup = { fewestRows: 0, rowsPerCell: 0 };
  while (await testApp.as(caller, (context) => settleRollups(context, registry, everyRollup)));
};
const spoilSums = () =>
  testApp.as(caller, ({ db }) => sql`update rollup_cells set sums = array_fill(7, array[60])::bigint[]`.execute(db));
const adopt = (shapes: typeof registry) => {
  const { config, database } = testApp;
  const platform = { config, database, clock: () => new Date(), secrets: unused<SealedSecrets>() };
  return adoptShapes(platform, testApp.log, shapes);
};

test("after a rebuild is asked for, answers are right at once and stay so when it is done", async () => {
  await settleAll();
  await spoilSums();
  expect(await deliveries()).not.toBe(40);
  await testApp.as(caller, markTenant);
  expect(await deliveries()).toBe(40);
  await settleAll();
  expect(await deliveries()).toBe(40);
});

test("a tenant with few facts has no sums, and is answered from the facts", async () => {
  await testApp.as(caller, markTenant);
  while (await testApp.as(caller, (context) => settleRollups(context, registry)));
  const { rows } = await testApp.as(caller, ({ db }) => sql`select from rollup_cells`.execute(db));
  expect([rows.length, await deliveries()]).toEqual([0, 40]);
});

test("sums that a release computes in another way are not believed from its start on", async () => {
  await adopt(registry);
  await settleAll();
  await testApp.as(caller, markTenant);
  await settleAll();
  await spoilSums();
  await adopt(registry);
  expect(await deliveries()).not.toBe(40);

  const changed = subjects.map(({ datasets, metrics }) => ({
    metrics,
    datasets: datasets.map((dataset) =>
      dataset.id === "deliveries"
        ? { ...dataset, measures: { ...dataset.measures, all: { kind: "sum" as const, unit: "count" as const } } }
        : dataset,
    ),
  }));
  await adopt(createRegistry(changed));
  expect(await deliveries()).toBe(40);
  const { rows } = await testApp.pool.query(
    "select 1 from graphile_worker.jobs where task_identifier = 'rollups.rebuild'",
  );
  expect(rows).toHaveLength(1);
});
