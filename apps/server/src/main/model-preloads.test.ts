import type { ModelPreload } from "@console/contracts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createModels, type ModelServers, preloadJob } from "../modules/models/index.ts";
import { platformTenant, systemCaller } from "../platform/context.ts";
import type { LongWork } from "../platform/jobs/define-job.ts";
import { createTestApp, signedInAs, type TestApp } from "../testing/test-app.ts";
import { type ModelStandIn, startModelStandIn } from "./model-stand-in/start-model-stand-in.ts";

const admin = signedInAs("admin");
const model = "stand-in-tools:latest";
/** Every day in every hour, so that it is always due. */
const always = { days: [1, 2, 3, 4, 5, 6, 7], beginsAt: "00:00", endsAt: "23:59", timeZone: "UTC", keepAlive: "1h" };
let standIn: ModelStandIn;
let testApp: TestApp;
let servers: ModelServers;
let provider: string;

beforeAll(async () => {
  standIn = await startModelStandIn();
  testApp = await createTestApp({
    environment: { MODEL_HOSTS: "127.0.0.1", CONSOLE_NOW: "2026-03-18T12:00:00Z" },
    models: (given) => {
      servers = given;
      return createModels({ servers });
    },
  });
  const fields = { name: "Server", address: standIn.url };
  provider = (await call<{ id: string }>("POST", "/api/admin/providers", { fields })).body.id;
});
afterAll(async () => {
  await testApp.close();
  await standIn.close();
});
beforeEach(async () => {
  await testApp.as(systemCaller("test", platformTenant), ({ db }) => db.deleteFrom("model_preloads").execute());
  await call("POST", `${path()}/unload`, {});
  standIn.received.length = 0;
});

async function call<Answer>(method: "GET" | "POST" | "PUT", url: string, payload?: object) {
  const response = await testApp.app.inject({ method, url, headers: admin, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() as Answer };
}

type Told = { preload: ModelPreload | null; error?: { fields?: Record<string, string> } };
const path = (name = model) => `/api/assistant/models/${encodeURIComponent(`${provider}/${name}`)}`;
const set = (preload: object | null, name?: string) => call<Told>("PUT", `${path(name)}/preload`, { preload });
const told = async () => (await call<Told>("GET", path())).body.preload;
const loads = () => standIn.received.filter(({ body }) => body.keep_alive === "1h").length;

async function run() {
  const inTenant: LongWork["inTenant"] = (work) => testApp.as(systemCaller("test", platformTenant), work);
  const { signal } = new AbortController();
  await preloadJob(servers).runLong?.({ tenantId: platformTenant, inTenant, log: testApp.log, signal }, {});
}

test("a model is loaded in its hours unless it is loaded, and the last run is told", async () => {
  expect((await set(always)).body.preload).toMatchObject({ ...always, lastRunAt: null });
  await run();
  expect([loads(), await told()]).toEqual([
    1,
    expect.objectContaining({ lastRunAt: "2026-03-18T12:00:00.000Z", lastProblem: null }),
  ]);
  await run();
  expect(loads()).toBe(1);
});

test("a model is left alone outside of its hours, and once it has none", async () => {
  await set({ ...always, endsAt: "12:00" });
  await run();
  expect([loads(), (await told())?.lastRunAt]).toEqual([0, null]);
  expect((await set(null)).body.preload).toBeNull();
  await run();
  expect([loads(), await told()]).toEqual([0, null]);
});

test("a model that cannot be loaded says why, and holds no other up", async () => {
  for (const name of ["nobody:1b", model]) expect((await set(always, name)).status).toBe(200);
  await run();
  const rows = await testApp.as(systemCaller("test", platformTenant), ({ db }) =>
    db.selectFrom("model_preloads").select(["model", "last_problem"]).orderBy("model").execute(),
  );
  expect(rows).toEqual([
    { model: "nobody:1b", last_problem: expect.stringContaining("nobody:1b") },
    { model, last_problem: null },
  ]);
});

test("hours name a zone that there is, and end after they begin", async () => {
  expect((await set({ ...always, timeZone: "Nowhere" })).body.error?.fields).toHaveProperty("timeZone");
  expect((await set({ ...always, endsAt: "00:00" })).body.error?.fields).toHaveProperty("endsAt");
  expect((await call("PUT", "/api/assistant/models/nowhere%2Fllama/preload", { preload: always })).status).toBe(404);
});
