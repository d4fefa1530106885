import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { bearer, createPerson, signIn } from "../../testing/people.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { until } from "../../testing/until.ts";

let testApp: TestApp;
const root = signedInAs("superadmin", "platform", "root");
const hourMs = 3_600_000;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterEach(async () => {
  const names = ["isOn", "message", "from", "until"].map((name) => [`maintenance.${name}`, null]);
  await change(Object.fromEntries(names));
  await until(async () => (await config()).maintenance === null);
});
afterAll(() => testApp.close());

async function change(changes: Record<string, unknown>, headers = root) {
  const response = await testApp.app.inject({
    method: "PATCH",
    url: "/api/admin/settings",
    headers,
    payload: { changes },
  });
  return { status: response.statusCode, body: response.json() };
}

const config = async () => (await testApp.app.inject({ url: "/api/config" })).json();
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();

test("while it is on, people of tenants get the message and platform admins go on", async () => {
  const person = await createPerson(testApp, { role: "manager", tenantId: "north" });
  const before = await signIn(testApp, person);
  const look = async (token: string) => {
    const response = await testApp.app.inject({ url: `/api/users/${person.uid}`, headers: bearer(token) });
    return { status: response.statusCode, headers: response.headers, body: response.json() };
  };
  expect((await look(before.idToken)).status).toBe(200);

  await change({ "maintenance.isOn": true, "maintenance.message": "Back at nine." });
  await until(async () => (await look(before.idToken)).status === 503);
  // The sign-in itself works: clients of the wire see nothing new.
  const { idToken } = await signIn(testApp, person);
  const refused = await look(idToken);
  expect(refused.body.error).toMatchObject({ kind: "unavailable", message: "Back at nine." });
  expect(refused.headers["retry-after"]).toBe("30");

  expect((await testApp.app.inject({ url: "/api/admin/settings", headers: root })).statusCode).toBe(200);
  expect((await config()).maintenance).toEqual({
    isInForce: true,
    message: "Back at nine.",
    from: null,
    until: null,
  });
  const headers = bearer(idToken);
  const out = await testApp.app.inject({ method: "POST", url: "/api/session/end", headers, payload: {} });
  expect(out.statusCode).toBe(200);

  await change({ "maintenance.isOn": false });
  await until(async () => (await look(before.idToken)).status === 200);
});

test("one that is planned is told beforehand, begins and ends by itself", async () => {
  const headers = signedInAs("manager", "north");
  const reports = async () => (await testApp.app.inject({ url: "/api/reports", headers })).statusCode;
  await change({ "maintenance.from": fromNow(hourMs), "maintenance.until": fromNow(2 * hourMs) });
  await until(async () => (await config()).maintenance !== null);
  expect((await config()).maintenance.isInForce).toBe(false);
  expect(await reports()).toBe(200);

  await change({ "maintenance.from": fromNow(-hourMs) });
  await until(async () => (await config()).maintenance.isInForce);
  expect(await reports()).toBe(503);

  await change({ "maintenance.from": fromNow(-2 * hourMs), "maintenance.until": fromNow(-hourMs) });
  await until(async () => (await config()).maintenance === null);
  expect(await reports()).toBe(200);
});

test("an end before the beginning is refused, and nothing is written", async () => {
  const wrong = await change({ "maintenance.from": fromNow(hourMs), "maintenance.until": fromNow(0) });
  expect([wrong.status, wrong.body.error.fields]).toEqual([
    400,
    { "maintenance.until": "Choose a time after the start." },
  ]);
  expect((await change({ "maintenance.from": fromNow(hourMs) })).body.error.fields).toEqual({
    "maintenance.until": "Choose when it ends.",
  });
  expect((await config()).maintenance).toBeNull();
});

test("only a superadmin switches it", async () => {
  const { status, body } = await change({ "maintenance.isOn": true }, signedInAs("admin"));
  expect([status, body.error.fields]).toEqual([400, { "maintenance.isOn": "Only a superadmin can change this." }]);
});
