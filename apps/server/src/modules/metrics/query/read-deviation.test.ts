import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { factTable, randomNumbers, randomRecord } from "../../../testing/facts.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { ingestFacts } from "../facts/ingest-facts.ts";
import { registry } from "../model/registry.ts";
import { settleRollups } from "../rollups/settle-rollups.ts";
import { readDeviation, toDeviation } from "./read-deviation.ts";

const caller = systemCaller("test", "late");
const everyRollup = { fewestRows: 0, rowsPerCell: 0 };
const time = { from: "2026-01-10", to: "2026-03-19" };
let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  await feed(11, 800);
});
afterAll(() => testApp.close());

async function feed(seed: number, count: number): Promise<void> {
  const random = randomNumbers(seed);
  const records = Array.from({ length: count }, () => randomRecord(factTable("delivery_tasks"), random, 900));
  await testApp.as(caller, (context) => ingestFacts(context, { fact: "delivery_tasks", source: "test", records }));
}

const read = () =>
  testApp.inSnapshot(caller, (context) => readDeviation(context, { metric: "on_time_rate", filters: [], time }));

test("stored sums hold the same minutes as the facts, early ones too, and changed days come from the facts", async () => {
  const fromFacts = await read();
  while (await testApp.as(caller, (context) => settleRollups(context, registry, everyRollup)));
  expect(await read()).toEqual(fromFacts);
  expect(fromFacts.first).toBeLessThan(0);
  await feed(12, 40);
  const changed = await read();
  expect(changed).not.toEqual(fromFacts);
  while (await testApp.as(caller, (context) => settleRollups(context, registry, everyRollup)));
  expect(await read()).toEqual(changed);
});

test("a metric that nothing is late for is refused with its name", async () => {
  const refused = testApp.inSnapshot(caller, (context) =>
    readDeviation(context, { metric: "delivery_count", filters: [], time }),
  );
  await expect(refused).rejects.toThrow("Deliveries judges nothing by how late it is.");
});

test("a few at both ends are gathered, but never what a grace can be tried out on", () => {
  const crowd = Array.from({ length: 200 }, (_, index) => ({ bin: index - 150, n: 1 }));
  const { first, counts, before, after, p50, unknown } = toDeviation(
    [{ bin: -3000, n: 1 }, ...crowd, { bin: 9000, n: 1 }],
    210,
    15,
  );
  expect([before, after, unknown, p50]).toEqual([2, 1, 8, -51]);
  expect(first + counts.length - 1).toBe(60);
  expect(counts.reduce((sum, count) => sum + count, before + after)).toBe(202);
});

test("without rows there is nothing to gather and no middle", () => {
  expect(toDeviation([], 0, 15)).toMatchObject({ first: 0, before: 0, after: 0, unknown: 0, p50: null, p90: null });
});
