import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { until } from "../../testing/until.ts";
import { AppError } from "../errors.ts";
import { createLogger } from "../telemetry/logger.ts";
import { createDatabase, type Db } from "./database.ts";
import { openPool } from "./pool.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  for (const tenant of ["north", "south"]) {
    await testApp.database.inTenant(tenant, (db) => addEvent(db, tenant, `${tenant}'s own`));
  }
});
afterAll(() => testApp.close());

const addEvent = (db: Db, tenantId: string, type: string) =>
  db.insertInto("events").values({ tenant_id: tenantId, type, data: "{}", created_at: new Date() }).execute();

test("a statement that forgets the tenant sees only the tenant's rows", async () => {
  const rows = await testApp.database.inTenant("north", (db) => db.selectFrom("events").select("type").execute());
  expect(rows).toEqual([{ type: "north's own" }]);
});

test("a statement cannot write a row into another tenant", async () => {
  await expect(testApp.database.inTenant("north", (db) => addEvent(db, "south", "stolen"))).rejects.toThrow(
    /row-level security/,
  );
});

test("a statement that forgets the tenant neither changes nor deletes another tenant's rows", async () => {
  await testApp.database.inTenant("north", async (db) => {
    await db.updateTable("events").set({ type: "changed" }).execute();
    await db.deleteFrom("events").execute();
  });
  const rows = await testApp.database.inTenant("south", (db) => db.selectFrom("events").select("type").execute());
  expect(rows).toEqual([{ type: "south's own" }]);
});

test("a row cannot be moved to another tenant", async () => {
  const moving = testApp.database.inTenant("south", (db) =>
    db.updateTable("events").set({ tenant_id: "north" }).execute(),
  );
  await expect(moving).rejects.toThrow(/row-level security/);
});

test("outside a tenant's transaction nothing is seen, even on a connection that served a tenant before", async () => {
  const { rows } = await testApp.pool.query("select count(*)::int as n from events");
  expect(rows[0].n).toBe(0);
});

test("a tenant id is data, not SQL", async () => {
  const evil = "x'; set local app.tenant_id = 'south";
  const rows = await testApp.database.inTenant(evil, (db) => db.selectFrom("events").selectAll().execute());
  expect(rows).toEqual([]);
});

test("what follows a transaction that could not take its tenant is refused", async () => {
  let refusal: unknown;
  const unreadable = testApp.database.inTenant("a\0b", async (db) => {
    await sql`select 1`.execute(db).catch((error) => {
      refusal = error;
    });
  });
  await expect(unreadable).rejects.toThrow();
  expect(refusal).toMatchObject({ message: expect.stringContaining("transaction is aborted") });
});

test("a snapshot changes nothing, and gives its connection back", async () => {
  const pool = openPool(testApp.databaseUrl, testApp.log, { size: 1 });
  const database = createDatabase(pool);
  const writing = database.inTenant("north", (db) => addEvent(db, "north", "in a snapshot"), "snapshot");
  await expect(writing).rejects.toThrow(/read-only/);
  for (let turn = 0; turn < 3; turn++) {
    const rows = await database.inTenant("north", (db) => db.selectFrom("events").select("type").execute(), "snapshot");
    expect(rows.map(({ type }) => type)).not.toContain("in a snapshot");
  }
  await pool.end();
  expect(pool.totalCount).toBe(0);
});

test("the application's role owns nothing and may neither pass row-level security nor read the queue", async () => {
  const { rows } = await testApp.pool.query(`
    select rolsuper, rolbypassrls, rolcreaterole,
      (select count(*)::int from pg_class where relowner = pg_roles.oid) as owned
    from pg_roles where rolname = 'console_app'`);
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false, owned: 0 }]);
  const reading = testApp.database.inTenant("north", (db) => sql`select * from graphile_worker.jobs`.execute(db));
  await expect(reading).rejects.toThrow(/permission denied/);
});

test("work that fails leaves nothing behind", async () => {
  const failing = testApp.database.inTenant("west", async (db) => {
    await addEvent(db, "west", "half");
    throw new Error("half-way");
  });
  await expect(failing).rejects.toThrow("half-way");
  expect(await testApp.database.inTenant("west", (db) => db.selectFrom("events").selectAll().execute())).toEqual([]);
});

test("a transaction whose statement failed is never taken for committed, even when the failure was swallowed", async () => {
  const swallowing = testApp.database.inTenant("west", async (db) => {
    await addEvent(db, "west", "lost");
    await sql`select 1 / 0`.execute(db).catch(() => {});
  });
  await expect(swallowing).rejects.toThrow(/rolled back/);
});

test("tenants at work at the same time on few connections never see each other's rows", async () => {
  const pool = openPool(testApp.databaseUrl, testApp.log, { size: 2 });
  const database = createDatabase(pool);
  const tenants = Array.from({ length: 12 }, (_, n) => `tenant-${n % 4}`);
  const seen = await Promise.all(
    tenants.map((tenant) =>
      database.inTenant(tenant, async (db) => {
        await addEvent(db, tenant, tenant);
        const rows = await db.selectFrom("events").select("tenant_id").distinct().execute();
        return rows.map((row) => row.tenant_id);
      }),
    ),
  );
  await pool.end();
  expect(seen).toEqual(tenants.map((tenant) => [tenant]));
});

test("a database that is away is told as unavailable, to be tried again", async () => {
  const pool = openPool("postgres://nobody:x@127.0.0.1:9/none", createLogger("silent"));
  const error = await createDatabase(pool)
    .inTenant("north", async () => {})
    .catch((reason) => reason);
  await pool.end();
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({ kind: "unavailable", status: 503, retryAfterSeconds: 2 });
});

test("a connection that dies in the middle of a transaction is told as unavailable and is not used again", async () => {
  const pool = openPool(testApp.databaseUrl, testApp.log, { size: 1 });
  const database = createDatabase(pool);
  const dying = database.inTenant("north", async (db) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    await testApp.pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
    await sql`select pg_sleep(1)`.execute(db);
  });
  await expect(dying).rejects.toMatchObject({ kind: "unavailable" });
  const { rows } = await database.inTenant("north", (db) => sql<{ one: number }>`select 1 as one`.execute(db));
  await pool.end();
  expect(rows).toEqual([{ one: 1 }]);
});

test("a limited door lets so many through at once, and whoever waits is let in however long it takes", async () => {
  const pool = openPool(testApp.databaseUrl, testApp.log, { size: 4 });
  const database = createDatabase(pool, { most: 2 });
  let [running, most] = [0, 0];
  const works = Array.from({ length: 12 }, (_, place) =>
    database.inTenant("north", async (db) => {
      most = Math.max(most, ++running);
      await sql`select 1`.execute(db);
      running--;
      if (place === 3) throw new Error("this one fails");
      return place;
    }),
  );
  const ended = await Promise.allSettled(works);
  await pool.end();
  expect(most).toBe(2);
  expect(ended.filter(({ status }) => status === "fulfilled")).toHaveLength(11);
});

test("a signal cancels the statement that is under way, stores nothing, and harms nobody on the connection", async () => {
  const pool = openPool(testApp.databaseUrl, testApp.log, { size: 2 });
  const database = createDatabase(pool);
  const giving = new AbortController();
  const reason = new Error("not wanted any more");
  const slow = database.inTenant(
    "west",
    async (db) => {
      await addEvent(db, "west", "of the slow one");
      await sql`select pg_sleep(600)`.execute(db);
    },
    "statement",
    giving.signal,
  );
  const outcome = slow.catch((error) => error);
  await until(async () => (await countStatements("select pg_sleep(600)")) === 1);
  giving.abort(reason);
  expect(await outcome).toBe(reason);
  expect(await countStatements("select pg_sleep(600)")).toBe(0);
  const rows = await database.inTenant("west", (db) => db.selectFrom("events").select("type").execute());
  await pool.end();
  expect(rows).toEqual([]);
});

test("after its signal a transaction sends no further statement and is not committed", async () => {
  const giving = new AbortController();
  const reason = new Error("not wanted any more");
  const swallowing = testApp.database.inTenant(
    "west",
    async (db) => {
      await addEvent(db, "west", "before the signal");
      giving.abort(reason);
      await addEvent(db, "west", "after the signal").catch(() => {});
    },
    "statement",
    giving.signal,
  );
  await expect(swallowing).rejects.toBe(reason);
  const late = testApp.database.inTenant("west", async () => "done", "statement", giving.signal);
  await expect(late).rejects.toBe(reason);
  const rows = await testApp.database.inTenant("west", (db) => db.selectFrom("events").select("type").execute());
  expect(rows).toEqual([]);
});

async function countStatements(text: string): Promise<number> {
  const { rows } = await testApp.pool.query(
    "select count(*)::int as n from pg_stat_activity where state = 'active' and query = $1",
    [text],
  );
  return rows[0].n;
}

test("days come as text and counts as numbers", async () => {
  const { rows } = await testApp.database.inTenant("north", (db) =>
    sql`select date '2026-03-01' as day, 9007199254740991::bigint as count`.execute(db),
  );
  expect(rows).toEqual([{ day: "2026-03-01", count: 9007199254740991 }]);
});
