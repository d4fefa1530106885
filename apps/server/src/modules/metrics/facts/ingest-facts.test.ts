import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { registry } from "../model/registry.ts";
import { settleRollups } from "../rollups/settle-rollups.ts";
import { type IngestInput, ingestFacts } from "./ingest-facts.ts";
import type { FactRecord } from "./read-records.ts";

let testApp: TestApp;
let tenantId: string;
let tenants = 0;
beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
});
afterAll(() => testApp.close());
beforeEach(() => {
  tenants += 1;
  tenantId = `ingest-${tenants}`;
});

const asTenant = () => systemCaller("test", tenantId);

function ingest(input: Partial<IngestInput>) {
  return testApp.as(asTenant(), (context) =>
    ingestFacts(context, { fact: "delivery_tasks", source: "tests", ...input }),
  );
}

function read<Row>(text: string, ...values: unknown[]): Promise<Row[]> {
  return testApp.as(
    asTenant(),
    async ({ db }) => (await db.executeQuery(CompiledQuery.raw(text, values))).rows as Row[],
  );
}

async function listDirtyDays(): Promise<[string, string, number][]> {
  const rows = await read<{ fact: string; day: string; changes: number }>(
    "select fact, day, changes from rollup_marks order by fact, day",
  );
  return rows.map(({ fact, day, changes }) => [fact, day, changes]);
}

async function settleAll(): Promise<void> {
  while (await testApp.as(asTenant(), (context) => settleRollups(context, registry)));
}

async function jobs(): Promise<number> {
  const { rowCount } = await testApp.pool.query("select from graphile_worker.jobs where key = $1", [
    `rollups.settle:${tenantId}`,
  ]);
  return rowCount ?? 0;
}

const task = (key: string, more: FactRecord = {}): FactRecord => ({
  source_key: key,
  status: "Planned",
  created_at: "2026-03-10T10:00:00Z",
  ...more,
});

test("what is wrong is told record by record with its place and field, and the others are stored", async () => {
  const records = [
    task("good"),
    { status: "Planned", created_at: "2026-03-10T10:00:00Z" },
    task("a", { status: "Lost" }),
    task("b", { created_at: "yesterday" }),
    task("c", { attempts: 1.5, colour: "red" }),
    task("d", { has_gps: "yes", driver: { key: "1" } }),
    task("e", { created_at: null }),
    task("f", { order_reference: "x".repeat(2001) }),
    task("also good"),
  ];
  const { rejected, ...outcome } = await ingest({ records });
  expect(outcome).toEqual({ written: 2, replaced: 0, unchanged: 0, duplicates: 0, deleted: 0 });
  const text = "Use a text of up to 2000 characters.";
  const instant = "Use an instant with its offset, such as 2026-03-18T09:30:00Z.";
  expect(rejected).toEqual([
    {
      index: 1,
      field: "source_key",
      message: "Every record needs the source's own key, a text of up to 200 characters.",
    },
    { index: 2, field: "status", message: "Use one of: Planned, Out for delivery, Delivered, Failed, Returned." },
    { index: 3, field: "created_at", message: instant },
    { index: 4, field: "attempts", message: "Use a whole number." },
    { index: 4, field: "colour", message: "This table has no such field." },
    { index: 5, field: "has_gps", message: "Use true or false." },
    { index: 5, field: "driver", message: "Name it with a text of up to 200 characters, or with key and name." },
    { index: 6, field: "created_at", message: "This field is missing." },
    { index: 7, field: "order_reference", message: text },
  ]);
  const stored = await read<{ source_key: string }>("select source_key from delivery_tasks order by 1");
  expect(stored.map((row) => row.source_key)).toEqual(["also good", "good"]);
});

test.each<[string, FactRecord]>([
  ["a day that does not exist", { created_at: "2026-02-30T10:00:00Z" }],
  ["a number that its column cannot hold", { attempts: 100_000 }],
  ["a NUL in a member", { driver: "Al\0an" }],
  ["a NUL in the key", { source_key: "k\0" }],
  ["a NUL inside JSON", { custom: { note: "a\0b" } }],
])("%s is told like any other mistake and spoils no other record", async (_words, wrong) => {
  const { written, rejected } = await ingest({ records: [task("good"), task("bad", wrong)] });
  expect(written).toBe(1);
  expect(rejected).toEqual([{ index: 1, field: Object.keys(wrong)[0], message: expect.any(String) }]);
});

test("a batch that comes twice changes nothing and marks nothing", async () => {
  const records = [task("1", { driver: "Ann", due_at: "2026-03-12T09:00:00Z" }), task("2", { custom: { a: [1, 2] } })];
  expect(await ingest({ records })).toMatchObject({ written: 2, unchanged: 0 });
  await settleAll();
  expect(await listDirtyDays()).toEqual([]);
  expect(await ingest({ records })).toEqual({
    written: 0,
    replaced: 0,
    unchanged: 2,
    duplicates: 0,
    deleted: 0,
    rejected: [],
  });
  expect(await listDirtyDays()).toEqual([]);
  expect(await ingest({ deletions: ["never there"] })).toMatchObject({ deleted: 0 });
  expect(await listDirtyDays()).toEqual([]);
});

test("a field that a record leaves out keeps what is stored, and null takes it away", async () => {
  await ingest({ records: [task("1", { driver: "Ann", attempts: 3, cost_minor: 500, has_gps: true, rating: 4 })] });
  await ingest({ records: [task("1", { status: "Delivered" })] });
  const stored = () =>
    read("select status, driver_id is null as alone, attempts, cost_minor, has_gps, rating from delivery_tasks");
  expect(await stored()).toEqual([{ status: 3, alone: false, attempts: 3, cost_minor: 500, has_gps: true, rating: 4 }]);
  const nothing = { driver: null, attempts: null, cost_minor: null, has_gps: null, rating: null, task_type: null };
  expect((await ingest({ records: [task("1", nothing)] })).rejected).toEqual([]);
  // What has a default goes back to it; what may be unknown is unknown.
  expect(await stored()).toEqual([
    { status: 1, alone: true, attempts: 0, cost_minor: null, has_gps: false, rating: null },
  ]);
  expect(await read("select task_type from delivery_tasks")).toEqual([{ task_type: 1 }]);
});

test("of two records with one key in a batch the later one counts, and keeps what only the earlier one says", async () => {
  const earlier = task("1", { attempts: 1, rating: 4 });
  const outcome = await ingest({ records: [earlier, task("2"), task("1", { attempts: 2 })] });
  expect(outcome).toMatchObject({ written: 2, duplicates: 1, rejected: [] });
  expect(await read("select attempts, rating from delivery_tasks where source_key = '1'")).toEqual([
    { attempts: 2, rating: 4 },
  ]);
});

test("the same key of another source is another row", async () => {
  await ingest({ records: [task("1")] });
  await ingest({ source: "others", records: [task("1")] });
  await ingest({ source: "others", deletions: ["1"] });
  expect(await read("select source from delivery_tasks")).toEqual([{ source: "tests" }]);
});

async function names(dimension: string): Promise<Record<string, string>> {
  const rows = await read<{ key: string; name: string }>(
    "select key, name from members where dimension = $1",
    dimension,
  );
  return Object.fromEntries(rows.map(({ key, name }) => [key, name]));
}

test("a member with a key of its own can be renamed, and its rows follow", async () => {
  await ingest({ records: [task("1", { driver: { key: "d7", name: "Ann" } }), task("2", { driver: "Bo" })] });
  await ingest({ records: [task("3", { driver: { key: "d7", name: "Ann Lee" } })] });
  expect(await names("driver")).toEqual({ d7: "Ann Lee", Bo: "Bo" });
  const rows = await read(
    "select count(*) as n from delivery_tasks t join members m on m.id = t.driver_id and m.key = 'd7'",
  );
  expect(rows).toEqual([{ n: 2 }]);
});

test("two keys with one name are told apart, also after a rename and a replay", async () => {
  const first = [
    task("1", { driver: { key: "d1", name: "Ann" } }),
    task("2", { driver: { key: "d2", name: "Ann" } }),
    task("3", { driver: { key: "d3", name: "Cy" } }),
  ];
  await ingest({ records: first });
  expect(await names("driver")).toEqual({ d1: "Ann", d2: "Ann (d2)", d3: "Cy" });
  await ingest({ records: [task("3", { driver: { key: "d3", name: "Ann" } })] });
  expect(await names("driver")).toEqual({ d1: "Ann", d2: "Ann (d2)", d3: "Ann (d3)" });
  expect(await ingest({ records: first.slice(0, 2) })).toMatchObject({ written: 0, unchanged: 2 });
  expect(await names("driver")).toEqual({ d1: "Ann", d2: "Ann (d2)", d3: "Ann (d3)" });
});

test("the same name in two dimensions is two members", async () => {
  await ingest({ records: [task("1", { driver: "North", depot: "North" })] });
  expect([await names("driver"), await names("depot")]).toEqual([{ North: "North" }, { North: "North" }]);
});

test("a table that does not exist is refused by its name", async () => {
  const refused = ingest({ fact: "members; drop table members", records: [task("1")] });
  await expect(refused).rejects.toMatchObject({ kind: "invalid_input", status: 400, fields: { fact: "Unknown." } });
});

test("exactly the days are marked on which a row counted before or counts now", async () => {
  await ingest({ records: [task("1", { due_at: "2026-03-12T09:00:00Z" }), task("2")] });
  expect(await listDirtyDays()).toEqual([
    ["delivery_tasks", "2026-03-10", 1],
    ["delivery_tasks", "2026-03-12", 1],
  ]);
  await settleAll();
  await ingest({ records: [task("1", { due_at: "2026-01-05T09:00:00Z" }), task("2")] });
  expect(await listDirtyDays()).toEqual([
    ["delivery_tasks", "2026-01-05", 1],
    ["delivery_tasks", "2026-03-12", 1],
  ]);
  await settleAll();
  expect(await ingest({ deletions: ["2", "nothing"] })).toMatchObject({ deleted: 1 });
  expect(await listDirtyDays()).toEqual([["delivery_tasks", "2026-03-10", 1]]);
});

test("a row that counts on several days marks them all", async () => {
  const document: FactRecord = {
    source_key: "1",
    title: "Contract",
    status: "In review",
    created_at: "2026-03-01T08:00:00Z",
    submitted_at: "2026-03-02T08:00:00Z",
    due_at: "2026-03-05T08:00:00Z",
    expires_on: "2027-01-31",
  };
  await ingest({ fact: "documents", records: [document] });
  const days = async () => (await listDirtyDays()).map(([, day]) => day);
  expect(await days()).toEqual(["2026-03-01", "2026-03-02", "2026-03-06", "2027-01-31", "2027-02-01"]);
  await settleAll();
  await ingest({ fact: "documents", records: [{ ...document, decided_at: "2026-03-04T08:00:00Z" }] });
  expect(await days()).toEqual(["2026-03-01", "2026-03-02", "2026-03-04", "2026-03-06", "2027-01-31", "2027-02-01"]);
});

test("one job is asked for, however many batches come before it runs", async () => {
  expect(await jobs()).toBe(0);
  await ingest({ records: [task("1")] });
  await ingest({ records: [task("2", { due_at: "2026-03-12T09:00:00Z" })] });
  await ingest({ deletions: ["1"] });
  expect(await jobs()).toBe(1);
});

test("a replay asks for no job", async () => {
  await ingest({ records: [task("1")] });
  await settleAll();
  await testApp.pool.query("delete from graphile_worker._private_jobs");
  await ingest({ records: [task("1")] });
  expect(await jobs()).toBe(0);
});

test("of several batches with the same new records that come at the same time one is stored, and the others change nothing", async () => {
  const records = Array.from({ length: 1000 }, (_, index) => task(`same ${index}`));
  // Connections that are open already, so that the batches do begin together.
  await Promise.all(Array.from({ length: 6 }, () => read("select pg_sleep(0.1)")));
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => ingest({ records })));
  expect(outcomes.map(({ written }) => written).sort()).toEqual([0, 0, 0, 0, 0, 1000]);
  expect(outcomes.every(({ written, unchanged }) => written + unchanged === 1000)).toBe(true);
});

test("a batch of new and known records stores both, and marks the days that known ones leave", async () => {
  await ingest({ records: [task("1"), task("2")] });
  await settleAll();
  const moved = task("2", { created_at: "2026-03-12T10:00:00Z" });
  expect(await ingest({ records: [task("3"), moved, task("1")] })).toMatchObject({
    written: 1,
    replaced: 1,
    unchanged: 1,
  });
  expect((await listDirtyDays()).map(([, day]) => day)).toEqual(["2026-03-10", "2026-03-12"]);
});
