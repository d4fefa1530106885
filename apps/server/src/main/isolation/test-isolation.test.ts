import { permissionsOf, type Route, route } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { insertUser } from "../../modules/directory/index.ts";
import { platformTenant, systemCaller } from "../../platform/context.ts";
import { type Endpoint, handle } from "../../platform/http/endpoint.ts";
import { fillCanaryTenant, printOfTenant } from "../../testing/canary-tenant.ts";
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

type Probe = { kind: string; name: string; isPassed: boolean; calls: number; seen: string };

test("every endpoint that managers read from and every table is tried with real ids, and all of them hold", async () => {
  const { audit_entries: _, audit_heads: __, ...before } = await printOfTenant(testApp.pool, "own");
  const response = await testApp.app.inject({
    ...{ method: "POST", url: "/api/admin/tenants/own/isolation", headers: signedInAs("admin"), payload: {} },
  });
  expect(response.statusCode, response.body).toBe(200);
  const { probes, ids } = response.json() as { probes: Probe[]; ids: number };
  expect(probes.filter(({ isPassed }) => !isPassed)).toEqual([]);
  expect(ids).toBeGreaterThan(20);
  const names = probes.map(({ name }) => name);
  for (const name of [
    "GET /api/users/{uid}",
    "GET /api/admin/users/rows/{id}",
    "GET /api/exports/{export}",
    "documents",
  ])
    expect(names).toContain(name);
  expect(probes.find(({ name }) => name === "GET /api/users/{uid}")).toMatchObject({
    ...{ calls: ids, seen: `Not found (${ids} times)` },
  });
  expect(probes.filter(({ kind }) => kind === "table").length).toBe(Object.keys(before).length + 2);
  expect(await printOfTenant(testApp.pool, "own")).toMatchObject(before);
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
  ...{ method: "GET", path: "/api/leak/{id}", permission: "tenant.read", summary: "Leaks.", topics: [] },
  input: z.strictObject({ id: z.string() }),
  output: z.object({ name: z.string() }),
});

async function probesOf(endpoints: Endpoint[]): Promise<Probe[]> {
  const actor = { kind: "user", uid: "boss", role: "admin", sessionId: null } as const;
  const caller = { actor, tenantId: "own", permissions: permissionsOf("admin") };
  return testApp.as(caller, async (context) => (await testIsolation(context, endpoints, testApp.database)).probes);
}

test("an endpoint that forgets the wall fails, with what it gave away, and one that breaks fails too", async () => {
  const asked = "select email from users where uid = $1";
  const leaky = handle(leak, async (_context, { id }) => {
    const { rows } = await testApp.pool.query(asked, [id]);
    return { name: String(rows[0]?.email ?? "nobody") };
  });
  const [probe] = await probesOf([leaky]);
  expect(probe).toMatchObject({ name: "GET /api/leak/{id}", isPassed: false });
  expect(probe?.seen).toMatch(/The answer holds ".*@.*\.example" of this tenant/);
  const broken = handle(leak, async () => {
    throw new Error("bug");
  });
  expect((await probesOf([broken]))[0]).toMatchObject({
    ...{ isPassed: false, seen: "An error that was not foreseen; the log tells more" },
  });
});

test("an endpoint that names the tenant fails, and one that knows nothing holds", async () => {
  const naming = handle(leak, async () => ({ tenantName: "own", name: "x" }));
  expect((await probesOf([naming]))[0]).toMatchObject({ isPassed: false });
  const plain = handle(leak, async () => ({ name: "own" }));
  expect((await probesOf([plain]))[0]).toMatchObject({ isPassed: true });
});
