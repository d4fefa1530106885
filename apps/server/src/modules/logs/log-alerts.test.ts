import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { systemCaller } from "../../platform/context.ts";
import type { LongWork } from "../../platform/jobs/define-job.ts";
import { keepLines } from "../../testing/logs-fixture.ts";
import { createPerson, type Person } from "../../testing/people.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { watchSearches } from "./watch-searches.ts";

type Told = { subject: string; text: string; about: string; settles: string | null; link: string };

let testApp: TestApp;
let owner: Person;
let search: string;
let now = new Date("2026-11-10T10:00:00.000Z");
beforeAll(async () => {
  testApp = await createTestApp();
  await keepLines(testApp, [{ time: now.toISOString(), msg: "The first day" }]);
});
afterAll(() => testApp.close());

async function call(method: "GET" | "POST" | "PUT", url: string, payload?: object, role = "admin") {
  const headers = signedInAs(role, "platform", owner.uid);
  const response = await testApp.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
}

beforeEach(async () => {
  now = new Date(now.getTime() + 3_600_000);
  await testApp.pool.query("delete from log_searches");
  await testApp.pool.query("delete from graphile_worker._private_jobs");
  owner = await createPerson(testApp, { role: "admin" });
  const saved = await call("POST", "/api/logs/searches", { name: "Timeouts", query: 'level:error "timed out"' });
  search = saved.body.id;
  await setAlert({ lines: 2, minutes: 5, mutedUntil: null });
});

const setAlert = (alert: object | null) => call("PUT", `/api/logs/searches/${search}/alert`, { alert });

/** Lets minutes pass in which so many lines come, and looks at the alerts. */
async function pass(minutes: number, lines: number): Promise<void> {
  const time = now.toISOString();
  now = new Date(now.getTime() + minutes * 60_000);
  const line = { time, level: "error", msg: "It timed out" };
  await keepLines(
    testApp,
    Array.from({ length: lines }, () => line),
  );
  await keepLines(testApp, [{ time, level: "error", msg: "Another error" }]);
  const work: LongWork = {
    tenantId: "platform",
    inTenant: (piece) => testApp.as(systemCaller("logs.watch-searches", "platform"), piece),
    log: testApp.log,
    signal: new AbortController().signal,
  };
  await watchSearches(work, () => now);
}

async function listTold(): Promise<Told[]> {
  const { rows } = await testApp.pool.query(`select j.payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'notices.deliver' order by j.id`);
  return rows.map(({ payload }) => payload.input);
}
const subjects = async () => (await listTold()).map(({ subject }) => subject);

test("one notice when it begins, none while it lasts, and one that settles it when it is over", async () => {
  await pass(1, 2);
  expect(await subjects()).toEqual([]);
  await pass(1, 1);
  await pass(1, 5);
  expect(await subjects()).toEqual(["Log alert: Timeouts"]);
  const listed = (await call("GET", "/api/logs/searches")).body.items[0];
  expect(listed.alert).toMatchObject({ lines: 2, minutes: 5, since: expect.any(String) });
  await pass(10, 0);
  const [begun, over] = await listTold();
  expect(over).toMatchObject({ subject: "Log alert over: Timeouts", settles: begun?.about });
  await pass(1, 3);
  expect(await subjects()).toHaveLength(3);
});

test("the notice leads to the search at that time", async () => {
  await pass(1, 3);
  const [told] = await listTold();
  const address = new URL(told?.link ?? "", "http://console.test");
  expect(address.pathname).toBe("/admin/platform-logs");
  expect(Object.fromEntries(address.searchParams)).toEqual({
    q: 'level:error "timed out"',
    since: new Date(now.getTime() - 300_000).toISOString(),
    until: now.toISOString(),
  });
  expect(told?.text).toBe("More than 2 lines within 5 minutes.");
});

test("a muted alert says nothing until then, and speaks if it still lasts", async () => {
  await setAlert({ lines: 2, minutes: 5, mutedUntil: new Date(now.getTime() + 600_000).toISOString() });
  await pass(2, 9);
  expect(await subjects()).toEqual([]);
  await pass(12, 0);
  await pass(1, 9);
  expect(await subjects()).toEqual(["Log alert: Timeouts"]);
});

test("whoever may not read logs any more is told nothing", async () => {
  await testApp.pool.query("update users set role = 'user' where uid = $1", [owner.uid]);
  await pass(1, 9);
  expect(await subjects()).toEqual([]);
});

test("an alert that is ended is not looked at, and nobody sets that of another person", async () => {
  await setAlert(null);
  await pass(1, 9);
  expect(await subjects()).toEqual([]);
  owner = await createPerson(testApp, { role: "admin" });
  expect((await setAlert({ lines: 1, minutes: 1, mutedUntil: null })).status).toBe(404);
});
