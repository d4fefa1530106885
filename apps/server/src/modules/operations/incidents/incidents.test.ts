import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Platform, systemCaller } from "../../../platform/context.ts";
import { type CheckResult, defineCheck, type HealthCheck } from "../../../platform/health/health-check.ts";
import { createChecker } from "../../../platform/health/run-checks.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { followFindings, type TellOfIncident } from "./follow-finding.ts";
import { selectIncidents, selectIncidentsFor } from "./incident-store.ts";

const results = new Map<string, CheckResult>();
const up: CheckResult = { state: "up", message: null };
const down: CheckResult = { state: "down", message: "It does not answer." };

function check(name: string, more: Partial<HealthCheck> = {}): HealthCheck {
  return defineCheck({
    name,
    label: name.toUpperCase(),
    purpose: "A part.",
    everySeconds: 60,
    dependsOn: [],
    affects: { summary: `${name} stops.`, tenantMessage: `${name} is late.` },
    run: async () => results.get(name) ?? up,
    ...more,
  });
}

const checks = [
  check("database"),
  check("queue", { dependsOn: ["database"] }),
  check("source", { dependsOn: ["queue"] }),
];

let testApp: TestApp;
let told: { title: string; change: string }[] = [];
let now = new Date("2026-03-18T12:00:00Z");
let checker: ReturnType<typeof createChecker>;

beforeAll(async () => {
  testApp = await createTestApp({ checks, healthClock: () => now });
  const { config, database, secrets, log } = testApp;
  const platform: Platform = { config, database, secrets, clock: () => now };
  const tell: TellOfIncident = async (_, { title, change }) => void told.push({ title, change });
  const follow = followFindings(checks, tell);
  checker = createChecker({ platform, checks, follow, isMaintenance: async () => false, log, clock: () => now });
});
afterAll(() => testApp.close());

/** Lets time pass, with every check run as it is due. */
async function pass(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    now = new Date(now.getTime() + 60_000);
    await checker.look();
  }
}

const inPlatform = <Result>(work: Parameters<typeof testApp.as<Result>>[1]) =>
  testApp.as(systemCaller("test", "platform"), work);
const listOpen = () =>
  inPlatform(async (context) =>
    (await selectIncidents(context, { state: "open", after: null, limit: 10 })).map((one) => [
      one.title,
      one.checks,
      one.tenants,
    ]),
  );

beforeEach(async () => {
  results.clear();
  await pass(2);
  told = [];
});

test("an incident opens after three failures and ends by itself, with one message each", async () => {
  results.set("queue", down);
  await pass(2);
  expect(await listOpen()).toEqual([]);
  await pass(3);
  expect(await listOpen()).toEqual([["QUEUE down", ["queue"], []]]);
  results.set("queue", up);
  await pass(1);
  expect(await listOpen()).toHaveLength(1);
  await pass(1);
  expect(await listOpen()).toEqual([]);
  expect(told).toEqual([
    { title: "QUEUE down", change: "opened" },
    { title: "QUEUE recovered", change: "resolved" },
  ]);
});

test("what only follows from a root is folded into its incident and tells nobody", async () => {
  results.set("queue", down);
  await pass(4);
  results.set("database", down);
  results.set("source", { ...down, tenants: ["t1"] });
  await pass(4);
  expect(await listOpen()).toEqual([["DATABASE down", ["database", "queue", "source"], []]]);
  results.clear();
  await pass(2);
  expect(await listOpen()).toEqual([]);
  expect(told.map(({ title }) => title)).toEqual(["QUEUE down", "DATABASE down", "DATABASE recovered"]);
});

test("a slow database is one incident: what fails with it is folded in, and one message tells of both ends", async () => {
  const slow: CheckResult = { state: "degraded", message: "It took 900 ms to answer." };
  results.set("database", slow);
  await pass(4);
  expect(await listOpen()).toEqual([]);
  results.set("database", { ...slow, opensIncident: true });
  results.set("queue", down);
  results.set("source", { ...down, tenants: ["t1"] });
  await pass(4);
  expect(await listOpen()).toEqual([["DATABASE degraded", ["database", "queue", "source"], []]]);
  results.clear();
  await pass(2);
  expect(await listOpen()).toEqual([]);
  expect(told.map(({ title }) => title)).toEqual(["DATABASE degraded", "DATABASE recovered"]);
});

test("a source that fails for some concerns exactly those tenants, as long as it does", async () => {
  const concerns = (tenant: string) =>
    inPlatform(async (context) => (await selectIncidentsFor(context, tenant)).map(({ title }) => title));
  results.set("source", { state: "degraded", message: "1 of 3 fails.", tenants: ["t1"], opensIncident: true });
  await pass(3);
  expect([await concerns("t1"), await concerns("t2")]).toEqual([["SOURCE degraded"], []]);
  results.set("source", { state: "degraded", message: "1 of 3 fails.", tenants: ["t2"], opensIncident: true });
  await pass(2);
  expect(told).toEqual([
    { title: "SOURCE degraded", change: "opened" },
    { title: "SOURCE degraded", change: "spread" },
  ]);
  expect([await concerns("t1"), await concerns("t2")]).toEqual([[], ["SOURCE degraded"]]);
  const own = await testApp.app.inject({ url: "/api/status/mine", headers: signedInAs("manager", "t2") });
  expect(own.json()).toMatchObject({ state: "degraded", items: [{ text: "source is late." }] });
  const others = await testApp.app.inject({ url: "/api/status/mine", headers: signedInAs("manager", "t1") });
  expect(others.json()).toEqual({ state: "up", items: [] });
});

test("what nobody has checked for two intervals is unknown to tenants too, and never up", async () => {
  now = new Date(now.getTime() + 3 * 60_000);
  const own = await testApp.app.inject({ url: "/api/status/mine", headers: signedInAs("manager", "t1") });
  const whole = await testApp.app.inject({ url: "/api/status" });
  expect([own.json(), whole.json()]).toEqual([{ state: "unknown", items: [] }, { state: "unknown" }]);
});

test("a check that does not end holds up none but those that need it", async () => {
  let open: (result: CheckResult) => void = () => {};
  const gate = new Promise<CheckResult>((resolve) => {
    open = resolve;
  });
  const ended: string[] = [];
  const mixed = [check("slow", { run: () => gate }), check("needs-slow", { dependsOn: ["slow"] }), check("quick")];
  const { config, database, secrets, log } = testApp;
  let looking = Promise.resolve();
  await new Promise<void>((resolve) => {
    looking = createChecker({
      platform: { config, database, secrets, clock: () => now },
      checks: mixed,
      follow: async (_, { check: { name } }) => {
        ended.push(name);
        if (name === "quick") resolve();
      },
      isMaintenance: async () => false,
      log,
      clock: () => now,
    }).look();
  });
  expect(ended).toEqual(["quick"]);
  open(up);
  await looking;
  expect(ended).toEqual(["quick", "slow", "needs-slow"]);
});

test("two processes run a check once", async () => {
  let runs = 0;
  const counted = [check("counted", { run: async () => ({ ...up, message: String(runs++) }) })];
  const { config, database, secrets, log } = testApp;
  const platform: Platform = { config, database, secrets, clock: () => now };
  const both = [0, 1].map(() =>
    createChecker({
      platform,
      checks: counted,
      follow: async () => {},
      isMaintenance: async () => false,
      log,
      clock: () => now,
    }),
  );
  await Promise.all(both.map((one) => one.look()));
  await Promise.all(both.map((one) => one.look()));
  expect(runs).toBe(1);
});

test("admins see incidents with their timeline, note and resolve them; a stale post-mortem is refused", async () => {
  const admin = signedInAs("admin");
  const call = async (method: "GET" | "POST" | "PUT", url: string, payload?: object) => {
    const response = await testApp.app.inject({ method, url, headers: admin, ...(payload && { payload }) });
    return { status: response.statusCode, body: response.json() };
  };
  results.set("database", down);
  await pass(3);
  const { body: list } = await call("GET", "/api/admin/incidents?state=open");
  const at = `/api/admin/incidents/${list.items[0].id}`;
  expect(list.items[0]).toMatchObject({ title: "DATABASE down", concernsAll: true });
  expect((await call("POST", `${at}/notes`, { text: "Looking at it" })).status).toBe(200);
  const { body: shown } = await call("GET", at);
  expect(shown.notes.map(({ text, by }: { text: string; by: string | null }) => [text, by])).toEqual([
    ["Opened. It does not answer.", null],
    ["Looking at it", "u1"],
  ]);
  expect((await call("PUT", `${at}/post-mortem`, { text: "A full disk.", version: shown.version })).status).toBe(200);
  expect((await call("PUT", `${at}/post-mortem`, { text: "Other.", version: shown.version })).status).toBe(409);
  expect((await call("POST", `${at}/resolve`, {})).status).toBe(200);
  expect((await call("POST", `${at}/resolve`, {})).status).toBe(409);
  const forbidden = await testApp.app.inject({ url: "/api/admin/health", headers: signedInAs("manager", "t1") });
  expect(forbidden.statusCode).toBe(403);
});

test("the status says one word to everyone, and down while the database is away", async () => {
  const { body } = await testApp.app.inject({ url: "/api/status" });
  expect(Object.keys(JSON.parse(body))).toEqual(["state"]);
});
