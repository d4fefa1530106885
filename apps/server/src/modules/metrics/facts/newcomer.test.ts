import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Context, systemCaller } from "../../../platform/context.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { ingestFacts } from "./ingest-facts.ts";
import { mirrorPostings, selectPostings } from "./source-entries.ts";

const newcomer = "newcomer";
const records = 1500;
/** Several looks at each row are fine; a look at all rows for each of them would be over two million. */
const fewLooks = 10 * records;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  for (const tenant of ["old-1", "old-2", "old-3"]) await bring(tenant, "Planned");
  await testApp.pool.query("analyze");
  // Nobody may learn of the newcomer by chance while the tests run.
  for (const table of ["delivery_tasks", "ledger_postings"]) {
    await testApp.pool.query(`alter table ${table} set (autovacuum_enabled = off)`);
  }
  await bring(newcomer, "Planned");
});
afterAll(() => testApp.close());

const tasks = (status: string) =>
  Array.from({ length: records }, (_, index) => ({
    source_key: `task ${index}`,
    status,
    driver: `Driver ${index % 20}`,
    created_at: new Date(Date.UTC(2026, 1, 1 + (index % 30), 10)).toISOString(),
  }));

function bring(tenantId: string, status: string) {
  return testApp.as(systemCaller("test", tenantId), (context) =>
    ingestFacts(context, { fact: "delivery_tasks", source: "tests", records: tasks(status) }),
  );
}

/** How many rows of a table were looked at by indexes, and read one after the other, for some work of the newcomer. */
function countLooks(table: string, work: (context: Context) => Promise<unknown>): Promise<number> {
  return testApp.as(systemCaller("test", newcomer), async (context) => {
    await work(context);
    const { rows } = await sql<{ looks: number }>`select seq_tup_read + idx_tup_fetch + (
        select sum(pg_stat_get_xact_tuples_returned(indexrelid)) from pg_index where indrelid = ${table}::regclass
      )::bigint as looks from pg_stat_xact_user_tables where relname = ${table}`.execute(context.db);
    return rows[0]?.looks ?? Number.NaN;
  });
}

test("facts of a tenant that the statistics do not know yet are replaced by their keys", async () => {
  const looks = await countLooks("delivery_tasks", async (context) => {
    const changed = { fact: "delivery_tasks", source: "tests", records: tasks("Delivered") };
    const outcome = await ingestFacts(context, changed);
    expect(outcome).toMatchObject({ replaced: records, unchanged: 0 });
  });
  expect(looks).toBeGreaterThan(0);
  expect(looks).toBeLessThan(fewLooks);
});

const postings = (from: number) =>
  Array.from({ length: records }, (_, index) => ({
    source_key: `posting ${from + index}`,
    entry_key: `entry ${Math.floor((from + index) / 2)}`,
    account: "Bank",
    account_type: "Cash",
    posted_at: "2026-03-02T10:00:00Z",
    amount_minor: index % 2 === 0 ? 100 : -100,
  }));

test("postings that come into a table which has no statistics yet are looked for by their keys", async () => {
  const bringPostings = (from: number) => (context: Context) =>
    ingestFacts(context, { fact: "ledger_postings", source: "tests", records: postings(from) });
  await testApp.as(systemCaller("test", newcomer), bringPostings(0));
  expect(await countLooks("ledger_postings", bringPostings(records))).toBeLessThan(fewLooks);
  const entries = Array.from({ length: records / 2 }, (_, entry) => ({ source: "tests", entryKey: `entry ${entry}` }));
  const looks = await countLooks("ledger_postings", async (context) => {
    expect(await selectPostings(context, entries)).toHaveLength(records);
    await mirrorPostings(context, entries);
  });
  expect(looks).toBeLessThan(fewLooks);
});
