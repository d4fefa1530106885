import type { RouteOutput, Routes } from "@console/contracts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { platformTenant, systemCaller } from "../../platform/context.ts";
import { bearer, createPerson, signIn } from "../../testing/people.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";

let testApp: TestApp;
let token: string;
beforeAll(async () => {
  testApp = await createTestApp();
  const admin = await createPerson(testApp, { role: "admin", tenantId: null });
  token = (await signIn(testApp, admin)).idToken;
});
afterAll(() => testApp.close());

type Growth = RouteOutput<Routes["listGrowth"]>;

async function readGrowth(days: number): Promise<Growth> {
  const answer = await testApp.app.inject({ url: `/api/platform/growth?days=${days}`, headers: bearer(token) });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

test("tenants and users are counted at the end of each day of the installation's zone, requests on their day", async () => {
  const gone = await createPerson(testApp, { tenantId: "grown" });
  await createPerson(testApp, { tenantId: "grown" });
  const before = await readGrowth(30);
  const [first, last] = [before.days[0], before.days.at(-1)];
  expect(before.days).toHaveLength(30);
  expect(before.timeZone).toBe("UTC");
  expect(last?.tenants).toBeGreaterThan(0);
  expect(last).not.toMatchObject({ tenants: first?.tenants });

  const changed = before.days[10]?.day;
  const removed = before.days[20]?.day;
  await testApp.as(systemCaller("test", platformTenant), async ({ db }) => {
    // Half past eleven in the evening is still that day.
    await sql`update tenants set created_at = ${changed}::date + interval '23 hours 30 minutes' where id = 'grown'`.execute(
      db,
    );
    await sql`update users set created_at = ${changed}::date, removed_at = ${removed}::date where uid = ${gone.uid}`.execute(
      db,
    );
  });
  const after = await readGrowth(30);
  const differences = after.days.map((day, place) => ({
    tenants: day.tenants - (before.days[place]?.tenants ?? 0),
    users: day.users - (before.days[place]?.users ?? 0),
  }));
  expect(differences.slice(0, 10)).toEqual(Array(10).fill({ tenants: 0, users: 0 }));
  expect(differences.slice(10, 20)).toEqual(Array(10).fill({ tenants: 1, users: 1 }));
  expect(differences.slice(20, 29)).toEqual(Array(9).fill({ tenants: 1, users: 0 }));
  expect(differences[29]).toEqual({ tenants: 0, users: -1 });

  const counts = await testApp.app.inject({ url: "/api/platform/counts", headers: bearer(token) });
  expect(counts.json()).toMatchObject({ tenants: after.days[29]?.tenants, users: after.days[29]?.users });
  // The lists that the cards of the dashboard lead to.
  const countListed = async (list: string) =>
    (await testApp.app.inject({ url: `/api/admin/${list}`, headers: bearer(token) })).json().total;
  const users = await countListed("users?filter=status:active,invited,locked");
  expect({ tenants: await countListed("tenants"), users }).toEqual({
    tenants: counts.json().tenants,
    users: counts.json().users,
  });
});
