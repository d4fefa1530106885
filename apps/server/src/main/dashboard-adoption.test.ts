import type { RouteOutput, Routes } from "@console/contracts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { platformTenant, systemCaller } from "../platform/context.ts";
import { createPerson } from "../testing/people.ts";
import { createTestApp, signedInAs, type TestApp } from "../testing/test-app.ts";

type Adoption = RouteOutput<Routes["listTenantAdoption"]>;

const admin = signedInAs("admin");
let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
});
afterAll(() => testApp.close());

const read = async (path: string) =>
  (await testApp.app.inject({ url: `/api/admin/dashboard/${path}`, headers: admin })).json();
const inPlatform = (statement: ReturnType<typeof sql>) =>
  testApp.as(systemCaller("test", platformTenant), ({ db }) => statement.execute(db));

test("the first steps tick themselves", async () => {
  const none = { hasSource: false, hasTenant: false, hasPeople: false, hasReportView: false, hasBackup: false };
  expect(await read("first-steps")).toEqual(none);
  const { uid } = await createPerson(testApp, { tenantId: "north" });
  expect(await read("first-steps")).toEqual({ ...none, hasTenant: true, hasPeople: true });
  await testApp.app.inject({ url: "/api/reports/tookan-report", headers: signedInAs("manager", "north", uid) });
  await testApp.usage.flush();
  expect(await read("first-steps")).toMatchObject({ hasReportView: true, hasBackup: false });
});

test("tenants are listed from the quietest on, and what was not counted then is not known", async () => {
  await createPerson(testApp, { tenantId: "south" });
  await createPerson(testApp, { tenantId: "west" });
  await inPlatform(sql`update tenants set created_at = '2026-01-01T00:00:00Z' where id in ('south', 'west')`);
  await inPlatform(sql`update tenants set created_at = '2026-03-18T13:00:00Z' where id = 'north'`);
  await inPlatform(sql`update users set last_login_at = '2026-03-18T10:00:00Z' where tenant_id = 'north'`);
  await inPlatform(sql`update users set last_login_at = '2026-03-01T10:00:00Z' where tenant_id = 'south'`);
  const all: Adoption = await read("adoption");
  expect(all).toMatchObject({ tenants: 3, quiet14: 2, quiet30: 1, next: null });
  expect(all.items.map(({ tenant, quietDays }) => [tenant.id, quietDays])).toEqual([
    ["west", 76],
    ["south", 17],
    ["north", 0],
  ]);
  expect(all.items[0]).toMatchObject({ lastSignInAt: null, source: "open", invited: "done", report: "unknown" });
  expect(all.items[2]).toMatchObject({ report: "done", question: "open" });
  const quiet: Adoption = await read("adoption?quietDays=30");
  expect(quiet.items).toHaveLength(all.quiet30);
  const one: Adoption = await read("adoption?tenant=south");
  expect(one).toMatchObject({ tenants: 1, quiet14: 1, quiet30: 0 });
});
