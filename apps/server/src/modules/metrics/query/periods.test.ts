import type { Grain, MetricAnswer } from "@console/contracts";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { factTable, randomNumbers, randomRecord } from "../../../testing/facts.ts";
import { askByHand, isSame, type RunSql, type Values } from "../../../testing/hand-written.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { factTables } from "../facts/fact-tables.ts";
import { ingestFacts } from "../facts/ingest-facts.ts";
import { listMeasures } from "../model/readings.ts";
import { registry } from "../model/registry.ts";
import { settleRollups } from "../rollups/settle-rollups.ts";

const tenantId = "periods";
const caller = systemCaller("test", tenantId);
/** Neither end is the end of a period, except of a day. */
const time = { from: "2025-12-10", to: "2026-03-19" };
let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  const random = randomNumbers(31);
  const ingest = async (count: number) => {
    for (const { table } of factTables) {
      const records = Array.from({ length: count }, () => randomRecord(factTable(table), random));
      await testApp.as(caller, (context) => ingestFacts(context, { fact: table, source: "tests", records }));
    }
  };
  await ingest(300);
  const everyRollup = { fewestRows: 0, rowsPerCell: 0 };
  while (await testApp.as(caller, (context) => settleRollups(context, registry, everyRollup)));
  // Some days are open again, so that each answer is put together from both.
  await ingest(15);
});
afterAll(() => testApp.close());

const run: RunSql = (text, values) =>
  testApp.as(
    caller,
    async ({ db }) => (await db.executeQuery(CompiledQuery.raw(text, values))).rows as Record<string, unknown>[],
  );

async function ask(question: object): Promise<MetricAnswer> {
  const response = await testApp.app.inject({
    method: "POST",
    url: "/api/metrics/query",
    payload: { time, ...question },
    headers: signedInAs("manager", tenantId),
  });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

/** The periods of a kind that the range touches, each with its first and last day inside the range. */
async function listPeriods(grain: Grain): Promise<{ start: string; first: string; last: string }[]> {
  const length = grain === "quarter" ? "3 months" : `1 ${grain}`;
  const rows = await run(
    `select to_char(start, 'YYYY-MM-DD') as start, to_char(greatest(start, $1::date), 'YYYY-MM-DD') as first,
      to_char(least(start + interval '${length}' - interval '1 day', $2::date - interval '1 day'), 'YYYY-MM-DD') as last
    from generate_series(date_trunc('${grain}', $1::timestamp), $2::timestamp - interval '1 day',
      interval '${length}') as start`,
    [time.from, time.to],
  );
  return rows as { start: string; first: string; last: string }[];
}

const grains = ["day", "week", "month", "quarter", "year"] as const;
const question = [
  "delivery_count",
  "distance_km",
  "transaction_count",
  "customer_count",
  "net_profit",
  "target_attainment",
  "on_time_rate",
  "avg_delivery_minutes",
  "p50_delivery_minutes",
  "p90_ship_hours",
  "inventory_turnover",
  "stock_on_hand_qty",
  "days_of_cover",
  "stock_out_count",
  "slow_moving_stock_value",
  "pending_approval_count",
  "overdue_document_count",
  "receivable_balance",
  "overdue_payable",
  "branch_count",
  "expiring_document_count",
];

function differences(id: string, product: Values, hand: Values): string[] {
  return [...new Set([...product.keys(), ...hand.keys()])]
    .filter((key) => !isSame(id, product.get(key), hand.get(key)))
    .map((key) => `${id} ${key}: product ${product.get(key)}, by hand ${hand.get(key)}`);
}

test.each(grains)(
  "by the %s, each period is what a query written by hand says of its days",
  async (grain) => {
    const periods = await listPeriods(grain);
    expect(periods.length).toBe({ day: 99, week: 15, month: 4, quarter: 2, year: 2 }[grain]);
    const answered: string[] = [];
    for (const id of question) {
      const metric = registry.metrics.get(id);
      // Each day by each member would be many questions that tell nothing more.
      const [dimension = null] = grain === "day" || !metric ? [] : registry.dimensionsFor(metric);
      const { rows } = await ask({ metrics: [id], dimensions: dimension ? [dimension] : [], grain });
      const product: Values = new Map(
        rows.map((row) => [`${row.period} ${dimension ? row[dimension] : ""}`, row[id] as number | null]),
      );
      const hand: Values = new Map();
      for (const { start, first, last } of periods) {
        const question = { tenantId, metrics: [id], dimension, firstDay: first, lastDay: last };
        const values = (await askByHand(run, question)).get(id) ?? new Map();
        for (const [member, value] of values) hand.set(`${start} ${member}`, value);
      }
      expect(product.size, id).toBeGreaterThan(1);
      answered.push(...differences(id, product, hand));
    }
    expect(answered).toEqual([]);
  },
  60_000,
);

test("by the hour, each hour has its own tasks and receipts", async () => {
  const byHand = {
    delivery_count: `select to_char(date_trunc('hour', coalesce(due_at, created_at) at time zone 'UTC'), 'YYYY-MM-DD"T"HH24:MI') as hour,
      count(*) as value from delivery_tasks where not is_cancelled and task_type <> 2 and day between $1 and $2 group by 1`,
    failed_delivery_rate: `select to_char(date_trunc('hour', coalesce(due_at, created_at) at time zone 'UTC'), 'YYYY-MM-DD"T"HH24:MI') as hour,
      (count(*) filter (where status = 4))::float8 / nullif(count(*) filter (where status in (3, 4, 5)), 0) as value
      from delivery_tasks where not is_cancelled and task_type <> 2 and day between $1 and $2 group by 1`,
    net_sales: `select to_char(date_trunc('hour', sold_at at time zone 'UTC'), 'YYYY-MM-DD"T"HH24:MI') as hour,
      sum(case when is_return then -1 else 1 end * (gross_minor - coalesce(discount_minor, 0)))::float8 / 100 as value
      from sale_lines where currency = 'USD' and day between $1 and $2 group by 1`,
  };
  for (const [id, text] of Object.entries(byHand)) {
    const { rows } = await ask({ metrics: [id], grain: "hour" });
    const product: Values = new Map(rows.map((row) => [String(row.period), row[id] as number | null]));
    const hand = await run(text, [time.from, "2026-03-18"]);
    expect(hand.length).toBeGreaterThan(20);
    const expected: Values = new Map(hand.map(({ hour, value }) => [String(hour), value as number | null]));
    expect(differences(id, product, expected)).toEqual([]);
  }
});

test("a running total by month is the sum from the first day of the range on, for each member", async () => {
  for (const [id, dimension] of [
    ["net_sales", "branch"],
    ["on_time_rate", "depot"],
    ["gross_margin_pct", "channel"],
    ["expense_amount", "account"],
  ] as const) {
    const { rows } = await ask({ metrics: [id], dimensions: [dimension], grain: "month", cumulative: true });
    const product: Values = new Map(rows.map((row) => [`${row.period} ${row[dimension]}`, row[id] as number | null]));
    const hand: Values = new Map();
    for (const { start, last } of await listPeriods("month")) {
      const question = { tenantId, metrics: [id], dimension, firstDay: time.from, lastDay: last };
      for (const [member, value] of (await askByHand(run, question)).get(id) ?? [])
        hand.set(`${start} ${member}`, value);
    }
    expect(differences(id, product, hand)).toEqual([]);
  }
});

test("with a limit the rows, the rest and those without a member add up to the total, for every sum by every dimension", async () => {
  for (const metric of registry.metrics.values()) {
    const kinds = listMeasures(metric).map((name) => {
      const [dataset = "", measure = ""] = name.split(".");
      return registry.datasets.get(dataset)?.measures[measure]?.kind;
    });
    // Who is counted once in the whole may be counted in several parts.
    if (metric.type !== "flow" || kinds.some((kind) => kind !== "sum")) continue;
    for (const dimension of registry.dimensionsFor(metric)) {
      const { rows, totals } = await ask({ metrics: [metric.id], dimensions: [dimension], limit: 2, other: true });
      const sum = rows.reduce((all, row) => all + Number(row[metric.id]), 0);
      expect(sum, `${metric.id} by ${dimension}`).toBeCloseTo(Number(totals[metric.id]), 4);
    }
  }
}, 60_000);
