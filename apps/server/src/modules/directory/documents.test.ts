import { afterAll, beforeAll, expect, test } from "vitest";
import { bearer, createPerson, signIn } from "../../testing/people.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

async function as(person: { email: string }) {
  const { idToken } = await signIn(testApp, person);
  return {
    get: (url: string) => testApp.app.inject({ url, headers: bearer(idToken) }),
    patch: (url: string, payload: object) =>
      testApp.app.inject({ method: "PATCH", url, payload, headers: bearer(idToken) }),
  };
}

test("a person reads the own document and the own tenant", async () => {
  const person = await createPerson(testApp, { tenantId: "north" });
  const { get } = await as(person);
  expect((await get(`/api/users/${person.uid}`)).json()).toMatchObject({
    uid: person.uid,
    email: person.email,
    role: "manager",
    tenantId: "north",
    theme: "system",
  });
  expect((await get("/api/tenants/north")).json()).toEqual({
    id: "north",
    name: "north",
    source: null,
    aiq_type: "Tookan",
    timeZone: "UTC",
  });
});

test("another person's document and another tenant do not exist, except for platform admins", async () => {
  const [one, other] = [
    await createPerson(testApp, { tenantId: "east" }),
    await createPerson(testApp, { tenantId: "west" }),
  ];
  const { get } = await as(one);
  expect((await get(`/api/users/${other.uid}`)).statusCode).toBe(404);
  expect((await get("/api/tenants/west")).statusCode).toBe(404);
  const admin = await as(await createPerson(testApp, { role: "admin" }));
  expect((await admin.get(`/api/users/${other.uid}`)).json().uid).toBe(other.uid);
  expect((await admin.get("/api/tenants/west")).json().id).toBe("west");
});

test("an account without a document finds none, and may do nothing else", async () => {
  const person = await createPerson(testApp, { role: null });
  const { get } = await as(person);
  expect((await get(`/api/users/${person.uid}`)).statusCode).toBe(404);
  expect((await get("/api/tenants/north")).statusCode).toBe(403);
  expect((await get("/api/platform/counts")).statusCode).toBe(403);
});

test("a profile is changed field by field, and what is left out stays", async () => {
  const person = await createPerson(testApp);
  const { get, patch } = await as(person);
  const url = `/api/users/${person.uid}`;
  await patch(url, { name: "New Name", timeZone: "Asia/Dubai", theme: "dark" });
  await patch(url, { phone: "+971501234567" });
  expect((await get(url)).json()).toMatchObject({
    name: "New Name",
    timeZone: "Asia/Dubai",
    theme: "dark",
    phone: "+971501234567",
  });
  expect((await patch(url, {})).json()).toMatchObject({ name: "New Name" });
});

test.each([
  ["role", "superadmin"],
  ["tenantId", "west"],
  ["email", "other@people.example"],
])("a profile update cannot change the %s", async (field, value) => {
  const person = await createPerson(testApp, { tenantId: "north" });
  const { get, patch } = await as(person);
  const answer = await patch(`/api/users/${person.uid}`, { [field]: value });
  expect([answer.statusCode, answer.json().error.fields]).toEqual([400, { [field]: "Unknown field." }]);
  expect((await get(`/api/users/${person.uid}`)).json()[field]).not.toBe(value);
});

test("the uid in a body does not choose whose profile is changed, and nobody changes another's", async () => {
  const [one, other] = [await createPerson(testApp), await createPerson(testApp)];
  const { patch } = await as(one);
  expect((await patch(`/api/users/${one.uid}`, { uid: other.uid, name: "Mine" })).json().uid).toBe(one.uid);
  expect((await patch(`/api/users/${other.uid}`, { name: "Stolen" })).statusCode).toBe(404);
  const admin = await as(await createPerson(testApp, { role: "admin" }));
  expect((await admin.patch(`/api/users/${other.uid}`, { name: "Stolen" })).statusCode).toBe(404);
});

test.each([
  ["timeZone", "Mars/Olympus"],
  ["phone", "0501234567"],
  ["photo", "data:image/svg+xml;base64,PHN2Zz4="],
  ["photo", "https://elsewhere.example/x.png"],
  ["photo", "data:image/png;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+"],
  [
    "photo",
    "data:image/webp;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  ],
  ["theme", "purple"],
])("a wrong %s (%s) is named at its field", async (field, value) => {
  const person = await createPerson(testApp);
  const { patch } = await as(person);
  const answer = await patch(`/api/users/${person.uid}`, { [field]: value });
  expect([answer.statusCode, Object.keys(answer.json().error.fields)]).toEqual([400, [field]]);
});

test("platform admins see how many tenants, people and waiting requests there are", async () => {
  const admin = await as(await createPerson(testApp, { role: "superadmin" }));
  const before = (await admin.get("/api/platform/counts")).json();
  await createPerson(testApp, { tenantId: "counted" });
  const after = (await admin.get("/api/platform/counts")).json();
  expect(after).toEqual({
    tenants: before.tenants + 1,
    users: before.users + 1,
    waitingRequests: before.waitingRequests,
  });
});
