import { afterAll, beforeAll, expect, test } from "vitest";
import { createPerson, signIn } from "../../../testing/people.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { until } from "../../../testing/until.ts";

let testApp: TestApp;
const admin = signedInAs("admin", "platform", "boss");
const superadmin = signedInAs("superadmin", "platform", "root");

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

async function call(method: "GET" | "POST" | "PATCH", path: string, payload?: object, headers = admin) {
  const response = await testApp.app.inject({
    method,
    url: `/api/admin/tenants${path}`,
    headers,
    ...(payload && { payload }),
  });
  return { status: response.statusCode, body: response.json() };
}

const make = (slug: string, more: object = {}) =>
  call("POST", "", { fields: { name: `The ${slug}`, slug, aiqType: "Tookan", ...more } });
const act = async (name: string, id: string, fields: object = {}, headers = admin) =>
  (await call("POST", `/acts/${name}`, { ids: [id], fields }, headers)).body;

test("a tenant is made with its calendar, and its id stays what it was", async () => {
  const { status, body } = await make("north", {
    timeZone: "Asia/Bahrain",
    currency: "BHD",
    attributes: { region: "Gulf" },
  });
  expect([status, body.id, body.status, body.people, body.attributes]).toEqual([
    201,
    "north",
    "active",
    0,
    { region: "Gulf" },
  ]);
  const change = await call("PATCH", "/rows/north", { version: 1, fields: { slug: "south" } });
  expect(change.body.error.fields).toHaveProperty("slug");
  const wrong = await make("Not A Slug", { timeZone: "Mars/Olympus", currency: "dollars" });
  expect(Object.keys(wrong.body.error.fields).sort()).toEqual(["currency", "slug", "timeZone"]);
  expect((await make("north")).body.error.fields).toEqual({ slug: "Another tenant already has this." });
});

test("people of a suspended tenant are out within seconds, read why, and are back when it is resumed", async () => {
  await make("paused");
  const person = await createPerson(testApp, { role: "user", tenantId: "paused" });
  const { idToken } = await signIn(testApp, person);
  const own = () =>
    testApp.app.inject({
      method: "GET",
      url: `/api/users/${person.uid}`,
      headers: { authorization: `Bearer ${idToken}` },
    });
  expect((await own()).statusCode).toBe(200);
  expect((await act("suspend", "paused")).error.fields).toEqual({ reason: "Enter reason." });
  expect((await act("suspend", "paused", { reason: "The bill is open." })).outcomes[0].isDone).toBe(true);
  await until(async () => (await own()).statusCode === 403);
  expect((await own()).json().error.message).toBe(
    "The access of your organisation is suspended. The bill is open. Ask your administrator.",
  );
  await act("resume", "paused");
  await until(async () => (await own()).statusCode === 200);
});

test("only a superadmin deletes a tenant, with a time in which it can be kept", async () => {
  await make("leaving");
  expect((await call("POST", "/acts/remove", { ids: ["leaving"] })).status).toBe(403);
  expect((await act("remove", "leaving", {}, superadmin)).outcomes[0].isDone).toBe(true);
  const row = (await call("GET", "/rows/leaving")).body;
  const days = (Date.parse(row.leavesAt) - Date.now()) / 86_400_000;
  expect([row.status, Math.round(days)]).toEqual(["leaving", 30]);
  await act("resume", "leaving");
  expect((await call("GET", "/rows/leaving")).body).toMatchObject({ status: "active", leavesAt: null });
});

test("what is done to a tenant is in its own record and in the platform's", async () => {
  await make("noted");
  await act("archive", "noted");
  const acts = async (headers: Record<string, string>) => {
    const response = await testApp.app.inject({
      method: "GET",
      url: "/api/admin/audit?search=tenants/noted&sort=at",
      headers,
    });
    return response.json().items.map((one: { act: string }) => one.act);
  };
  expect(await acts(signedInAs("manager", "noted", "m"))).toEqual(["tenants.created", "tenants.archive"]);
  expect(await acts(admin)).toEqual(["tenants.created", "tenants.archive"]);
});
