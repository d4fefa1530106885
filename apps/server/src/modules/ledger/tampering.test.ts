import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { LedgerEntry } from "@console/contracts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../platform/context.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { ingestFacts } from "../metrics/index.ts";
import { followPostings } from "./arrivals/follow-postings.ts";
import { asPerson, makeBook, makeEntry, post } from "./ledger-fixture-for-tests.ts";
import { sealLedgers } from "./verification/ledger-seals.ts";

const dataDir = mkdtempSync(path.join(tmpdir(), "console-seals-"));
let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T08:00:00Z", DATA_DIR: dataDir } });
});
afterAll(async () => {
  await testApp.close();
  rmSync(dataDir, { recursive: true });
});

/** A book of three entries and a pending one that was posted: rows 1 to 5 of its chain. */
async function fillBook(tenant: string): Promise<LedgerEntry[]> {
  await makeBook(testApp, tenant);
  const person = asPerson(testApp, tenant, "ann");
  const entries: LedgerEntry[] = [];
  for (const minor of [100, 200, 300])
    entries.push(await post(person, makeEntry("1000", "4000", minor, { text: `Fee ${minor}` })));
  const pending = await post(person, makeEntry("5000", "1000", 70, { isPending: true, text: "Fuel" }));
  await person("POST", `entries/${pending.id}/post`);
  return [...entries, pending];
}

const verify = async (tenant: string) =>
  (await asPerson(testApp, tenant, `checks ${tenant}`)<{ problems: string[] }>("GET", "verification")).body.problems;

/** As a superuser of the database would do it. */
const asOwner = (tenant: string, statement: string) =>
  testApp.pool.query(`begin; set local app.tenant_id = '${tenant}'; ${statement}; commit`);

test.each([
  [
    "the text of an entry",
    "update ledger_entries set text = 'x' where seq = 2",
    /^Changed: entry 2 of 2026-03-18, “x”/,
  ],
  [
    "an amount",
    "update ledger_lines set amount_minor = amount_minor * 2 where seq = 2",
    /^Changed: entry 2 of .*Fee 200/,
  ],
  ["the party of a line", "update ledger_lines set customer = 'Me' where seq = 2 and line = 1", /^Changed: entry 2 of/],
  [
    "the day of a line",
    "update ledger_lines set posting_day = '2026-02-01' where seq = 2",
    /lines of entry 2 .* other days/,
  ],
  [
    "the account of a line",
    "update ledger_lines set account_id = (select account_id from ledger_lines where seq = 5 and line = 1) where seq = 2 and line = 1",
    /^Changed: entry 2 of/,
  ],
  [
    "a line of a posted pending entry",
    "update ledger_lines set amount_minor = amount_minor + sign(amount_minor) where seq = 5",
    /lines of entry 4, which was posted later/,
  ],
  [
    "the lines that a pending entry kept",
    `update ledger_entries set pending_lines = jsonb_set(pending_lines, '{0,customer}', '"Me"') where seq = 4`,
    /^Changed: entry 4 of/,
  ],
  ["who made it", "update ledger_entries set created_by = 'somebody' where seq = 3", /^Changed: entry 3 of/],
  [
    "when it was made",
    "update ledger_entries set created_at = created_at + interval '1 microsecond' where seq = 3",
    /^Changed: entry 3 of/,
  ],
  ["a removed line", "delete from ledger_lines where seq = 2 and line = 2", /^Changed: entry 2 of/],
  [
    "a removed entry",
    "delete from ledger_lines where seq = 2; delete from ledger_entries where seq = 2",
    /^Entry 2 was removed; the next one is entry 3 of/,
  ],
  [
    "the newest entry cut off",
    "delete from ledger_lines where seq = 5; delete from ledger_entries where seq = 5",
    /^The newest entries are gone: the last one is 4, it should be 5/,
  ],
  [
    "the newest entry cut off, with its head set back",
    `delete from ledger_lines where seq = 5; delete from ledger_entries where seq = 5;
    update ledger_heads set seq = 4, mark = (select mark from ledger_entries where seq = 4) where seq = 5`,
    /^The note of the newest entry was changed: it names 4/,
  ],
  [
    "two entries in another order",
    `update ledger_entries set seq = -seq where seq in (1, 2);
    update ledger_entries set seq = case seq when -1 then 2 else 1 end where seq < 0`,
    /^Changed: entry 1 of/,
  ],
  [
    "a line that was slipped in",
    `insert into ledger_lines (tenant_id, account_id, currency, posting_day, seq, line, entry_id, value_day, amount_minor)
    select tenant_id, account_id, currency, posting_day, seq, 9, entry_id, value_day, 1 from ledger_lines where seq = 1 and line = 1`,
    /^Changed: entry 1 of/,
  ],
  [
    "a sum of a day",
    "update ledger_day_sums set debit_minor = debit_minor + 1 where account_id in (select account_id from ledger_lines where seq = 5 and line = 1)",
    /^The sum of 2026-03-18 of account 5000 in AED/,
  ],
])("%s is found and named", async (name, statement, problem) => {
  const tenant = `tampered-${name.replace(/\W+/g, "-").slice(0, 40)}`;
  await fillBook(tenant);
  expect(await verify(tenant)).toEqual([]);
  await asOwner(tenant, statement.replaceAll(/\bwhere\b/g, `where tenant_id = '${tenant}' and`));
  const problems = await verify(tenant);
  expect(problems[0] ?? "").toMatch(problem);
});

/**
 * A book whose third entry was reversed (row 6), and an entry of a source that has come (7) and was changed there, which
 * is its reversal (8) and another entry (9).
 */
async function fillLongBook(tenant: string): Promise<void> {
  const [, , third] = await fillBook(tenant);
  await asPerson(testApp, tenant, "ann")("POST", `entries/${third?.id}/reverse`, { text: "Undone" });
  for (const minor of [900, 950]) {
    await testApp.as(systemCaller("test", tenant), async (context) => {
      const posting = (account: string, type: string, amount: number) => ({
        source_key: account,
        entry_key: "S1",
        account,
        account_type: type,
        posted_at: "2026-03-02T10:00:00Z",
        amount_minor: amount,
        text: "From a list",
      });
      const records = [posting("Bank", "Cash", minor), posting("Delivery fees", "Income", -minor)];
      await ingestFacts(context, { fact: "ledger_postings", source: "list", records });
      await followPostings(context, { source: "list", entryKeys: ["S1"], hasOneSide: false });
    });
  }
}

test.each([
  ["the text of a reversal", "update ledger_entries set text = 'x' where seq = 6", /^Changed: entry 6 of .*“x”/],
  [
    "what a reversal is about",
    "update ledger_entries set about = (select id from ledger_entries where seq = 1) where seq = 6",
    /^Changed: entry 6 of/,
  ],
  [
    "a reversal that became an entry",
    "update ledger_entries set kind = 'entry', about = null where seq = 6",
    /^Changed: entry 6 of/,
  ],
  [
    "the amounts of a reversal",
    "update ledger_lines set amount_minor = amount_minor * 2 where seq = 6",
    /^Changed: entry 6 of/,
  ],
  [
    "a removed reversal",
    "delete from ledger_lines where seq = 6; delete from ledger_entries where seq = 6",
    /^Entry 6 was removed; the next one is entry 7 of/,
  ],
  ["a removed line of a reversal", "delete from ledger_lines where seq = 6 and line = 1", /^Changed: entry 6 of/],
  [
    "what an entry of a source came from",
    `update ledger_entries set cause = '{"kind": "source entry", "id": "list S2"}' where seq = 9`,
    /^Changed: entry 9 of .*From a list/,
  ],
  [
    "an amount of an entry of a source",
    "update ledger_lines set amount_minor = amount_minor + sign(amount_minor) where seq = 9",
    /^Changed: entry 9 of/,
  ],
  [
    "the reversal that a source has caused",
    "delete from ledger_lines where seq = 8; delete from ledger_entries where seq = 8",
    /^Entry 8 was removed; the next one is entry 9 of/,
  ],
  [
    "an entry of a source and its reversal in another order",
    `update ledger_entries set seq = -seq where seq in (8, 9);
    update ledger_entries set seq = case seq when -8 then 9 else 8 end where seq < 0`,
    /^Changed: entry 8 of/,
  ],
  [
    "the newest entry of a source cut off",
    "delete from ledger_kept_entries where revision > 0; delete from ledger_lines where seq = 9; delete from ledger_entries where seq = 9",
    /^The newest entries are gone: the last one is 8, it should be 9/,
  ],
  [
    "an entry that was slipped in at the end",
    `insert into ledger_entries select tenant_id, gen_random_uuid(), 10, kind, about, is_pending, needs_approval, 'slipped',
      fingerprint, posting_day, value_day, text, reference, source, cause, base_currency, rates, pending_lines, created_at,
      created_by, mark from ledger_entries where seq = 1`,
    /^Changed: entry 10 of/,
  ],
  [
    "a removed sum of a day",
    "delete from ledger_day_sums where day = '2026-03-02'",
    /^The sum of 2026-03-02 of account/,
  ],
  [
    "a sum of a day that was slipped in",
    `insert into ledger_day_sums select tenant_id, account_id, currency, '2026-01-05', 7, 7, 1 from ledger_day_sums
    where day = '2026-03-02' limit 1`,
    /^The sum of 2026-01-05 of account/,
  ],
  [
    "how many lines a day has",
    "update ledger_day_sums set line_count = line_count + 1 where day = '2026-03-02'",
    /^The sum of 2026-03-02 of account/,
  ],
  [
    "a sum that was moved to another day",
    "update ledger_day_sums set day = '2026-03-03' where day = '2026-03-02'",
    /^The sum of 2026-03-02 of account/,
  ],
  ["a removed head", "delete from ledger_heads where seq = 9", /^The note of the newest entry is gone/],
  [
    "a head with another seal",
    "update ledger_heads set seal = 'v1.x' where seq = 9",
    /^The note of the newest entry was/,
  ],
  [
    "a head with another mark",
    "update ledger_heads set mark = 'v1.x' where seq = 9",
    /^The note of the newest entry was changed/,
  ],
  [
    "a head that was set on",
    "update ledger_heads set seq = 12 where seq = 9",
    /^The newest entries are gone: the last one is 9/,
  ],
])("%s is found and named in a book with reversals and sources", async (name, statement, problem) => {
  const tenant = `tampered-long-${name.replace(/\W+/g, "-").slice(0, 40)}`;
  await fillLongBook(tenant);
  expect(await verify(tenant)).toEqual([]);
  await asOwner(tenant, statement.replaceAll(/\bwhere\b/g, `where tenant_id = '${tenant}' and`));
  const problems = await verify(tenant);
  expect(problems[0] ?? "").toMatch(problem);
});

test("a whole book that is written anew is found by its seal", async () => {
  await fillBook("sealed");
  const inTenant: Parameters<typeof sealLedgers>[0] = (tenantId, work, isolation) =>
    testApp.database.inTenant(
      tenantId,
      (db) => testApp.as(systemCaller("seal", tenantId), (context) => work({ ...context, db })),
      isolation,
    );
  await sealLedgers(inTenant);
  expect(await verify("sealed")).toEqual([]);
  await asOwner(
    "sealed",
    "delete from ledger_lines where tenant_id = 'sealed'; delete from ledger_day_sums where tenant_id = 'sealed'; delete from ledger_entries where tenant_id = 'sealed'; delete from ledger_heads where tenant_id = 'sealed'",
  );
  expect(await verify("sealed")).toEqual(["The whole book is gone: the last seal knew 5 entries."]);
  const person = asPerson(testApp, "sealed", "ann");
  for (const minor of [1, 2, 3, 4, 5]) await post(person, makeEntry("1000", "4000", minor));
  expect(await verify("sealed")).toEqual([
    "Entry 5 is not the one that the last seal knew: later ones were removed or written anew.",
  ]);
});

test("the application can write no table of the book past its function", async () => {
  await fillBook("walled");
  const caller = systemCaller("test", "walled");
  for (const table of ["ledger_entries", "ledger_lines", "ledger_day_sums", "ledger_heads"]) {
    for (const verb of [
      sql`insert into ${sql.table(table)} select * from ${sql.table(table)} limit 1`,
      sql`update ${sql.table(table)} set tenant_id = tenant_id`,
      sql`delete from ${sql.table(table)}`,
      sql`truncate ${sql.table(table)}`,
    ]) {
      await expect(
        testApp.as(caller, ({ db }) => verb.execute(db)),
        table,
      ).rejects.toThrow(/permission denied/);
    }
  }
  const { rows } = await testApp.pool.query(`select distinct privilege_type from information_schema.column_privileges
    where grantee in ('console_app', 'PUBLIC') and table_name in ('ledger_entries', 'ledger_lines', 'ledger_day_sums', 'ledger_heads')`);
  expect(rows).toEqual([{ privilege_type: "SELECT" }]);
});

/** What the function is given, with one thing that is wrong. */
const wrongs: [string, (entry: Record<string, unknown>, lines: Record<string, unknown>[]) => void, string][] = [
  ["an entry that does not balance", (_, [line]) => Object.assign(line ?? {}, { amount_minor: 101 }), "LG005"],
  ["one line alone", (_, lines) => void lines.pop(), "LG005"],
  ["an amount of zero", (_, [line]) => Object.assign(line ?? {}, { amount_minor: 0 }), "LG005"],
  [
    "an unknown account",
    (_, [line]) => Object.assign(line ?? {}, { account_id: "00000000-0000-4000-8000-000000000000" }),
    "LG006",
  ],
  ["a closed month", (entry) => Object.assign(entry, { posting_day: "2026-01-10" }), "LG007"],
  ["a gap in the chain", (entry) => Object.assign(entry, { seq: 7 }), "LG001"],
  ["a second entry with the same key", (entry) => Object.assign(entry, { key: "taken" }), "23505"],
  [
    "a reversal of nothing",
    (entry) => Object.assign(entry, { kind: "reversal", about: "00000000-0000-4000-8000-000000000000" }),
    "LG002",
  ],
];

test.each(wrongs)("the function itself refuses %s", async (name, spoil, code) => {
  const tenant = `wrong-${name.replace(/\W+/g, "-")}`;
  const accounts = await makeBook(testApp, tenant);
  const person = asPerson(testApp, tenant, "ann");
  await post(person, { ...makeEntry("1000", "4000", 100), key: "taken" });
  await asOwner(
    tenant,
    `insert into ledger_periods (tenant_id, month, state) values ('${tenant}', '2026-01-01', 'closed')`,
  );
  const entry: Record<string, unknown> = {
    id: "11111111-1111-4111-8111-111111111111",
    seq: 2,
    kind: "entry",
    is_pending: false,
    needs_approval: false,
    key: "new",
    posting_day: "2026-03-18",
    value_day: "2026-03-18",
    text: "By force",
    source: "test",
    created_at: "2026-03-18T08:00:00Z",
    mark: "v1.x",
  };
  const lines = [100, -100].map((amount, place) => ({
    line: place + 1,
    entry_id: entry.id,
    account_id: accounts[place === 0 ? "1000" : "4000"]?.id,
    currency: "AED",
    amount_minor: amount,
  }));
  spoil(entry, lines);
  const attempt = testApp.as(systemCaller("test", tenant), async ({ db }) => {
    const head = await sql<{ mark: string }>`select mark from ledger_heads where tenant_id = ${tenant}`.execute(db);
    await sql`select write_ledger(${head.rows[0]?.mark ?? ""}, ${JSON.stringify([entry])}, ${JSON.stringify(lines)}, 'seal')`.execute(
      db,
    );
  });
  await expect(attempt).rejects.toMatchObject({ code });
  expect(await verify(tenant)).toEqual([]);
});
