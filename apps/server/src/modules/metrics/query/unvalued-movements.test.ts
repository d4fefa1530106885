import { metricQuery } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { ingestFacts } from "../facts/ingest-facts.ts";
import { registry } from "../model/registry.ts";
import { settleRollups } from "../rollups/settle-rollups.ts";
import { queryMetrics } from "./query-metrics.ts";
import { readStockAge } from "./read-stock-age.ts";

const caller = systemCaller("test", "unvalued");
const march = { from: "2026-03-01", to: "2026-04-01" };
let testApp: TestApp;

/** Bolts came and went without a word of what they are worth; of nuts it is known. */
const movements = [
  { product: "Bolt", movement_type: "Receipt", quantity_milli: 10_000 },
  { product: "Bolt", movement_type: "Issue", quantity_milli: -4000 },
  { product: "Bolt", movement_type: "Adjustment", quantity_milli: -1000 },
  { product: "Nut", movement_type: "Receipt", quantity_milli: 5000, value_minor: 500 },
  { product: "Nut", movement_type: "Issue", quantity_milli: -1000, value_minor: -100 },
].map((movement, index) => ({
  ...movement,
  source_key: `${index}`,
  warehouse: "Main",
  moved_at: `2026-03-0${index + 1}T08:00:00Z`,
}));

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  await testApp.as(caller, async (context) => {
    await ingestFacts(context, { fact: "stock_movements", source: "tests", records: movements });
  });
});
afterAll(() => testApp.close());

const valued = ["stock_value", "inventory_turnover", "issue_value", "shrinkage_value"];

async function ask(product: string | null) {
  const filters = product === null ? [] : [{ field: "product", op: "in" as const, values: [product] }];
  const query = metricQuery.parse({ metrics: ["stock_on_hand_qty", ...valued], time: march, filters });
  return testApp.inSnapshot(caller, async (context) => queryMetrics(context, query));
}

test.each(["from the rows", "from the sums"])(
  "movements without a value move stock and are worth nothing that is known, %s",
  async (how) => {
    if (how === "from the sums") {
      const everyRollup = { fewestRows: 0, rowsPerCell: 0 };
      while (await testApp.as(caller, (context) => settleRollups(context, registry, everyRollup)));
    }
    expect((await ask("Bolt")).totals).toEqual({
      stock_on_hand_qty: 5,
      stock_value: null,
      inventory_turnover: null,
      issue_value: null,
      shrinkage_value: null,
    });
    expect((await ask("Nut")).totals).toMatchObject({ stock_on_hand_qty: 4, stock_value: 4, issue_value: 1 });
    const { totals, rules } = await ask(null);
    expect(totals).toMatchObject({ stock_on_hand_qty: 9, stock_value: 4, issue_value: 1, shrinkage_value: null });
    const shares = Object.fromEntries(rules.map(({ metric, coverage }) => [metric, coverage?.share]));
    expect([shares.stock_value, shares.issue_value]).toEqual([0.5, 0.5]);
  },
);

test("what is worth nothing that is known has an age and no value", async () => {
  const { layers } = await testApp.inSnapshot(caller, (context) => readStockAge(context, { filters: [], time: march }));
  const sum = (key: "quantity" | "value") => layers.reduce((all, layer) => all + layer[key], 0);
  expect([sum("quantity"), sum("value")]).toEqual([9, 4]);
});
