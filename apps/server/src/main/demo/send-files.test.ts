import type { SourceRun } from "@console/contracts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertTenant } from "../../modules/directory/index.ts";
import { selectConnections, sourcesJobs } from "../../modules/sources/index.ts";
import { type Context, systemCaller } from "../../platform/context.ts";
import type { Job } from "../../platform/jobs/define-job.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { until } from "../../testing/until.ts";
import { demoBatches, demoDays, demoFacts } from "./demo-batches.ts";
import { findFeed, makeConnections } from "./demo-connections.ts";
import { feedFor } from "./demo-feeds.ts";
import { dayNumber, dayText } from "./local-day.ts";
import { promiseFile, sendFilesJob } from "./send-files.ts";

const tenantId = "demo-other";
const now = new Date("2026-03-18T12:00:00Z");
const caller = systemCaller("test", tenantId);
const headers = signedInAs("admin");
let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: now.toISOString() } });
  const calendar = { time_zone: "Asia/Bahrain", currency: "USD" };
  await testApp.as(systemCaller("test", "platform"), (context) =>
    insertTenant(context, { id: tenantId, name: "Other demo", aiq_type: "Other", ...calendar }),
  );
  await testApp.as(caller, (context) => makeConnections(context, demoFacts(tenantId)));
  const jobs = [sendFilesJob(testApp.sources, testApp.database), ...sourcesJobs(testApp.sources)] as Job[];
  await testApp.startJobs(jobs.filter(({ schedule }) => schedule === undefined));
});
afterAll(() => testApp.close());

async function listRuns(): Promise<SourceRun[]> {
  const feed = feedFor(tenantId, "ledger_postings");
  const connection = findFeed(await testApp.as(caller, selectConnections), feed);
  const url = `/api/tenants/${tenantId}/connections/${connection?.id}/runs`;
  return (await testApp.app.inject({ url, headers })).json().items;
}

const hasEnded = ({ state }: SourceRun) => state !== "waiting" && state !== "running";

/** What the file has brought, and what of it stands in the book. */
const countPostings = () =>
  testApp.as(caller, async ({ db }) => {
    const { rows } = await sql<{ sent: number; cash: number }>`select
        count(*) filter (where is_mirror)::int as sent,
        coalesce(sum(amount_minor) filter (where not is_mirror and account_type = 5), 0)::int as cash
      from ledger_postings`.execute(db);
    return rows[0];
  });
const sumCash = (records: readonly Record<string, unknown>[]) =>
  records.reduce((sum, record) => sum + (record.account_type === "Cash" ? Number(record.amount_minor) : 0), 0);

test("the ledger of a demo tenant comes as a file that is counted and can be undone, one a day", async () => {
  const { first } = demoDays(tenantId, now);
  const last = dayNumber("2026-03-18");
  const days = Array.from({ length: 31 }, (_, place) => dayText(last - place));
  const postings = days.flatMap((day) =>
    demoBatches(tenantId, day, { first, now }).flatMap(({ fact, records }) =>
      fact === "ledger_postings" ? records : [],
    ),
  );
  expect(postings.length).toBeGreaterThan(100);
  await testApp.as(caller, promiseFile);
  await until(async () => (await listRuns()).some(hasEnded));
  const [run] = await listRuns();
  expect(run).toMatchObject({
    cause: "import",
    state: "done",
    fileName: "ledger 2026-02-16 to 2026-03-18.csv",
    rows: { read: postings.length, written: postings.length, rejected: 0, duplicates: 0 },
    notes: [],
  });
  expect(await countPostings()).toEqual({ sent: postings.length, cash: sumCash(postings) });

  // What is posted later today comes with the file of tomorrow.
  const sender = sendFilesJob(testApp.sources, testApp.database);
  const inTenant = <Result>(work: (context: Context) => Promise<Result>) => testApp.as(caller, work);
  await sender.runLong?.({ tenantId, inTenant, log: testApp.log, signal: new AbortController().signal }, {});
  expect(await listRuns()).toHaveLength(1);

  const undo = `/api/tenants/${tenantId}/imports/${run?.id}/undo`;
  expect((await testApp.app.inject({ method: "POST", url: undo, headers, payload: {} })).statusCode).toBe(202);
  await until(async () => (await listRuns()).every(hasEnded));
  expect(await countPostings()).toEqual({ sent: 0, cash: 0 });
}, 60_000);
