import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deliverNotices } from "../../testing/deliver-notices.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ environment: { TRUST_PROXY: "127.0.0.1" } });
});
afterAll(() => testApp.close());

const form = () => ({
  fullName: "Noor Haddad",
  email: `noor.${randomUUID().slice(0, 8)}@company.example`,
  company: "Haddad Logistics",
  phone: "+971501234567",
  country: "AE",
  branches: "6-20",
  systems: ["delivery", "documents"],
  message: "We run 12 branches.\nWhen can we start?",
  consent: true,
  idempotencyKey: randomUUID(),
  filledInMs: 45_000,
});

let visitors = 0;

/** Each from an address of its own, so that the limit for one address does not stand in the way. */
async function submit(payload: object) {
  visitors += 1;
  const headers = { "x-forwarded-for": `10.0.${visitors >> 8}.${visitors & 255}` };
  const response = await testApp.app.inject({ method: "POST", url: "/api/signup-requests", payload, headers });
  return { status: response.statusCode, body: response.json() };
}

async function stored(email: string) {
  const { rows } = await testApp.pool.query("select * from signup_requests where email = $1 order by created_at", [
    email,
  ]);
  return rows;
}

async function mailsAbout(reference: string) {
  await deliverNotices(testApp);
  const { items } = (await testApp.app.inject({ url: "/api/outbox?limit=100", headers: signedInAs("admin") })).json();
  return items.filter((mail: { subject: string }) => mail.subject.includes(reference));
}

test("a request is stored whole, and the admins are told by mail", async () => {
  const request = form();
  const { status, body } = await submit(request);
  expect(status).toBe(201);
  expect(body.reference).toMatch(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/);
  const [row] = await stored(request.email);
  expect(row).toMatchObject({
    reference: body.reference,
    state: "new",
    full_name: request.fullName,
    company: request.company,
    phone: request.phone,
    country: "AE",
    branches: "6-20",
    systems: request.systems,
    message: request.message,
  });
  const [mail] = await mailsAbout(body.reference);
  expect(mail).toMatchObject({ to: ["superadmin@demo.test", "admin@demo.test"], state: "kept" });
  expect(mail.text).toContain("Message: We run 12 branches.");
});

test("only name, mail, company and consent are needed", async () => {
  const { fullName, email, company, consent, idempotencyKey } = form();
  const { status } = await submit({
    fullName,
    email,
    company,
    consent,
    idempotencyKey,
    phone: "",
    country: "",
    branches: null,
  });
  expect(status).toBe(201);
  expect((await stored(email))[0]).toMatchObject({
    phone: null,
    country: null,
    branches: null,
    systems: [],
    message: null,
  });
});

test("the same request sent twenty times at once is one request and one mail, and all get the same answer", async () => {
  const request = form();
  const answers = await Promise.all(Array.from({ length: 20 }, () => submit(request)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(await stored(request.email)).toHaveLength(1);
  expect(await mailsAbout(answers[0]?.body.reference)).toHaveLength(1);
});

test("the same key with other details is a conflict, and the first request stays as it was", async () => {
  const request = form();
  await submit(request);
  const { status, body } = await submit({ ...request, company: "Another" });
  expect([status, body.error.kind]).toEqual([409, "conflict"]);
  expect((await stored(request.email)).map((row) => row.company)).toEqual([request.company]);
});

test.each([
  ["fullName", ""],
  ["fullName", "x".repeat(121)],
  ["fullName", "two\nlines"],
  ["email", "nobody"],
  ["email", `${"x".repeat(250)}@a.example`],
  ["company", "   "],
  ["phone", "0501234567"],
  ["country", "Emirates"],
  ["branches", "many"],
  ["systems", ["delivery", "fax"]],
  ["message", "x".repeat(1001)],
  ["consent", false],
  ["idempotencyKey", "1"],
])("a wrong %s (%j) is named, and nothing is stored", async (field, value) => {
  const request = { ...form(), [field]: value };
  const { status, body } = await submit(request);
  expect([status, body.error.kind]).toEqual([400, "invalid_input"]);
  expect(Object.keys(body.error.fields)[0]?.split(".")[0]).toBe(field);
  expect(await stored(request.email)).toEqual([]);
});

test("a program that fills in the hidden field, or is faster than a person, gets the same answer and no mail is sent", async () => {
  for (const sign of [{ website: "http://spam.example" }, { filledInMs: 300 }]) {
    const request = { ...form(), ...sign };
    const { status, body } = await submit(request);
    expect([status, Object.keys(body)]).toEqual([201, ["reference", "follow"]]);
    expect((await stored(request.email))[0]).toMatchObject({ state: "suspect" });
    expect(await mailsAbout(body.reference)).toEqual([]);
  }
});

test("an address that has asked before gets the same answer as a new one, up to five times a day", async () => {
  const { email } = form();
  for (let time = 0; time < 5; time++) {
    const { status, body } = await submit({ ...form(), email: time % 2 ? email.toUpperCase() : email });
    expect([status, Object.keys(body)]).toEqual([201, ["reference", "follow"]]);
  }
  const { status, body } = await submit({ ...form(), email });
  expect([status, body.error.kind]).toEqual([429, "limit_reached"]);
  expect(await stored(email)).toHaveLength(5);
});

test("what a visitor writes never reaches the log", async () => {
  testApp.logs.length = 0;
  await submit({ ...form(), fullName: "Canary Person", message: "canary message" });
  await submit({ ...form(), fullName: "Canary Person", phone: "canary" });
  expect(testApp.logs.join("")).not.toMatch(/canary|company\.example/i);
});
