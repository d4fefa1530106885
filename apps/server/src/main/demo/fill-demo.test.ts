import { metricQuery } from "@console/contracts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ingestFacts, metricsJobs, queryMetrics } from "../../modules/metrics/index.ts";
import { systemCaller } from "../../platform/context.ts";
import type { Job } from "../../platform/jobs/define-job.ts";
import { listProgress, readResume } from "../../platform/progress/progress-store.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { until } from "../../testing/until.ts";
import { demoBatches } from "./demo-batches.ts";
import { demoJobs, promiseFill } from "./fill-demo.ts";

const tenantId = "demo-other";
const caller = systemCaller("test", tenantId);
let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  await testApp.startJobs([...demoJobs, ...metricsJobs] as Job[]);
});
afterAll(() => testApp.close());

const stored = () =>
  testApp.as(caller, async ({ db }) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ledger_postings`.execute(db);
    return rows[0]?.n ?? 0;
  });
const isDone = () =>
  testApp.as(caller, async (context) => {
    const note = await readResume(context, "demo-data");
    return note !== null && (await listProgress(context)).length === 0;
  });

test("a demo tenant is filled in the background up to now, and filling again changes nothing", async () => {
  await testApp.as(caller, promiseFill);
  await until(isDone);
  const first = await stored();
  expect(first).toBeGreaterThan(4000);
  const { rows } = await testApp.inSnapshot(caller, (context) =>
    queryMetrics(
      context,
      metricQuery.parse({
        metrics: ["expense_amount", "cash_balance"],
        time: { from: "2026-02-01", to: "2026-03-01" },
      }),
    ),
  );
  expect(Number(rows[0]?.expense_amount)).toBeGreaterThan(0);
  expect(Number(rows[0]?.cash_balance)).toBeGreaterThan(0);

  const note = (await testApp.as(caller, (context) => readResume(context, "demo-data"))) as { first: string };
  const now = new Date("2026-03-18T12:00:00Z");
  for (const { fact, records } of demoBatches(tenantId, "2026-03-10", { first: note.first, now })) {
    const outcome = await testApp.as(caller, (context) => ingestFacts(context, { fact, source: "demo", records }));
    expect(outcome).toMatchObject({ written: 0, unchanged: records.length, rejected: [] });
  }
  expect(await stored()).toBe(first);
}, 90_000);
