import { expect, test } from "vitest";
import { registry } from "../model/registry.ts";
import { MetricColumns } from "./metric-columns.ts";

/** The SQL of a metric over its value columns, in a currency with so many decimals. */
function compileValue(id: string, currencyDigits = 2): string {
  const metric = registry.metrics.get(id);
  if (!metric) throw new Error(`There is no metric ${id}.`);
  const settings = { timeZone: "UTC", currency: "EUR", currencyDigits, graceSeconds: 0 };
  return new MetricColumns([metric], registry, settings).value(metric, "");
}

test("what a metric takes off is subtracted", () => {
  expect(compileValue("gross_margin_amount", 0)).toBe("(coalesce(r0, 0) - coalesce(r1, 0))::float8");
});

test.each([
  [0, 1],
  [2, 0.01],
  [3, 0.001],
])("money of a currency with %d decimals is %d of what is stored", (digits, factor) => {
  const value = "(coalesce(r0, 0))::float8";
  expect(compileValue("net_sales", digits)).toBe(factor === 1 ? value : `${value} * ${factor}`);
});

test("a ratio has no value where there is nothing to divide by, and what both sides are measured in cancels out", () => {
  expect(compileValue("gross_margin_pct", 3)).toBe(
    "(coalesce(r0, 0) - coalesce(r1, 0))::float8 / nullif((coalesce(r0, 0))::float8, 0)",
  );
  expect(compileValue("avg_basket_value", 3)).toBe(
    "(coalesce(r0, 0))::float8 / nullif((coalesce(r1, 0))::float8, 0) * 0.001",
  );
});
