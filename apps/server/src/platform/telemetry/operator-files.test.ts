import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createMetrics } from "./metrics.ts";
import { observeProduct } from "./observe-product.ts";

const readDocument = (name: string) =>
  readFileSync(new URL(`../../../../../docs/operations/${name}`, import.meta.url), "utf8");

/** What the expressions of Grafana's and Prometheus's files ask for. */
function listAsked(text: string): string[] {
  const expressions = [...text.matchAll(/"?expr"?:\s*(?:\|\n((?:\s{10,}.*\n)+)|(.+))/g)].map(
    ([, lines, line]) => lines ?? line ?? "",
  );
  const named = expressions.flatMap((one) => one.match(/\b[a-z]+(?:_[a-z0-9]+)+\b/g) ?? []);
  const others = ["histogram_quantile", "oldest_waiting", "given_up"];
  return [...new Set(named)].filter((name) => !others.includes(name));
}

test("the dashboard and the alert rules ask only for figures that the product gives", async () => {
  const metrics = createMetrics();
  const { registry } = metrics;
  observeProduct(registry, async () => ({
    jobs: { waiting: 0, running: 0, givenUp: 0, oldestSeconds: 0 },
    sources: {},
    checks: {},
  }));
  metrics.observePool({ totalCount: 0, idleCount: 0, waitingCount: 0 });
  metrics.observeDroppedLines(() => 0);
  metrics.observeBackup(async () => null);
  metrics.observeWaiting("password_slots_waiting", "Waiting.", () => 0);
  const given = new Set(registry.getMetricsAsArray().map(({ name }) => name));
  const known = (name: string) => given.has(name.replace(/_(?:bucket|count|sum)$/, "")) || given.has(name);
  const asked = ["alerts.yml", "dashboard.json"].flatMap((name) => listAsked(readDocument(name)));
  expect(asked.length).toBeGreaterThan(12);
  expect(asked.filter((name) => !known(name))).toEqual([]);
});
