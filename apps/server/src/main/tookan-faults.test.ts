import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deliveryJobs } from "../modules/delivery/index.ts";
import { insertTenant } from "../modules/directory/index.ts";
import { sourcesJobs } from "../modules/sources/index.ts";
import { systemCaller } from "../platform/context.ts";
import { createTestApp, signedInAs, type TestApp } from "../testing/test-app.ts";
import { until } from "../testing/until.ts";
import type { Fault } from "./tookan-stand-in/faults.ts";
import { type StandIn, startTookanStandIn } from "./tookan-stand-in/start-tookan-stand-in.ts";

const now = new Date("2026-03-18T12:00:00Z");
const apiKey = "a key of the stand-in";
const tenantId = "deliveries";
const admin = signedInAs("admin");
let testApp: TestApp;
let standIn: StandIn;

beforeAll(async () => {
  standIn = await startTookanStandIn({
    accounts: [{ apiKey, userId: 7001, name: "Bahrain Express", tasksPerDay: 6 }],
    clock: () => now,
    seed: 7,
  });
  // Pauses between tries pass at once; how long they are is tested beside the connector.
  const pace = { now: () => performance.now(), sleep: async () => {} };
  testApp = await createTestApp({ environment: { CONSOLE_NOW: now.toISOString() }, pace });
  await testApp.startJobs([...sourcesJobs(testApp.sources), ...deliveryJobs(testApp.sources)]);
  await testApp.as(systemCaller("test", "platform"), (context) =>
    insertTenant(context, {
      id: tenantId,
      name: "Deliveries",
      aiq_type: "Tookan",
      time_zone: "Asia/Bahrain",
      currency: "BHD",
    }),
  );
});
afterAll(async () => {
  await testApp.close();
  await standIn.close();
});
beforeEach(() => standIn.control.mend());

async function call(method: "GET" | "POST" | "PATCH", url: string, payload?: object) {
  const response = await testApp.app.inject({ method, url, headers: admin, ...(payload && { payload }) });
  return response.json();
}

async function connect(): Promise<string> {
  const { id } = await call("POST", `/api/tenants/${tenantId}/connections`, {
    source: "tookan",
    kind: "tookan",
    name: "Provider",
    secret: apiKey,
    intervalMinutes: 5,
    settings: { baseUrl: standIn.url, requestsPerSecond: 20 },
  });
  return `/api/tenants/${tenantId}/connections/${id}`;
}

async function read(path: string) {
  const { id } = await call("POST", `${path}/runs`, {});
  let run = { state: "waiting" };
  await until(async () => {
    run = await call("GET", `${path}/runs/${id}`);
    return !["waiting", "running"].includes(run.state);
  });
  return run;
}

const readKeys = async (path: string) => {
  const rows = await testApp.as(systemCaller("test", tenantId), ({ db }) =>
    db
      .selectFrom("delivery_tasks")
      .select("source_key")
      .where("tenant_id", "=", tenantId)
      .where("source", "=", path.split("/").at(-1) ?? "")
      .execute(),
  );
  return rows.map(({ source_key }) => source_key).sort();
};

const host = "127.0.0.1";
const notJson = "The delivery provider answers with something that is not JSON.";
const refusesKey = "The delivery provider refused the key. Enter a valid one.";

/** What the monitor says while a fault stays: the state, and the words. */
const lasting: [string, Fault, string, string][] = [
  ["a body that is text", { kind: "text" }, "late", notJson],
  ["JSON that is cut off", { kind: "truncated" }, "late", notJson],
  ["connections that drop", { kind: "dropped" }, "late", `${host} ended the connection early.`],
  ["answers 500", { kind: "http", status: 500 }, "late", "The delivery provider answers 500."],
  ["too many questions", { kind: "http", status: 429 }, "late", "The delivery provider answers 429."],
  [
    "an address of someone else",
    { kind: "http", status: 404 },
    "needs_you",
    "The address of the delivery provider answers 404. Check the address.",
  ],
  ["a key that is refused", { kind: "status", status: 101, message: "INVALID_KEY" }, "needs_you", refusesKey],
  ["a key that is revoked in the middle", { kind: "revoked", after: 4 }, "needs_you", refusesKey],
  [
    "a status that means trouble",
    { kind: "status", status: 404, message: "ERROR_IN_EXECUTION" },
    "late",
    "The delivery provider answers 404: ERROR_IN_EXECUTION",
  ],
];

test.each(lasting)(
  "with %s the monitor says so, and all is well and whole once it is over",
  async (_, fault, state, words) => {
    const path = await connect();
    standIn.control.fault(fault);
    expect(await read(path)).toMatchObject({ state: "failed", problem: { message: words } });
    const shown = await call("GET", path);
    expect(shown).toMatchObject({
      state,
      problem: { kind: state === "needs_you" ? "config" : "passing", message: words },
    });
    // What passes is tried again by itself; what needs attention waits for them.
    expect(shown.nextRunAt === null).toBe(state === "needs_you");
    const listed = await call("GET", `/api/sources/connections?source=tookan&state=${state}`);
    expect(listed.items.map(({ id }: { id: string }) => id)).toContain(shown.id);

    standIn.control.mend();
    expect(await read(path)).toMatchObject({ state: "done" });
    expect(await call("GET", path)).toMatchObject({ state: "healthy", problem: null, failures: 0 });
    const expected = standIn.control.listJobs(apiKey, "2026-02-16", "2026-03-18").map(String).sort();
    expect(await readKeys(path)).toEqual(expected);
  },
);

const harmless: [string, Fault][] = [
  ["single rows without their list", { kind: "single" }],
  ["slow pages", { kind: "slow", milliseconds: 30, times: 6 }],
  ["a page in the place of another", { kind: "page-twice", times: 2, endpoint: "get_all_tasks" }],
  ["pages in another order", { kind: "page-order", seed: 3 }],
  ["a connection that drops once", { kind: "dropped", times: 1, after: 3 }],
];

test.each(harmless)("with %s nothing is lost or doubled, and the monitor stays calm", async (_, fault) => {
  const path = await connect();
  standIn.control.fault(fault);
  expect(await read(path)).toMatchObject({ state: "done", rows: { rejected: 0 } });
  expect(await call("GET", path)).toMatchObject({ state: "healthy", problem: null });
  const expected = standIn.control.listJobs(apiKey, "2026-02-16", "2026-03-18").map(String).sort();
  expect(await readKeys(path)).toEqual(expected);
});

test("while a tenant is suspended nothing of it is read, and a run that waits for an answer ends within seconds", async () => {
  const path = await connect();
  standIn.control.fault({ kind: "slow", milliseconds: 20_000 });
  const { id } = await call("POST", `${path}/runs`, {});
  await until(async () => (await call("GET", `${path}/runs/${id}`)).state === "running");
  await call("POST", "/api/admin/tenants/acts/suspend", { ids: [tenantId], fields: { reason: "Unpaid." } });
  await until(async () => (await call("GET", `${path}/runs/${id}`)).state === "cancelled");
  expect(await read(path)).toMatchObject({
    state: "cancelled",
    problem: { message: "The tenant is not served at present." },
  });
  await call("POST", "/api/admin/tenants/acts/resume", { ids: [tenantId] });
  standIn.control.mend();
  expect(await read(path)).toMatchObject({ state: "done" });
});
