import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Context } from "../../../platform/context.ts";
import { deliverNotices } from "../../../testing/deliver-notices.ts";
import { signedInAs } from "../../../testing/test-app.ts";
import { until } from "../../../testing/until.ts";
import { addDays, dayIn } from "../../metrics/index.ts";
import { nothing } from "../listings/listing.ts";
import {
  connectionIdFrom,
  openSourceFixture,
  type SourceFixture,
  sale,
  sales,
  tenantId,
} from "./source-fixture-for-tests.ts";

let fixture: SourceFixture;
beforeAll(async () => {
  fixture = await openSourceFixture();
});
afterAll(() => fixture.close());
beforeEach(() => Object.assign(fixture.list, { rows: [], faults: [], served: [], gate: null }));

const connect: SourceFixture["connect"] = (extra) => fixture.connect(extra);
const read: SourceFixture["read"] = (path, input) => fixture.read(path, input);
const call: SourceFixture["call"] = (...input) => fixture.call(...input);

test("a list of another system is read page by page, and read again it changes nothing", async () => {
  fixture.list.rows = sales(5);
  const path = await connect();
  expect(await read(path)).toMatchObject({ state: "done", rows: { read: 5, written: 5, rejected: 0 } });
  expect(await read(path)).toMatchObject({ state: "done", rows: { read: 5, written: 0, unchanged: 5 } });
  expect(await fixture.listSales(path)).toHaveLength(5);
  expect((await call("GET", path)).body).toMatchObject({ state: "healthy", problem: null, hasSecret: true });
});

test("rows that cannot be taken in are kept with the reason, and the others are stored", async () => {
  fixture.list.rows = [sale(1), { ...sale(2), gross: "a lot" }, { ...sale(3), receipt: "" }];
  const path = await connect();
  expect(await read(path)).toMatchObject({ state: "done", rows: { read: 3, written: 1, rejected: 2 } });
  expect((await call("GET", path)).body.openRejects).toBe(2);
  expect(await read(path)).toMatchObject({ rows: { rejected: 2 } });
  expect((await call("GET", path)).body.openRejects, "the same rows again").toBe(2);
});

test("an empty value never takes the place of a known one", async () => {
  fixture.list.rows = [sale(1)];
  const path = await connect();
  await read(path);
  fixture.list.rows = [{ ...sale(1), gross: "12.00", branch: "" }];
  expect(await read(path)).toMatchObject({ rows: { written: 0, replaced: 1 } });
  const rows = await fixture.inTenant(({ db }) =>
    db
      .selectFrom("sale_lines as s")
      .innerJoin("members as m", (join) =>
        join.onRef("m.tenant_id", "=", "s.tenant_id").onRef("m.id", "=", "s.branch_id"),
      )
      .select(["gross_minor", "m.name as branch"])
      .where("s.tenant_id", "=", tenantId)
      .where("s.source", "=", connectionIdFrom(path))
      .execute(),
  );
  expect(rows).toEqual([{ gross_minor: 1200, branch: "Seef" }]);
});

test("what passes is tried again within the run", async () => {
  fixture.list.rows = sales(3);
  fixture.list.faults = [() => ({ status: 503, body: "" }), () => ({ status: 429, body: "" })];
  const path = await connect();
  expect(await read(path)).toMatchObject({ state: "done", rows: { written: 3 } });
});

test("a wrong secret needs attention, and is tried again once it is mended", async () => {
  const path = await connect({ secret: "wrong", intervalMinutes: 60 });
  fixture.list.rows = [sale(1)];
  const failed = await read(path);
  expect(failed).toMatchObject({ state: "failed", problem: { kind: "config" } });
  const broken = (await call("GET", path)).body;
  expect(broken).toMatchObject({ state: "needs_you", problem: { kind: "config" }, nextRunAt: null });
  await deliverNotices(fixture.testApp);
  const mails = await fixture.testApp.pool.query(
    "select subject from mail_outbox where subject like '%needs attention%'",
  );
  expect(mails.rows.length).toBeGreaterThan(0);
  const { body } = await call("PATCH", path, { version: broken.version, secret: "let me in" });
  expect(body).toMatchObject({ state: "pending", problem: null });
  expect(await read(path)).toMatchObject({ state: "done" });
  expect((await call("GET", path)).body.state).toBe("healthy");
});

test("a change to what someone else has changed is refused", async () => {
  const path = await connect();
  const { version } = (await call("GET", path)).body;
  expect((await call("PATCH", path, { version, name: "First" })).status).toBe(200);
  expect((await call("PATCH", path, { version, name: "Second" })).status).toBe(409);
});

test("secrets go in and never come out", async () => {
  const path = await connect();
  for (const url of [path, `${path}/runs`, "/api/sources/connections"]) {
    expect(JSON.stringify((await call("GET", url)).body)).not.toContain("let me in");
  }
  const stored = await fixture.inTenant(({ db }) =>
    db.selectFrom("source_connections").selectAll().where("tenant_id", "=", tenantId).execute(),
  );
  expect(stored.length).toBeGreaterThan(0);
  expect(JSON.stringify(stored)).not.toContain("let me in");
  expect(fixture.testApp.logs.join("")).not.toContain("let me in");
});

test("a secret that is kept is never sent to another host, by a test, a sample or a saved change", async () => {
  const path = await fixture.connect();
  const { body } = await fixture.call("GET", path);
  const settings = { ...body.settings, url: "http://127.0.0.2:9/sales" };
  const refused = { secret: "Enter the secret again: the stored one is not sent to another host." };
  const sample = { source: "genesis", kind: "rest", settings, connection: body.id };
  const tries = [
    fixture.call("POST", `${path}/test`, { settings }),
    fixture.call("POST", `/api/tenants/${tenantId}/connections/sample`, sample),
    fixture.call("PATCH", path, { version: body.version, settings }),
  ];
  for (const { status, body: answer } of await Promise.all(tries)) {
    expect([status, answer.error?.fields]).toEqual([400, refused]);
  }
  const saved = await fixture.call("PATCH", path, { version: body.version, settings, secret: "another one" });
  expect(saved.status).toBe(200);
});

test("runs are found by their outcome, their day, a word of what went wrong, and their id", async () => {
  const path = await connect();
  fixture.list.rows = [sale(1)];
  const good = await read(path);
  fixture.list.faults = Array.from({ length: 9 }, () => () => ({ status: 404, body: "" }));
  const bad = await read(path);
  fixture.list.faults = [];
  const findRuns = async (query: string) => {
    const { items } = (await call("GET", `${path}/runs?${query}`)).body;
    return items.map(({ id }: { id: string }) => (id === good.id ? "good" : id === bad.id ? "bad" : id));
  };
  expect(await findRuns("")).toEqual(["bad", "good"]);
  expect(await findRuns("state=failed")).toEqual(["bad"]);
  expect(await findRuns("search=ANSWERS%20404")).toEqual(["bad"]);
  expect(await findRuns(`search=${good.id}`)).toEqual(["good"]);
  const askedOn = dayIn("Asia/Bahrain", new Date(good.askedAt));
  const next = addDays(askedOn, 1);
  expect(await findRuns(`from=${askedOn}&to=${next}&search=${good.id}`)).toEqual(["good"]);
  expect(await findRuns(`to=${askedOn}&search=${good.id}`), "days end before `to`").toEqual([]);
  expect(await findRuns(`from=${next}&search=${good.id}`)).toEqual([]);
  expect((await call("GET", `${path}/runs?search=%00`)).status).toBe(400);
});

test("a run that is stopped keeps what it has stored and moves no further", async () => {
  fixture.list.rows = sales(40);
  let open = () => {};
  const path = await connect();
  fixture.list.gate = new Promise((resolve) => {
    open = () => resolve();
  });
  const { body } = await call("POST", `${path}/runs`, {});
  await until(() => fixture.list.served.length > 0);
  expect((await call("POST", `${path}/runs/${body.id}/cancel`)).body.state).toBe("cancelled");
  open();
  fixture.list.gate = null;
  // The next run begins only when the stopped one has let go, and finds all that is left to store.
  expect(await read(path)).toMatchObject({ state: "done", rows: { written: 40 } });
  expect((await call("GET", `${path}/runs/${body.id}`)).body).toMatchObject({
    state: "cancelled",
    rows: { written: 0 },
  });
});

test("a run that is stopped stops its statement too, while that is still at work", async () => {
  fixture.list.rows = sales(4);
  const path = await connect();
  const { rest } = fixture.testApp.sources.readers;
  const { read: readRest } = rest;
  rest.read = async function* () {
    const waitForOther = async ({ db }: Context) => {
      await sql`set local statement_timeout = 0`.execute(db);
      await sql`select pg_advisory_xact_lock(7)`.execute(db);
    };
    yield { ...nothing, cursor: {}, note: "Waiting for the other", store: waitForOther };
  };
  const other = await fixture.testApp.pool.connect();
  const countWaiting = async () => {
    const { rows } =
      await other.query(`select count(*)::int as n from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'advisory' and l.objid = 7 and not l.granted`);
    return rows[0].n;
  };
  try {
    await other.query("begin; select pg_advisory_xact_lock(7)");
    const { body } = await call("POST", `${path}/runs`, {});
    await until(async () => (await countWaiting()) === 1);
    expect((await call("POST", `${path}/runs/${body.id}/cancel`)).body.state).toBe("cancelled");
    await until(async () => (await countWaiting()) === 0);
  } finally {
    rest.read = readRest;
    await other.query("rollback");
    other.release();
  }
  expect(await read(path)).toMatchObject({ state: "done", rows: { written: 4 } });
});

test("one connection has one run at a time: asking again gives the one that goes on", async () => {
  fixture.list.rows = sales(20);
  const path = await connect();
  const [first, second] = await Promise.all([call("POST", `${path}/runs`, {}), call("POST", `${path}/runs`, {})]);
  expect(first.body.id).toBe(second.body.id);
  await fixture.ended(path, first.body.id);
});

test("a tenant's people see the states of their own connections, and nothing of others", async () => {
  await connect();
  const own = await call("GET", "/api/sources", undefined, signedInAs("manager", tenantId));
  expect(own.body.items.length).toBeGreaterThan(0);
  expect((await call("GET", "/api/sources", undefined, signedInAs("manager", "south"))).body.items).toEqual([]);
  expect(
    (
      await call(
        "GET",
        `/api/tenants/${tenantId}/connections/${connectionIdFrom(await connect())}`,
        undefined,
        signedInAs("manager", tenantId),
      )
    ).status,
  ).toBe(403);
});

const fields = {
  source_key: { from: "id" },
  receipt_key: { from: "receipt" },
  sold_at: { from: "date" },
  quantity_milli: { from: "qty" },
  gross_minor: { from: "gross" },
};

test("a list whose days can be read in two ways is not guessed: someone chooses, and the rows come in", async () => {
  fixture.list.rows = [sale(1, "03/04/2026"), sale(2, "05/06/2026")];
  const path = await connect({ mapping: { fact: "sale_lines", fields } });
  expect(await read(path)).toMatchObject({
    state: "failed",
    rows: { read: 0 },
    problem: {
      kind: "config",
      message:
        'Sold at: "03/04/2026" in "date" can be day/month or month/day. Choose in the mapping how it is written.',
    },
  });
  expect(await fixture.listSales(path)).toEqual([]);
  const { version } = (await call("GET", path)).body;
  const mapping = { fact: "sale_lines", fields: { ...fields, sold_at: { from: "date", dates: "mdy" } } };
  expect((await call("PATCH", path, { version, mapping })).status).toBe(200);
  expect(await read(path)).toMatchObject({ state: "done", rows: { written: 2 } });
});

test("the order of days that one run has found out is that of later runs", async () => {
  fixture.list.rows = [sale(1, "13/04/2026"), sale(2, "05/06/2026")];
  const path = await connect({ mapping: { fact: "sale_lines", fields } });
  expect(await read(path)).toMatchObject({ state: "done", rows: { written: 2 } });
  expect((await call("GET", path)).body.mapping.columnStyles).toMatchObject({ date: { dates: "dmy" } });
  fixture.list.rows = [sale(2, "05/06/2026"), sale(3, "07/08/2026")];
  expect(await read(path)).toMatchObject({ state: "done", rows: { written: 1, unchanged: 1 } });
});
