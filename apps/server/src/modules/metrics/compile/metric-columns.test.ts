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

test("what a metric takes off is subtracted, and without what it needs there is no value", () => {
  expect(compileValue("gross_margin_amount", 0)).toBe(
    "case when ((coalesce(r2, 0))::float8 > 0 or (coalesce(r3, 0))::float8 = 0) then (coalesce(r0, 0) - coalesce(r1, 0))::float8 end",
  );
});

test("a stock of which no item is known has no value, also where there is none", () => {
  expect(compileValue("stock_on_hand_qty")).toBe(
    "case when (coalesce(r1, 0))::float8 > 0 then (coalesce(r0, 0))::float8 / 1000 end",
  );
});

test.each([
  [0, 1],
  [2, 100],
  [3, 1000],
])("money of a currency with %d decimals is what is stored, divided by %d", (digits, per) => {
  const value = "(coalesce(r0, 0))::float8";
  expect(compileValue("net_sales", digits)).toBe(per === 1 ? value : `${value} / ${per}`);
});

test("a ratio has no value where there is nothing to divide by, and what both sides are measured in cancels out", () => {
  expect(compileValue("return_rate", 3)).toBe(
    "(coalesce(r0, 0))::float8 / nullif((coalesce(r1, 0) - coalesce(r2, 0))::float8, 0)",
  );
  expect(compileValue("avg_basket_value", 3)).toBe(
    "(coalesce(r0, 0))::float8 / nullif((coalesce(r1, 0))::float8, 0) / 1000",
  );
});
