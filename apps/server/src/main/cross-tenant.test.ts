import { pathParameters, type Route, routes } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertTenant, insertUser } from "../modules/directory/index.ts";
import { platformTenant, systemCaller } from "../platform/context.ts";
import { canary, fillCanaryTenant, fingerprintTenant } from "../testing/canary-tenant.ts";
import { createTestApp, signedInAs, type TestApp } from "../testing/test-app.ts";
import { describedEndpoints } from "./endpoints-for-tests.ts";
import { exampleInput } from "./isolation/example-input.ts";

const [own, theirs, stranger] = ["own", "theirs", "key-their-user"];
let testApp: TestApp;
let keys: string[];

beforeAll(async () => {
  testApp = await createTestApp();
  await testApp.as(systemCaller("test", platformTenant), async (context) => {
    for (const id of [own, theirs]) {
      await insertTenant(context, { id, name: id === theirs ? `${canary} Ltd` : "Own Ltd", aiq_type: "Tookan" });
    }
    await insertUser(context, { uid: stranger, email: `${canary}@theirs.example`, role: "user", tenant_id: theirs });
  });
  keys = [...(await fillCanaryTenant(testApp.pool, theirs)), stranger];
});
afterAll(() => testApp.close());

/** A call with a key of the other tenant in every place that takes one. */
function makeRequest(route: Route, key: string, tenant: string) {
  const url = pathParameters(route.path).reduce<string>((path, name) => {
    return path.replace(`{${name}}`, encodeURIComponent(name === "tenantId" ? tenant : key));
  }, route.path);
  const fields = Object.entries(exampleInput(route, key, tenant)).filter(([name]) => !route.path.includes(`{${name}}`));
  if (route.method !== "GET" && route.method !== "DELETE") return { url, payload: Object.fromEntries(fields) };
  const query = fields.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join("&");
  return { url: query ? `${url}?${query}` : url };
}

const tenantRoutes = describedEndpoints.map(({ route }) => route).filter(({ streams }) => !streams);

test("with two tenants and swapped ids no route gives or changes anything of the other", async () => {
  const before = await fingerprintTenant(testApp.pool, theirs);
  expect(Object.values(before).every((fingerprint) => fingerprint !== "")).toBe(true);
  const headers = signedInAs("manager", own, "own-manager");
  const leaks: string[] = [];
  let calls = 0;
  for (const route of tenantRoutes) {
    const hasPlaces = pathParameters(route.path).some((name) => name !== "tenantId");
    for (const key of hasPlaces ? keys : [keys[0] ?? ""]) {
      for (const tenant of route.path.includes("{tenantId}") ? [own, theirs] : [own]) {
        const request = makeRequest(route, key, tenant);
        const response = await testApp.app.inject({ method: route.method, headers, ...request });
        calls++;
        const name = `${route.method} ${request.url} → ${response.statusCode}`;
        if (response.body.includes(canary)) leaks.push(`${name}: ${response.body.slice(0, 200)}`);
        if (response.statusCode >= 500) leaks.push(`${name}: an error that was not foreseen`);
      }
    }
  }
  expect(leaks).toEqual([]);
  expect(calls).toBeGreaterThan(tenantRoutes.length);
  expect(await fingerprintTenant(testApp.pool, theirs)).toEqual(before);
  // Every route with every key: minutes on a busy machine.
}, 600_000);

test("the probe would see a leak: asked as the other tenant itself the canary is found", async () => {
  const headers = signedInAs("manager", theirs, stranger);
  const seen: string[] = [];
  for (const route of [routes.listOwnConnections, routes.listExports, routes.getTenant, routes.getUser]) {
    const request = makeRequest(route, stranger, theirs);
    const response = await testApp.app.inject({ method: route.method, headers, ...request });
    if (response.body.includes(canary)) seen.push(route.path);
  }
  expect(seen).toContain("/api/tenants/{tenantId}");
  expect(seen).toContain("/api/users/{uid}");
});
