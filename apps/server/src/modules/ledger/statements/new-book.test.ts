import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { asPerson, makeBook, makeEntry, post } from "../ledger-fixture-for-tests.ts";
import { readStatement } from "./read-statement.ts";

const tenant = "new";
const entries = 60;
/** A walk of the small book for each line is fine; one for each pair of lines would be hundreds of thousands of looks. */
const fewLooks = 4 * entries * entries;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T08:00:00Z" } });
  for (const table of ["ledger_lines", "ledger_entries"]) {
    await testApp.pool.query(`alter table ${table} set (autovacuum_enabled = off)`);
  }
  await makeBook(testApp, tenant);
  const person = asPerson(testApp, tenant, "ann");
  for (let minor = 1; minor <= entries; minor += 1) await post(person, makeEntry("1100", "4000", minor));
});
afterAll(() => testApp.close());

test("the statement of a book that the statistics do not know yet does not walk the book for each pair of lines", async () => {
  const looks = await testApp.inSnapshot(systemCaller("test", tenant), async (context) => {
    const statement = await readStatement(context, {
      account: "1100",
      openOnly: "0",
      order: "oldest",
      page: 1,
      limit: 200,
    });
    expect(statement.items).toHaveLength(entries);
    const { rows } = await sql<{ looks: number }>`select sum(seq_tup_read + idx_tup_fetch)::bigint as looks
      from pg_stat_xact_user_tables where relname in ('ledger_lines', 'ledger_entries')`.execute(context.db);
    return rows[0]?.looks ?? Number.NaN;
  });
  expect(looks).toBeGreaterThan(0);
  expect(looks).toBeLessThan(fewLooks);
});
