import type { PanelAnswer } from "@console/contracts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { platformTenant, systemCaller } from "../../../platform/context.ts";
import { randomNumbers } from "../../../testing/facts.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { insertTenant } from "../../directory/index.ts";
import { ingestFacts } from "../../metrics/index.ts";

const tenantId = "shops";
/** Half an hour off the others, so that a half-hour of the tenant is none of the world's. */
const timeZone = "America/St_Johns";
let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  await testApp.as(systemCaller("test", platformTenant), (context) =>
    insertTenant(context, { id: tenantId, name: tenantId, aiq_type: "Genesis", time_zone: timeZone }),
  );
  const random = randomNumbers(3);
  const records = Array.from({ length: 300 }, (_, receipt) => {
    const soldAt = Date.parse("2026-02-01T06:00:00Z") + Math.floor(random() * 40 * 1440) * 60_000;
    return [1, 2].map((line) => ({
      source_key: `${receipt}-${line}`,
      receipt_key: `${receipt}`,
      sold_at: new Date(soldAt).toISOString(),
      quantity_milli: 1000,
      gross_minor: Math.floor(random() * 9000),
      is_return: random() < 0.1,
    }));
  }).flat();
  const { rejected } = await testApp.as(systemCaller("test", tenantId), (context) =>
    ingestFacts(context, { fact: "sale_lines", source: "test", records }),
  );
  expect(rejected).toEqual([]);
});
afterAll(() => testApp.close());

type Cell = { weekday: string; half: string; net: number; receipts: number };

/** Weekdays and half-hours straight from the facts, in the tenant's own time. */
async function byHand(): Promise<Cell[]> {
  const { rows } = await testApp.as(systemCaller("test", tenantId), ({ db }) =>
    sql<Cell>`select trim(to_char(local, 'Day')) as weekday,
        to_char(date_bin('30 minutes', local, '2000-01-01'), 'HH24:MI') as half,
        (sum(case when is_return then -1 else 1 end * (gross_minor - coalesce(discount_minor, 0))) / 100.0)::float8 as net,
        count(distinct receipt_key) filter (where not is_return)::int as receipts
      from (select *, sold_at at time zone ${timeZone} as local from sale_lines where tenant_id = ${tenantId}) f
      where local >= '2026-02-01' and local < '2026-03-19' group by 1, 2`.execute(db),
  );
  return rows;
}

test("sales by weekday and half-hour are those of a query written by hand, for each metric that can be shown", async () => {
  const url = "/api/reports/genesis-report/panels/hours?from=2026-02-01&to=2026-03-19";
  const response = await testApp.app.inject({ method: "GET", url, headers: signedInAs("manager", tenantId) });
  const { questions }: PanelAnswer = response.json();
  const rows = questions[0]?.answer.rows ?? [];
  const hand = await byHand();
  expect(hand.length).toBeGreaterThan(100);
  expect(rows).toHaveLength(hand.length);
  for (const { weekday, half, net, receipts } of hand) {
    const row = rows.find((one) => one.day_of_week === weekday && one.half_hour === half);
    expect(row?.net_sales, `${weekday} ${half}`).toBeCloseTo(net, 6);
    expect(row?.transaction_count).toBe(receipts);
    if (receipts > 0) expect(row?.avg_basket_value).toBeCloseTo(net / receipts, 6);
  }
});
