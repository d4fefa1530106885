import type { SourceRun } from "@console/contracts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deliveryJobs } from "../modules/delivery/index.ts";
import { insertTenant } from "../modules/directory/index.ts";
import { ingestFacts } from "../modules/metrics/index.ts";
import { selectConnections, sourcesJobs } from "../modules/sources/index.ts";
import { clockAt } from "../platform/clock.ts";
import { systemCaller } from "../platform/context.ts";
import type { Job } from "../platform/jobs/define-job.ts";
import { createTestApp, signedInAs, type TestApp } from "../testing/test-app.ts";
import { until } from "../testing/until.ts";
import { type DemoSources, startDemoSources } from "./connect-demo.ts";
import { demoBatches, demoDays, demoFacts } from "./demo/demo-batches.ts";
import { findFeed, makeConnections } from "./demo/demo-connections.ts";
import { type DemoFeed, liveFeeds } from "./demo/demo-feeds.ts";
import { dayNumber, dayText } from "./demo/local-day.ts";

const now = new Date("2026-03-18T12:00:00Z");
const today = dayNumber("2026-03-18");
/** Days that are stored before the connections are read for the first time. */
const storedDays = 3;

let testApp: TestApp;
let demoSources: DemoSources;

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: now.toISOString() } });
  const { config, database, secrets, log } = testApp;
  const calendar = { time_zone: "Asia/Bahrain", currency: "USD" };
  for (const [id, aiq_type] of Object.entries(tenants)) {
    await testApp.as(systemCaller("test", "platform"), (context) =>
      insertTenant(context, { id, name: id, aiq_type, ...calendar }),
    );
    await testApp.as(systemCaller("test", id), (context) => makeConnections(context, demoFacts(id)));
  }
  const platform = { config, database, secrets, clock: clockAt(config.consoleNow) };
  demoSources = await startDemoSources(platform, { databaseUrl: testApp.databaseUrl, log });
  await demoSources.connect("http://127.0.0.1:1");
  // Runs are begun by the tests alone.
  const jobs = [...sourcesJobs(testApp.sources), ...deliveryJobs(testApp.sources)] as Job[];
  await testApp.startJobs(jobs.filter(({ schedule }) => schedule === undefined));
});
afterAll(async () => {
  await demoSources.close();
  await testApp.close();
});

const tenants = { "demo-tookan": "Tookan", "demo-genesis": "Genesis", "demo-warehouse": "Warehouse" };

const live: [tenantId: keyof typeof tenants, fact: string, feed: DemoFeed][] = [
  ["demo-tookan", "delivery_tasks", liveFeeds.provider],
  ["demo-genesis", "sale_lines", liveFeeds.tills],
  ["demo-warehouse", "stock_movements", liveFeeds.stock],
];

for (const [tenantId, fact, feed] of live) {
  test(`the ${feed.kind} connection of ${tenantId} finds its history as it would have read it, and doubles nothing`, async () => {
    const caller = systemCaller("test", tenantId);
    const { first } = demoDays(tenantId, now);
    const recordsOn = (day: number) =>
      demoBatches(tenantId, dayText(day), { first, now }).flatMap((batch) =>
        batch.fact === fact ? batch.records : [],
      );
    const days = Array.from({ length: feed.liveDays }, (_, place) => today - place);
    const all = days.flatMap(recordsOn);
    const stored = days.slice(0, storedDays).flatMap(recordsOn);
    expect(stored.length).toBeGreaterThan(50);
    const connection = findFeed(await testApp.as(caller, selectConnections), feed);
    const source = connection?.id ?? "";
    await testApp.as(caller, (context) => ingestFacts(context, { fact, source, records: stored }));

    expect(await read(tenantId, source)).toMatchObject({
      state: "done",
      rows: { written: all.length - stored.length, unchanged: stored.length, rejected: 0 },
    });
    const { rows } = await testApp.as(caller, ({ db }) =>
      sql<{ source: string; n: number }>`select source, count(*) as n from ${sql.table(fact)} group by source`.execute(
        db,
      ),
    );
    expect(rows).toEqual([{ source, n: all.length }]);
  });
}

/** Reads a connection to the end of its run. */
async function read(tenantId: string, connection: string): Promise<SourceRun> {
  const headers = signedInAs("admin");
  const runs = `/api/tenants/${tenantId}/connections/${connection}/runs`;
  const begun = await testApp.app.inject({ method: "POST", url: runs, headers, payload: {} });
  expect(begun.statusCode, begun.body).toBe(202);
  let run = begun.json() as SourceRun;
  await until(async () => {
    run = (await testApp.app.inject({ url: `${runs}/${run.id}`, headers })).json();
    return !["waiting", "running"].includes(run.state);
  });
  return run;
}
