import { metricQuery } from "@console/contracts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertTenant } from "../../modules/directory/index.ts";
import { ingestFacts, metricsJobs, queryMetrics } from "../../modules/metrics/index.ts";
import { selectConnections } from "../../modules/sources/index.ts";
import { systemCaller } from "../../platform/context.ts";
import type { Job } from "../../platform/jobs/define-job.ts";
import { listProgress, noteProgress, readResume } from "../../platform/progress/progress-store.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { until } from "../../testing/until.ts";
import { demoBatches } from "./demo-batches.ts";
import { beginFill, demoJobs } from "./fill-demo.ts";

const tenantId = "demo-other";
const caller = systemCaller("test", tenantId);
let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z", DEMO_SOURCES: "0" } });
  const calendar = { time_zone: "Asia/Bahrain", currency: "USD" };
  await testApp.as(systemCaller("test", "platform"), (context) =>
    insertTenant(context, { id: tenantId, name: "Other demo", aiq_type: "Other", ...calendar }),
  );
  await testApp.startJobs([...demoJobs, ...metricsJobs()] as Job[]);
});
afterAll(() => testApp.close());

const now = new Date("2026-03-18T12:00:00Z");

const countBySource = () =>
  testApp.as(caller, async ({ db }) => {
    const { rows } = await sql<{
      source: string;
      n: number;
    }>`select source, count(*) as n from ledger_postings group by source order by source = 'ledger'`.execute(db);
    return rows;
  });
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
  // An earlier demo kept its facts beside its connections.
  const early = demoBatches(tenantId, "2026-03-10", { first: "2025-03-18", now });
  for (const { fact, records } of early) {
    await testApp.as(caller, (context) => ingestFacts(context, { fact, source: "demo", records }));
  }
  const resume = { first: "2025-03-18", next: "2026-03-05" };
  await testApp.as(caller, (context) =>
    noteProgress(context, { work: "demo-data", total: 366, done: 366, state: "done", resume }),
  );
  await testApp.as(caller, beginFill);
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
  const connections = await testApp.as(caller, selectConnections);
  const [connection] = connections;
  expect(connections).toHaveLength(1);
  expect(connection).toMatchObject({
    kind: "file",
    source: "genesis",
    published_state: "healthy",
    last_loaded_at: now,
  });
  // The book tells each posting of the source once more.
  expect(await countBySource()).toEqual([
    { source: connection?.id, n: first / 2 },
    { source: "ledger", n: first / 2 },
  ]);
  for (const { fact, records } of demoBatches(tenantId, "2026-03-10", { first: note.first, now })) {
    const outcome = await testApp.as(caller, (context) =>
      ingestFacts(context, { fact, source: connection?.id ?? "", records }),
    );
    expect(outcome).toMatchObject({ written: 0, unchanged: records.length, rejected: [] });
  }
  expect(await stored()).toBe(first);
}, 90_000);
