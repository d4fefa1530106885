import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deliveryJobs } from "../modules/delivery/index.ts";
import { insertTenant } from "../modules/directory/index.ts";
import { sourcesJobs } from "../modules/sources/index.ts";
import { type Context, systemCaller } from "../platform/context.ts";
import { createTestApp, signedInAs, type TestApp } from "../testing/test-app.ts";
import { until } from "../testing/until.ts";
import { type StandIn, startTookanStandIn } from "./tookan-stand-in/start-tookan-stand-in.ts";

const now = new Date("2026-03-18T12:00:00Z");
const apiKey = "a key of the stand-in";
const hookSecret = "a secret of the hook";
const tenantId = "deliveries";
let testApp: TestApp;
let standIn: StandIn;
let address: string;
const admin = signedInAs("admin");

beforeAll(async () => {
  standIn = await startTookanStandIn({
    accounts: [{ apiKey, userId: 7001, name: "Bahrain Express", tasksPerDay: 25 }],
    clock: () => now,
    seed: 7,
  });
  testApp = await createTestApp({ environment: { CONSOLE_NOW: now.toISOString() } });
  await testApp.startJobs([...sourcesJobs(testApp.sources), ...deliveryJobs(testApp.sources)]);
  await testApp.app.listen({ port: 0, host: "127.0.0.1" });
  address = `http://127.0.0.1:${(testApp.app.server.address() as AddressInfo).port}`;
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
  return { status: response.statusCode, body: response.json() };
}

async function connect(extra: object = {}): Promise<string> {
  const { status, body } = await call("POST", `/api/tenants/${tenantId}/connections`, {
    source: "tookan",
    kind: "tookan",
    name: "Provider",
    secret: apiKey,
    hookSecret,
    settings: { baseUrl: standIn.url, requestsPerSecond: 20 },
    ...extra,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return `/api/tenants/${tenantId}/connections/${body.id}`;
}

async function read(path: string) {
  const { body } = await call("POST", `${path}/runs`, {});
  let last = body;
  await until(async () => {
    last = (await call("GET", `${path}/runs/${body.id}`)).body;
    return !["waiting", "running"].includes(last.state);
  });
  return last;
}

const inTenant = <Result>(work: (context: Context) => Promise<Result>) =>
  testApp.as(systemCaller("test", tenantId), work);
const readId = (path: string) => path.split("/").at(-1) ?? "";
const readFacts = (path: string) =>
  inTenant(({ db }) =>
    db
      .selectFrom("delivery_tasks")
      .select(["source_key", "status", "is_cancelled", "completed_at", "ingested_at"])
      .where("tenant_id", "=", tenantId)
      .where("source", "=", readId(path))
      .orderBy("source_key")
      .execute(),
  );

test("an account is read whole: every task once, agents, clients, and counts that agree with the provider's", async () => {
  const path = await connect();
  const run = await read(path);
  expect(run, JSON.stringify(run)).toMatchObject({ state: "done", rows: { rejected: 0 } });
  const expected = standIn.control.listJobs(apiKey, "2026-02-16", "2026-03-18").map(String).sort();
  expect(expected.length).toBeGreaterThan(300);
  expect((await readFacts(path)).map(({ source_key }) => source_key).sort()).toEqual(expected);
  expect(await read(path)).toMatchObject({ state: "done", rows: { written: 0 } });
  expect((await call("GET", path)).body).toMatchObject({ state: "healthy", openRejects: 0 });
  const days = await inTenant(({ db }) =>
    db
      .selectFrom("source_reconciliations")
      .selectAll()
      .where("tenant_id", "=", tenantId)
      .where("connection_id", "=", readId(path))
      .execute(),
  );
  expect(days.length).toBeGreaterThan(60);
  expect(days.filter(({ ours, theirs }) => ours !== theirs)).toEqual([]);
  const board = (await call("GET", `${path}/board`)).body;
  expect(board.agents.length).toBeGreaterThan(3);
  expect(board.statuses.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBeGreaterThan(0);
  const [team] = board.teams;
  const ofTeam = (await call("GET", `${path}/board?team=${encodeURIComponent(team.id)}`)).body;
  const countRows = ({ statuses }: { statuses: { count: number }[] }) =>
    statuses.reduce((sum, { count }) => sum + count, 0);
  expect(countRows(ofTeam)).toBeGreaterThan(0);
  expect(countRows(ofTeam)).toBeLessThan(countRows(board));
  const clients = (await call("GET", `${path}/clients?limit=5`)).body;
  expect(clients.total).toBeGreaterThan(5);
  expect(JSON.stringify(clients.items)).not.toMatch(/\+973 ?\d{4} ?\d{4}/);
});

test("webhooks that come repeated and out of order end in what the provider says now", async () => {
  const path = await connect();
  const { hookPath } = (await call("GET", path)).body;
  const between = { after: new Date(now.getTime() - 3 * 3_600_000), until: now };
  const answers = await standIn.control.tell(
    apiKey,
    { url: `${address}${hookPath}`, secret: hookSecret, copies: 3, orderSeed: 5 },
    between,
  );
  expect(answers.length).toBeGreaterThan(10);
  expect(new Set(answers)).toEqual(new Set([202]));
  const waiting = () =>
    inTenant(({ db }) =>
      db
        .selectFrom("source_hints")
        .selectAll()
        .where("tenant_id", "=", tenantId)
        .where("connection_id", "=", readId(path))
        .execute(),
    );
  await until(async () => (await waiting()).every(({ handled_at }) => handled_at !== null));
  const hints = await waiting();
  expect(hints.reduce((sum, { repeats }) => sum + repeats + 1, 0)).toBe(answers.length);
  const hinted = await readFacts(path);
  expect(new Set(hinted.map(({ source_key }) => source_key))).toEqual(new Set(hints.map(({ job_id }) => job_id)));
  await read(path);
  const pulled = new Map((await readFacts(path)).map((fact) => [fact.source_key, fact]));
  for (const { source_key, status, completed_at } of hinted) {
    expect(pulled.get(source_key)).toMatchObject({ status, completed_at });
  }
  const everything = JSON.stringify([hints, testApp.logs]);
  expect(everything).not.toContain(hookSecret);
  expect(everything).not.toContain("access-7001");
});

test("a webhook without the secret, or for nobody, is refused alike and leaves nothing", async () => {
  const path = await connect();
  const { hookPath } = (await call("GET", path)).body;
  const bodies = [
    { job_id: 1, job_status: 2 },
    { job_id: 1, job_status: 2, tookan_shared_secret: "wrong" },
  ];
  for (const payload of bodies) {
    for (const url of [hookPath, `${hookPath}x`, "/hooks/tookan/nobody"]) {
      const answer = await testApp.app.inject({ method: "POST", url, payload });
      expect([answer.statusCode, answer.json()]).toEqual([401, { status: "refused" }]);
    }
  }
  expect((await call("GET", path)).body.lastEventAt).toBeNull();
});

test("a key that is revoked in the middle of a run needs attention, and what was read stays", async () => {
  const path = await connect({ intervalMinutes: 5 });
  standIn.control.fault({ kind: "revoked", endpoint: "get_job_details" });
  const run = await read(path);
  expect(run).toMatchObject({ state: "failed", problem: { kind: "config" } });
  expect((await call("GET", path)).body).toMatchObject({ state: "needs_you", nextRunAt: null });
  standIn.control.mend();
  const { version } = (await call("GET", path)).body;
  await call("PATCH", path, { version, secret: apiKey });
  expect(await read(path)).toMatchObject({ state: "done" });
  expect((await call("GET", path)).body.state).toBe("healthy");
});

test("a provider that keeps failing is a passing problem: it is late, then failing, and tried again by itself", async () => {
  const path = await connect({ intervalMinutes: 5 });
  standIn.control.fault({ kind: "status", status: 201, message: "Something is broken here." });
  const run = await read(path);
  expect(run).toMatchObject({ state: "failed", problem: { kind: "passing" } });
  const { body } = await call("GET", path);
  expect(body).toMatchObject({ state: "late", failures: 1, problem: { kind: "passing" } });
  expect(Date.parse(body.nextRunAt)).toBeGreaterThan(now.getTime());
});

test("a client is mapped to a tenant and back, its data is masked, and its history tells who did what", async () => {
  const path = await connect();
  await read(path);
  const first = async () => (await call("GET", `${path}/clients?limit=1`)).body.items[0];
  const { id, phone } = await first();
  const map = (tenant: string | null) => call("POST", `${path}/clients/map`, { clients: [id], tenant });
  expect((await map(tenantId)).body).toEqual({ changed: 1 });
  expect((await map(tenantId)).body).toEqual({ changed: 0 });
  expect((await first()).mappedTenant).toEqual({ id: tenantId, name: "Deliveries" });
  const revealed = (await call("POST", `${path}/clients/${id}/reveal`, {})).body;
  expect(revealed.phone).not.toBe(phone);
  await map(null);
  const { items } = (await call("GET", `${path}/clients/${id}/history`)).body;
  expect(items.map(({ act, by, details }: { act: string; by: string; details: object }) => [act, by, details])).toEqual(
    [
      ["clients.mapped", "u1", { tenant: { before: tenantId, after: null } }],
      ["clients.revealed", "u1", {}],
      ["clients.mapped", "u1", { tenant: { before: null, after: tenantId } }],
    ],
  );
  expect(JSON.stringify(items)).not.toContain(revealed.phone);
});
