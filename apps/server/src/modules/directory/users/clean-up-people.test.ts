import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { platformTenant, systemCaller } from "../../../platform/context.ts";
import { deliverNotices } from "../../../testing/deliver-notices.ts";
import { createPerson, type Person } from "../../../testing/people.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { createAccountAdmin } from "../../identity/index.ts";
import { cleanUpPeopleJob } from "../index.ts";

let testApp: TestApp;
const root = signedInAs("superadmin", "platform", "root");

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());
beforeEach(() => testApp.pool.query("delete from mail_outbox"));

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);

async function choose(warnsAfterDays: number, locksAfterDays: number) {
  const values = { "people.warnsAfterDays": warnsAfterDays, "people.locksAfterDays": locksAfterDays };
  for (const [name, value] of Object.entries(values)) {
    await testApp.pool.query(
      "insert into settings (name, value, updated_at) values ($1, $2, now()) on conflict (name) do update set value = $2",
      [name, JSON.stringify(value)],
    );
  }
}

async function cleanUp(now = new Date()) {
  await cleanUpPeopleJob(createAccountAdmin(testApp.identity)).runLong?.(
    {
      tenantId: platformTenant,
      log: testApp.log,
      signal: new AbortController().signal,
      inTenant: (work) =>
        testApp.as(systemCaller("users.tidy", platformTenant), (context) => work({ ...context, now })),
    },
    {},
  );
}

async function personWhoLeft(days: number, role = "user"): Promise<Person> {
  const person = await createPerson(testApp, { role, tenantId: role === "superadmin" ? null : "north" });
  await testApp.pool.query("update accounts set last_login_at = $2 where uid = $1", [person.uid, daysAgo(days)]);
  return person;
}

async function readRow({ uid }: Person) {
  const response = await testApp.app.inject({ method: "GET", url: `/api/admin/users/rows/${uid}`, headers: root });
  return response.json() as { status?: string };
}
async function readHistory({ uid }: Person) {
  const url = `/api/admin/users/rows/${uid}/history`;
  return (await testApp.app.inject({ method: "GET", url, headers: root })).json().items as {
    act: string;
    by: string | null;
    details: { reason?: string };
  }[];
}
async function mailsTo({ email }: Person) {
  await deliverNotices(testApp);
  return (await testApp.pool.query("select body from mail_outbox where $1 = any(recipients)", [email])).rows;
}

test("without the settings nobody is reminded or locked", async () => {
  const person = await personWhoLeft(900);
  await cleanUp();
  expect((await readRow(person)).status).toBe("active");
  expect(await mailsTo(person)).toEqual([]);
});

test("a reminder goes out once, and the lock comes only when its time has passed since", async () => {
  await choose(30, 40);
  const [away, here] = [await personWhoLeft(300), await personWhoLeft(5)];
  await cleanUp();
  await cleanUp();
  expect(await mailsTo(away)).toHaveLength(1);
  expect((await mailsTo(away))[0].body).toContain("within 10 days, your account is locked");
  expect(await mailsTo(here)).toEqual([]);
  expect((await readRow(away)).status).toBe("active");
  await cleanUp(new Date(Date.now() + 11 * dayMs));
  expect([(await readRow(away)).status, (await readRow(here)).status]).toEqual(["locked", "active"]);
  expect(await readHistory(away)).toMatchObject([
    { act: "users.lock", by: null, details: { reason: "No sign-in for 40 days." } },
  ]);
});

test("superadmins and those who have not taken up an invitation are not locked", async () => {
  await choose(0, 40);
  const root = await personWhoLeft(300, "superadmin");
  const invited = await personWhoLeft(300);
  await testApp.pool.query(
    "update accounts set last_login_at = null, password_hash = null, password_updated_at = null where uid = $1",
    [invited.uid],
  );
  await testApp.pool.query("update users set invited_at = $2, created_at = $2 where uid = $1", [
    invited.uid,
    daysAgo(300),
  ]);
  const never = await personWhoLeft(0);
  await testApp.pool.query("update accounts set last_login_at = null where uid = $1", [never.uid]);
  await testApp.pool.query("update users set created_at = $2 where uid = $1", [never.uid, daysAgo(300)]);
  await cleanUp();
  expect([(await readRow(root)).status, (await readRow(invited)).status, (await readRow(never)).status]).toEqual([
    "active",
    "invited",
    "locked",
  ]);
});

test("whoever is unlocked has all the days again", async () => {
  await choose(0, 40);
  const person = await personWhoLeft(300);
  await cleanUp();
  expect((await readRow(person)).status).toBe("locked");
  await testApp.app.inject({
    method: "POST",
    url: "/api/admin/users/acts/unlock",
    headers: root,
    payload: { ids: [person.uid], fields: {} },
  });
  await cleanUp();
  expect((await readRow(person)).status).toBe("active");
});

test("people who were removed are forgotten after thirty days, not before", async () => {
  await choose(0, 0);
  const [old, recent] = [await personWhoLeft(1), await personWhoLeft(1)];
  await testApp.pool.query("update users set removed_at = $2 where uid = $1", [old.uid, daysAgo(31)]);
  await testApp.pool.query("update users set removed_at = $2 where uid = $1", [recent.uid, daysAgo(29)]);
  await cleanUp();
  expect((await testApp.pool.query("select uid from accounts where uid = $1", [old.uid])).rows).toEqual([]);
  expect((await readRow(old)).status).toBeUndefined();
  expect((await readRow(recent)).status).toBe("removed");
});
