import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Context, platformTenant, systemCaller } from "../../../platform/context.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { insertTenant } from "../../directory/index.ts";
import { ingestFacts } from "../../metrics/index.ts";
import { reconcileDays } from "./reconcile-days.ts";

const [tenantId, day] = ["north", "2026-03-17"];
/** The provider's statuses. */
const [successful, failed, started, deleted] = [2, 3, 1, 10];
let testApp: TestApp;
const inTenant = <Result>(work: (context: Context) => Promise<Result>) =>
  testApp.as(systemCaller("test", tenantId), work);

beforeAll(async () => {
  testApp = await createTestApp();
  await testApp.as(systemCaller("test", platformTenant), (context) =>
    insertTenant(context, { id: tenantId, name: "North", aiq_type: "Tookan", time_zone: "UTC" }),
  );
});
afterAll(() => testApp.close());

/** Stores tasks of a connection as they were read, by their numbers and with the provider's status. */
async function store(connection: string, tasks: Record<string, number>, on = day): Promise<void> {
  await inTenant(async (context) => {
    const { db } = context;
    await sql`insert into source_connections (tenant_id, id, source, kind, name, settings, mapping, published_state, created_at,
        updated_at)
      values (${tenantId}, ${connection}, 'tookan', 'tookan', ${connection}, '{}', '{}', 'healthy', now(), now())
      on conflict do nothing`.execute(db);
    for (const [jobId, status] of Object.entries(tasks)) {
      await sql`insert into provider_tasks (tenant_id, connection_id, job_id, job_type, job_status, print, status_since, seen_at)
        values (${tenantId}, ${connection}, ${jobId}, 1, ${status}, 'p', now(), now())`.execute(db);
    }
    const at = `${on}T10:00:00Z`;
    const records = Object.keys(tasks).map((source_key) => ({
      source_key,
      status: "Delivered",
      created_at: at,
      due_at: at,
    }));
    const { rejected } = await ingestFacts(context, { fact: "delivery_tasks", source: connection, records });
    expect(rejected).toEqual([]);
  });
}

async function reconcile(connection: string, counted: Record<string, Record<number, number>>) {
  const days = Object.entries(counted).map(
    ([one, counts]) => [one, new Map(Object.entries(counts).map(([status, n]) => [Number(status), n]))] as const,
  );
  await inTenant((context) => reconcileDays(context, connection, new Map(days)));
  const rows = await inTenant(({ db }) =>
    db
      .selectFrom("source_reconciliations")
      .select(["day", "measure", "theirs", "ours"])
      .where("tenant_id", "=", tenantId)
      .where("connection_id", "=", connection)
      .orderBy("day")
      .orderBy("measure")
      .execute(),
  );
  return rows.map((row) => [row.day, row.measure, Number(row.theirs), Number(row.ours)]);
}

test("a day is compared by all tasks, the successful and the failed, without those that were deleted", async () => {
  await store("plain", { a: successful, b: successful, c: failed, d: started, e: deleted });
  const theirs = { [successful]: 2, [failed]: 1, [started]: 1, [deleted]: 4 };
  expect(await reconcile("plain", { [day]: theirs })).toEqual([
    [day, "failed", 1, 1],
    [day, "successful", 2, 2],
    [day, "tasks", 4, 4],
  ]);
});

test("tasks of other connections do not count, also where they have the same numbers", async () => {
  await store("mine", { a: successful });
  await store("other", { a: failed, b: successful, c: successful });
  expect(await reconcile("mine", { [day]: { [successful]: 1 } })).toEqual([
    [day, "failed", 0, 0],
    [day, "successful", 1, 1],
    [day, "tasks", 1, 1],
  ]);
});

test("each day is compared alone, and one that the provider counts and we lack differs", async () => {
  await store("days", { a: successful });
  await store("days", { b: failed }, "2026-03-16");
  const rows = await reconcile("days", { [day]: { [successful]: 3 }, "2026-03-15": { [failed]: 2 } });
  expect(rows).toEqual([
    ["2026-03-15", "failed", 2, 0],
    ["2026-03-15", "successful", 0, 0],
    ["2026-03-15", "tasks", 2, 0],
    [day, "failed", 0, 0],
    [day, "successful", 3, 1],
    [day, "tasks", 3, 1],
  ]);
});

async function countLooks({ db }: Context): Promise<number> {
  const { rows } = await sql<{ looks: number }>`select sum(seq_tup_read + idx_tup_fetch)::int as looks
    from pg_stat_xact_user_tables where relname in ('delivery_tasks', 'provider_tasks')`.execute(db);
  return rows[0]?.looks ?? Number.NaN;
}

test("tasks that the statistics do not know yet are not compared each with each", async () => {
  const count = 300;
  const names = Array.from({ length: count }, (_, index) => `fresh ${index}`);
  await store("fresh", Object.fromEntries(names.map((name) => [name, successful])));
  const looks = await inTenant(async (context) => {
    // What the connection has looked at before may be counted too.
    const before = await countLooks(context);
    await reconcileDays(context, "fresh", new Map([[day, new Map([[successful, count]])]]));
    return (await countLooks(context)) - before;
  });
  expect(looks).toBeGreaterThan(0);
  expect(looks).toBeLessThan(10 * count);
});
