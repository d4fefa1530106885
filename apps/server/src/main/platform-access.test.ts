import { pathParameters } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertTenant } from "../modules/directory/index.ts";
import { platformTenant, systemCaller } from "../platform/context.ts";
import { createTestApp, signedInAs, type TestApp } from "../testing/test-app.ts";
import { describedEndpoints } from "./endpoints-for-tests.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  await testApp.as(systemCaller("test", platformTenant), (context) =>
    insertTenant(context, { id: "north", name: "North", aiq_type: "Tookan" }),
  );
});
afterAll(() => testApp.close());

const admin = signedInAs("superadmin");
const strangeIds = ["nobody", "__proto__", "constructor", "platform", "(nobody)", "none:u1", " ", "x".repeat(300)];

async function readAsPlatform(tenant: string) {
  const response = await testApp.app.inject({ url: "/api/reports", headers: { ...admin, "x-tenant": tenant } });
  return { status: response.statusCode, message: response.json().error?.message };
}

/** The ids in whose name audit entries are kept. */
async function chains(): Promise<string[]> {
  const { rows } = await testApp.pool.query<{ tenant_id: string }>(
    "select distinct tenant_id from audit_entries order by 1",
  );
  return rows.map(({ tenant_id }) => tenant_id);
}

test("a tenant that is named and there is looked into; an empty name and an unknown one are refused in words", async () => {
  expect((await readAsPlatform("north")).status).toBe(200);
  expect(await readAsPlatform("")).toEqual({
    status: 400,
    message: "The header x-tenant is empty: name a tenant or leave it out.",
  });
  for (const id of strangeIds.filter((one) => one.trim() !== "")) {
    expect(await readAsPlatform(id)).toEqual({ status: 404, message: "There is no such tenant." });
  }
});

test("no call opens a chain of notes in the name of an id that is no tenant", async () => {
  const answers = new Set<number>();
  for (const { route } of describedEndpoints.filter(({ route }) => route.actsIn)) {
    for (const id of [...strangeIds, "%00"]) {
      const url = pathParameters(route.path).reduce<string>(
        (path, name) => path.replace(`{${name}}`, name === route.actsIn ? encodeURIComponent(id) : "x"),
        route.path,
      );
      const payload = route.method === "GET" || route.method === "DELETE" ? {} : { payload: {} };
      const response = await testApp.app.inject({
        method: route.method,
        url: url.replace("%2500", "%00"),
        headers: admin,
        ...payload,
      });
      answers.add(response.statusCode);
    }
  }
  expect([...answers]).toEqual([404]);
  expect((await chains()).filter((id) => id !== "north" && id !== platformTenant)).toEqual([]);
});
