import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { observeProduct, type ProductFigures } from "./observe-product.ts";

const figures: ProductFigures = {
  jobs: { waiting: 3, running: 1, givenUp: 2, oldestSeconds: 12 },
  sources: { healthy: 5, failing: 1 },
  checks: { database: "up", mail: "unknown", clock: "paused" },
};

test("figures of the product are read once for a scrape, and paused checks are left out", async () => {
  const registry = new Registry();
  let reads = 0;
  observeProduct(registry, async () => {
    reads++;
    return figures;
  });
  const text = await registry.metrics();
  expect(text).toContain('jobs_in_queue{state="given_up"} 2');
  expect(text).toContain('jobs_age_seconds{which="oldest_waiting"} 12');
  expect(text).toContain('source_connections{state="failing"} 1');
  expect(text).toContain('health_check{check="mail"} -1');
  expect(text).not.toContain("clock");
  expect(reads).toBe(1);
});

test("without a database the figures are left out, not zero", async () => {
  const registry = new Registry();
  observeProduct(registry, () => Promise.reject(new Error("away")));
  const values = (await registry.metrics()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  expect(values).toEqual([]);
});
