import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callWire, createPerson, password, signIn } from "../../../testing/people.ts";
import { readMails } from "../../../testing/read-mails.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";

let testApp: TestApp;
let boss: { uid: string; email: string };
let admin: Record<string, string>;

beforeAll(async () => {
  testApp = await createTestApp({ environment: { TRUST_PROXY: "127.0.0.1" } });
  boss = await createPerson(testApp, { role: "admin" });
  admin = signedInAs("admin", "platform", boss.uid);
});
afterAll(() => testApp.close());

let visitors = 0;

async function send(more: object = {}) {
  visitors += 1;
  const name = randomUUID().slice(0, 8);
  const payload = {
    fullName: "Noor Haddad",
    email: `noor@${name}.example`,
    company: `Haddad ${name}`,
    consent: true,
    idempotencyKey: randomUUID(),
    filledInMs: 45_000,
    ...more,
  };
  const headers = { "x-forwarded-for": `10.1.0.${visitors}` };
  const response = await testApp.app.inject({ method: "POST", url: "/api/signup-requests", payload, headers });
  expect(response.statusCode, response.body).toBe(201);
  return { ...payload, ...(response.json() as { reference: string; follow: string }) };
}

async function call(method: "GET" | "POST", path: string, payload?: object, headers = admin) {
  const url = `/api/admin${path}`;
  const response = await testApp.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
}

const readRow = async (reference: string) => (await call("GET", `/requests/rows/${reference}`)).body;
const act = async (name: string, reference: string, fields: object = {}) => {
  const { body } = await call("POST", `/requests/acts/${name}`, { ids: [reference], fields });
  return (body.outcomes?.[0] ?? body.error) as { isDone?: boolean; message: string; fields?: object };
};
const follow = async (key: string) => {
  const response = await testApp.app.inject({
    method: "POST",
    url: "/api/signup-requests/follow",
    payload: { key },
  });
  return { status: response.statusCode, body: response.json() };
};
const mailsTo = (address: string) => readMails(testApp, address);
const approval = (slug: string) => ({
  name: "Haddad",
  slug,
  aiqType: "Tookan",
  timeZone: "Asia/Bahrain",
  currency: "BHD",
});

test("a request is taken, noted and approved: the tenant, its first person and the invitation come in one step", async () => {
  const { reference, email } = await send({ systems: ["delivery"] });
  expect(await readRow(reference)).toMatchObject({ id: reference, status: "new", duplicates: 0, alike: null });
  expect((await act("review", reference)).isDone).toBe(true);
  await act("note", reference, { note: "Called them." });
  expect(await readRow(reference)).toMatchObject({ status: "reviewing", assignedTo: boss.email, note: "Called them." });
  const slug = `h-${randomUUID().slice(0, 8)}`;
  expect((await act("approve", reference, approval(slug))).message).toBe(`Haddad is created, and ${email} is invited.`);
  expect(await readRow(reference)).toMatchObject({ status: "approved", tenant: "Haddad", decidedBy: boss.email });
  expect((await call("GET", `/tenants/rows/${slug}`)).body).toMatchObject({
    people: 1,
    currency: "BHD",
    contact: email,
  });
  const [, invitation] = await mailsTo(email);
  const link = new URL(/https?:\/\/\S+oobCode\S+/.exec(invitation?.text ?? "")?.[0] ?? "http://none");
  const oobCode = link.searchParams.get("oobCode");
  expect((await callWire(testApp, "/v1/accounts:resetPassword", { oobCode, newPassword: password })).status).toBe(200);
  expect((await signIn(testApp, { email })).idToken).toBeTruthy();
  const { items } = (await call("GET", `/requests/rows/${reference}/history`)).body;
  expect(items.map((one: { act: string }) => one.act)).toEqual([
    "requests.approve",
    "requests.note",
    "requests.review",
  ]);
  expect((await act("approve", reference, approval(`${slug}-2`))).message).toBe(
    "It is approved: there is nothing to do.",
  );
});

test("when one part of an approval is refused nothing of it is there", async () => {
  const person = await createPerson(testApp, { role: "user", tenantId: "taken" });
  const request = await send({ email: person.email });
  expect(await act("approve", request.reference, approval("fresh"))).toMatchObject({
    isDone: false,
    message: "A user with this address already exists.",
  });
  expect((await call("GET", "/tenants/rows/fresh")).status).toBe(404);
  expect(await readRow(request.reference)).toMatchObject({ status: "new", tenant: null, decidedAt: null });
  expect((await mailsTo(person.email)).map(({ subject }) => subject)).toEqual(["AIQ: we received your request"]);

  const other = await send();
  expect(await act("approve", other.reference, approval("taken"))).toMatchObject({
    isDone: false,
    message: "There is already a tenant with the ID taken. Choose another ID.",
  });
  const wrong = await act("approve", other.reference, { ...approval("Not A Slug"), timeZone: "Mars/Olympus" });
  expect(Object.keys(wrong.fields ?? {}).sort()).toEqual(["slug", "timeZone"]);
});

test("of two admins who approve at the same moment one does", async () => {
  const { reference, email } = await send();
  const slugs = [`one-${randomUUID().slice(0, 8)}`, `two-${randomUUID().slice(0, 8)}`];
  const outcomes = await Promise.all(slugs.map((slug) => act("approve", reference, approval(slug))));
  expect(outcomes.map(({ isDone }) => isDone).sort()).toEqual([false, true]);
  expect(outcomes.find(({ isDone }) => !isDone)?.message).toMatch(/has already decided|It is approved/);
  expect(await mailsTo(email)).toHaveLength(2);
});

test("a rejected request is answered by mail, in the usual words where none are given", async () => {
  const [one, other] = [await send(), await send()];
  await act("reject", one.reference, { answer: "We serve no bakeries." });
  await act("reject", other.reference);
  expect((await mailsTo(one.email))[1]?.text).toContain("We serve no bakeries.");
  expect((await mailsTo(other.email))[1]?.text).toContain("Thank you for your interest.");
  expect((await follow(one.follow)).body).toMatchObject({ state: "rejected", answer: "We serve no bakeries." });
});

test("a suspect request is told of once someone says that it is none, and is never mailed about before", async () => {
  const { reference, email } = await send({ website: "http://spam.example" });
  expect((await readRow(reference)).status).toBe("suspect");
  expect((await act("approve", reference, approval("spam"))).message).toBe("It is suspect: there is nothing to do.");
  expect(await mailsTo(email)).toEqual([]);
  expect((await act("clear", reference)).isDone).toBe(true);
  expect(await mailsTo(email)).toHaveLength(1);
  const mails = await mailsTo("admin@demo.test");
  expect(mails.some(({ subject }) => subject.includes(reference))).toBe(true);

  const program = await send({ filledInMs: 10 });
  await act("reject", program.reference);
  expect(await mailsTo(program.email)).toEqual([]);
});

test("requests that share a company or a domain are seen, and free mail is no domain", async () => {
  const domain = `d${randomUUID().slice(0, 8)}.example`;
  const first = await send({ email: `a@${domain}`, company: "Date Palm" });
  const second = await send({ email: `b@${domain}`, company: "Other" });
  const third = await send({ email: `${randomUUID().slice(0, 8)}@gmail.com`, company: "DATE PALM" });
  const fourth = await send({ email: `${randomUUID().slice(0, 8)}@gmail.com`, company: "Nobody Else" });
  await createPerson(testApp, { role: "user", tenantId: "palm" });
  await testApp.pool.query("update tenants set name = 'Date palm' where id = 'palm'");
  await testApp.pool.query("update users set email = $1 where tenant_id = 'palm'", [`c@${domain}`]);
  const row = await readRow(first.reference);
  expect(row).toMatchObject({ duplicates: 4, freeId: "date-palm" });
  for (const part of [second.reference, third.reference, "Date palm (palm)", "such an address: 1"]) {
    expect(row.alike).toContain(part);
  }
  expect((await readRow(fourth.reference)).duplicates).toBe(0);
  const { items } = (await call("GET", `/requests?search=${fourth.reference}&filter=status:new`)).body;
  expect(items).toMatchObject([{ company: "Nobody Else", duplicates: 0 }]);
});

test("the private link shows where a request stands, and a wrong one nothing", async () => {
  const sent = await send();
  const [receipt] = await mailsTo(sent.email);
  expect(receipt?.text).toContain(`/thank-you#k=${sent.follow}`);
  const begun = (await follow(sent.follow)).body;
  expect(begun).toMatchObject({ reference: sent.reference, state: "received", reviewedAt: null, answer: null });
  await act("review", sent.reference);
  const taken = (await follow(sent.follow)).body;
  expect([taken.state, typeof taken.reviewedAt]).toEqual(["reviewing", "string"]);
  await act("approve", sent.reference, approval(`f-${randomUUID().slice(0, 8)}`));
  expect((await follow(sent.follow)).body).toMatchObject({ state: "approved" });
  expect((await follow("nobody")).status).toBe(404);
  const { rows } = await testApp.pool.query("select * from signup_requests where reference = $1", [sent.reference]);
  expect(JSON.stringify(rows)).not.toContain(sent.follow);
  expect(testApp.logs.join("")).not.toContain(sent.follow);
});

test("only platform admins see requests", async () => {
  expect((await call("GET", "/requests", undefined, signedInAs("manager", "north", "m"))).status).toBe(403);
});

test("the forms of the acts begin with what the request suggests and with the usual words", async () => {
  const { acts } = (await call("GET", "/requests/description")).body as {
    acts: { name: string; fields: { name: string; begins?: string; initial?: unknown }[] }[];
  };
  const readFields = (act: string) => acts.find(({ name }) => name === act)?.fields;
  expect(readFields("approve")).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: "name", begins: "company" }),
      expect.objectContaining({ name: "slug", begins: "freeId" }),
      expect.objectContaining({ name: "role", initial: "manager" }),
    ]),
  );
  expect(readFields("reject")).toMatchObject([{ name: "answer", initial: expect.stringContaining("Thank you") }]);
});
