import { permissionsForRole, type Route, route } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { insertUser } from "../../modules/directory/index.ts";
import { platformTenant, systemCaller } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { type Endpoint, handle } from "../../platform/http/endpoint.ts";
import { fillCanaryTenant, fingerprintTenant } from "../../testing/canary-tenant.ts";
import { carrier, createEmbedFixture } from "../../testing/embed-fixture.ts";
import { createPerson } from "../../testing/people.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { testIsolation } from "./test-isolation.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  await createPerson(testApp, { tenantId: "own" });
  await testApp.as(systemCaller("test", platformTenant), (context) =>
    insertUser(context, { uid: "a-person-of-own", email: "canary@own.example", role: "user", tenant_id: "own" }),
  );
  await fillCanaryTenant(testApp.pool, "own");
});
afterAll(() => testApp.close());

type Probe = { kind: string; name: string; outcome: string; calls: number; control: string; seen: string };

async function testOwn(): Promise<{ probes: Probe[]; ids: number }> {
  const response = await testApp.app.inject({
    method: "POST",
    url: "/api/admin/tenants/own/isolation",
    headers: signedInAs("admin"),
    payload: {},
  });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

test("each endpoint is asked by the tenant's own person first; nothing fails, and what was not tested says why", async () => {
  const { audit_entries: _, audit_heads: __, ...before } = await fingerprintTenant(testApp.pool, "own");
  const { probes, ids } = await testOwn();
  expect(ids).toBeGreaterThan(20);
  expect(probes.filter(({ outcome }) => outcome === "failed")).toEqual([]);
  const passed = probes.filter(({ outcome }) => outcome === "passed");
  for (const name of [
    "GET /api/users/{uid}",
    "GET /api/admin/users/rows/{id}",
    "GET /api/admin/users",
    "GET /api/admin/users/export",
    "GET /api/admin/audit",
    "GET /api/tenants/{tenantId}",
    "GET /api/metrics/members",
    "GET /api/reports",
    "POST /api/metrics/query",
    "POST /api/metrics/rows",
    "POST /api/metrics/row",
    "documents",
    "GET /api/reports/{report}/panels/{panel}",
  ]) {
    expect(probes.find((probe) => probe.name === name)).toMatchObject({ name });
  }
  for (const { control, calls } of passed.filter(({ kind }) => kind === "endpoint")) {
    expect(control).toMatch(/^An answer (?:with|to a call that names) "/);
    expect(calls).toBeGreaterThan(0);
  }
  for (const { seen } of probes.filter(({ outcome }) => outcome === "untested")) expect(seen).not.toBe("");
  expect(await fingerprintTenant(testApp.pool, "own")).toMatchObject(before);
  for (const tenantId of ["own", platformTenant]) {
    const noted = await testApp.as(systemCaller("test", tenantId), ({ db }) =>
      db
        .selectFrom("audit_entries")
        .select("details")
        .where("tenant_id", "=", tenantId)
        .where("act", "=", "tenants.isolation_tested")
        .execute(),
    );
    expect(noted).toMatchObject([{ details: { probes: probes.length, failed: [] } }]);
  }
});

const leak: Route = route({
  method: "GET",
  path: "/api/leak/{id}",
  permission: "tenant.read",
  summary: "Leaks.",
  topics: [],
  input: z.strictObject({ id: z.string() }),
  output: z.object({ name: z.string() }),
});

async function listProbes(endpoints: Endpoint[], productWords = "", tenantId = "own"): Promise<Probe[]> {
  const actor = { kind: "user", uid: "boss", role: "admin", sessionId: null } as const;
  const caller = { actor, tenantId, permissions: permissionsForRole("admin") };
  const parts = { endpoints, database: testApp.database, productWords };
  return testApp.as(caller, async (context) => (await testIsolation(context, parts)).probes);
}

const findEmail = async (id: string) => {
  const { rows } = await testApp.pool.query("select email from users where uid = $1", [id]);
  if (!rows[0]) throw new AppError("not_found", "There is no such user.");
  return { name: String(rows[0].email) };
};

test("an endpoint that forgets the wall fails, with what it gave away", async () => {
  const [probe] = await listProbes([handle(leak, (_context, { id }) => findEmail(String(id)))]);
  expect(probe).toMatchObject({ name: "GET /api/leak/{id}", outcome: "failed" });
  expect(probe?.control).toMatch(/^An answer with ".*@.*\.example"$/);
  expect(probe?.seen).toMatch(/The answer holds ".*@.*\.example" of this tenant/);
  const naming = handle(leak, async () => ({ tenantName: "own", name: "x" }));
  expect((await listProbes([naming]))[0]).toMatchObject({ outcome: "failed" });
});

test("a refusal that tells of what it refuses fails like an answer", async () => {
  const telling = handle(leak, async ({ tenantId }, { id }) => {
    const answer = await findEmail(String(id));
    if (tenantId !== "own") throw new AppError("not_found", `"${answer.name}" is none of yours.`);
    return answer;
  });
  const [probe] = await listProbes([telling]);
  expect(probe?.outcome).toBe("failed");
  expect(probe?.seen).toMatch(/The refusal holds ".*@.*\.example" of this tenant/);
});

test("a table in which the tenant has no row was not put to the test", async () => {
  await createPerson(testApp, { tenantId: "bare" });
  const tables = (await listProbes([], "", "bare")).filter(({ kind }) => kind === "table");
  expect(tables.length).toBeGreaterThan(20);
  expect(tables.find(({ name }) => name === "delivery_tasks")).toMatchObject({
    outcome: "untested",
    control: "No row",
  });
  expect(tables.filter(({ outcome, control }) => outcome === "passed" && control === "No row")).toEqual([]);
});

test("an endpoint that keeps the wall passes, whether it finds nothing or says nothing", async () => {
  const refusing = handle(leak, async ({ tenantId }, { id }) => {
    if (tenantId !== "own") throw new AppError("not_found", "There is no such user.");
    return findEmail(String(id));
  });
  expect((await listProbes([refusing]))[0]).toMatchObject({ outcome: "passed", seen: "Not found" });
  const silent = handle(leak, async ({ tenantId }, { id }) =>
    tenantId === "own" ? findEmail(String(id)) : { name: "" },
  );
  expect((await listProbes([silent]))[0]).toMatchObject({ outcome: "passed" });
});

test("a call that names a row of the tenant is put to the test although its answer tells nothing more", async () => {
  const refusing = handle(leak, async ({ tenantId }, { id }) => {
    if (tenantId === "own") return { name: (await findEmail(String(id))) && "short" };
    throw new AppError("not_found", "There is no such user.");
  });
  expect((await listProbes([refusing]))[0]).toMatchObject({ outcome: "passed", seen: "Not found" });
  const answering = handle(leak, async (_context, { id }) => ({ name: (await findEmail(String(id))) && "short" }));
  expect((await listProbes([answering]))[0]).toMatchObject({
    outcome: "untested",
    control: "An answer without anything that is this tenant's alone",
  });
});

test("what was not put to the test is never called passed: a call that nobody can make, and a refusal for another reason", async () => {
  const strict = { ...leak, input: z.strictObject({ id: z.string().regex(/^never$/) }) };
  expect((await listProbes([handle(strict, async () => ({ name: "x" }))]))[0]).toMatchObject({
    outcome: "untested",
    control: "Refused (invalid_input): The input does not fit.",
  });
  const busy = handle(leak, async ({ tenantId }, { id }) => {
    if (tenantId !== "own") throw new AppError("limit_reached", "Too many requests.");
    return findEmail(String(id));
  });
  expect((await listProbes([busy]))[0]).toMatchObject({
    outcome: "untested",
    seen: "Refused (limit_reached): Too many requests.",
  });
  const broken = handle(leak, async ({ tenantId }, { id }) => {
    if (tenantId !== "own") throw new Error("bug");
    return findEmail(String(id));
  });
  expect((await listProbes([broken]))[0]).toMatchObject({
    outcome: "untested",
    seen: "Unexpected error. See the log for details",
  });
});

test("words of the product, days, and what other tenants have too are no evidence", async () => {
  await createPerson(testApp, { tenantId: "other" });
  const words = ["Delivery report", "Shared title", "2026-03-18T10:00:00.000Z"];
  for (const tenant of ["own", "other"]) {
    await testApp.pool.query(
      `begin; set local app.tenant_id = '${tenant}';
       insert into saved_views (tenant_id, id, report, title, query, owner_uid, is_shared, created_at)
       select '${tenant}', gen_random_uuid()::text, 'r', word, '', 'u', true, now()
       from unnest(array['${words.join("','")}']) word; commit`,
    );
  }
  const talking = handle(leak, async () => ({ name: words.join(", ") }));
  expect((await listProbes([talking], JSON.stringify(["Delivery report"])))[0]).toMatchObject({
    outcome: "untested",
    control: "An answer without anything that is this tenant's alone",
  });
});

test("the endpoints of figures are put to the test with facts that only the tenant has", async () => {
  const fixture = await createEmbedFixture();
  try {
    const { probes } = await fixture.must("POST", `/api/admin/tenants/${carrier}/isolation`, {});
    expect(probes.filter(({ outcome }: Probe) => outcome === "failed")).toEqual([]);
    const passed = probes.filter(({ outcome }: Probe) => outcome === "passed").map(({ name }: Probe) => name);
    expect(passed).toEqual(
      expect.arrayContaining([
        "GET /api/metrics/members",
        "POST /api/metrics/rows",
        "POST /api/metrics/row",
        "POST /api/metrics/query",
        "GET /api/reports/{report}/panels/{panel}",
        "GET /api/reports/{report}/export",
      ]),
    );
  } finally {
    await fixture.close();
  }
});
