import { afterAll, beforeAll, expect, test } from "vitest";
import { SourceProblem } from "../../../connectors/connector.ts";
import { AppError } from "../../../platform/errors.ts";
import { addStalls, takeRun } from "./run-store.ts";
import { openSourceFixture, type SourceFixture, sales, tenantId } from "./source-fixture-for-tests.ts";

let fixture: SourceFixture;
beforeAll(async () => {
  fixture = await openSourceFixture({ isIdle: true });
});
afterAll(() => fixture.close());

/** A connection to our own database, as if it were another's. */
function connectSql(query: string): Promise<string> {
  const url = new URL(fixture.testApp.databaseUrl);
  return fixture.connect({
    kind: "sql",
    secret: decodeURIComponent(url.password),
    intervalMinutes: null,
    settings: {
      host: url.hostname,
      port: Number(url.port),
      database: url.pathname.slice(1),
      user: url.username,
      tls: false,
      query,
      cursorColumn: "id",
    },
  });
}

async function startRun(path: string) {
  const run = await fixture.start(path);
  await fixture.work(run);
  return (await fixture.call("GET", `${path}/runs/${run}`)).body;
}

test("a query with rows of 2.5 MB fails alone, says what to do, and is not read again", async () => {
  const path = await connectSql("select n as id, repeat('x', 2500000) as wide from generate_series(1, 100) n");
  const message = "A row of the query is larger than 1 MB. Leave out its large columns, or cut them with left(…).";
  expect(await startRun(path)).toMatchObject({ state: "failed", problem: { kind: "config", message } });
  expect((await fixture.call("GET", path)).body).toMatchObject({ state: "needs_you", nextRunAt: null });
});

test("what takes more than it may is tried three times, then it stops with the reason", async () => {
  const path = await fixture.connect({ intervalMinutes: 5 });
  const { rest } = fixture.testApp.sources.readers;
  const { read } = rest;
  const message = "Reading was stopped: it needed more than 512 MB of memory.";
  rest.read = async function* () {
    yield* [];
    throw new SourceProblem("limit", message);
  };
  try {
    for (const kind of ["passing", "passing", "config"]) {
      expect(await startRun(path)).toMatchObject({ state: "failed", problem: { kind, message } });
      const { nextRunAt } = (await fixture.call("GET", path)).body;
      expect(nextRunAt === null).toBe(kind === "config");
    }
    expect((await fixture.call("GET", path)).body).toMatchObject({ state: "needs_you", problem: { message } });
  } finally {
    rest.read = read;
  }
});

test.each([
  ["has had its chance three times", 3, 10],
  ["was ended thirty times at once", 30, 0],
])("a run that %s and has not done a step is not taken up again", async (_, ends, stalls) => {
  const path = await connectSql("select 1 as id");
  const run = await fixture.start(path);
  for (let end = 0; end < ends; end++) {
    const taken = await fixture.inTenant((context) => takeRun(context, run));
    if (taken) await fixture.inTenant((context) => addStalls(context, taken, stalls));
  }
  await fixture.work(run);
  const message = "Reading was interrupted several times without progress. Read less at once, then try again.";
  expect((await fixture.call("GET", `${path}/runs/${run}`)).body).toMatchObject({
    state: "failed",
    problem: { message },
  });
});

test("a run that was ended twenty times at once goes on", async () => {
  const path = await connectSql("select 1 as id");
  const run = await fixture.start(path);
  for (let end = 0; end < 20; end++) await fixture.inTenant((context) => takeRun(context, run));
  await fixture.work(run);
  const { problem } = (await fixture.call("GET", `${path}/runs/${run}`)).body;
  expect(problem?.message ?? "").not.toContain("again and again");
});

test("a run that meets an outage is enqueued anew, and goes on", async () => {
  fixture.list.rows = sales(2);
  const path = await fixture.connect();
  const run = await fixture.start(path);
  let pieces = 0;
  await fixture.work(run, () => {
    if (++pieces === 2) throw new AppError("unavailable", "The database is away.");
  });
  expect(pieces).toBeGreaterThan(2);
  await fixture.work(run);
  expect((await fixture.call("GET", `${path}/runs/${run}`)).body).toMatchObject({ state: "done" });
});

test("a run waits while its tenant has no slot left, and holds nobody else up", async () => {
  fixture.list.rows = sales(2);
  const path = await fixture.connect();
  const { runSlots } = fixture.testApp.sources;
  const releases = [runSlots.tryTake(tenantId), runSlots.tryTake(tenantId)];
  const run = await fixture.start(path);
  await fixture.work(run);
  expect((await fixture.call("GET", `${path}/runs/${run}`)).body).toMatchObject({ state: "waiting" });
  expect(runSlots.tryTake("south")).not.toBeNull();
  releases[0]?.();
  await fixture.work(run);
  expect((await fixture.call("GET", `${path}/runs/${run}`)).body).toMatchObject({ state: "done" });
});
