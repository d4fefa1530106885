import { afterAll, beforeAll, expect, test } from "vitest";
import { platformTenant, systemCaller } from "../../../platform/context.ts";
import { callWire, createPerson, password, signIn } from "../../../testing/people.ts";
import { readMails } from "../../../testing/read-mails.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { until } from "../../../testing/until.ts";
import { insertTenant } from "../index.ts";

let testApp: TestApp;
const root = signedInAs("superadmin", "platform", "root");
const admin = signedInAs("admin", "platform", "boss");
const manager = signedInAs("manager", "north", "m");

beforeAll(async () => {
  testApp = await createTestApp();
  await testApp.as(systemCaller("test", platformTenant), async (context) => {
    for (const id of ["north", "south"]) await insertTenant(context, { id, name: `The ${id}`, aiq_type: "Tookan" });
  });
});
afterAll(() => testApp.close());

async function call(method: "GET" | "POST" | "PATCH", path: string, payload?: object, headers = admin) {
  const response = await testApp.app.inject({
    method,
    url: `/api/admin/users${path}`,
    headers,
    ...(payload && { payload }),
  });
  return { status: response.statusCode, body: response.json() };
}

const invite = (fields: object, headers = admin) => call("POST", "", { fields }, headers);
const act = async (name: string, id: string, fields: object = {}, headers = admin) => {
  const { body } = await call("POST", `/acts/${name}`, { ids: [id], fields }, headers);
  return (body.outcomes?.[0] ?? body.error) as { isDone?: boolean; message: string };
};
const mailsTo = async (address: string) => (await readMails(testApp, address)).map(({ text }) => text);
const codeIn = (mail: string | undefined) =>
  new URL(/https?:\/\/\S+oobCode\S+/.exec(mail ?? "")?.[0] ?? "http://none").searchParams.get("oobCode");

test("an invitation sets the first password, lets someone in, and then they are active", async () => {
  const { status, body } = await invite({
    email: "New.One@north.example",
    name: "New One",
    role: "user",
    tenantId: "north",
  });
  expect([status, body.status, body.tenantIdTitle]).toEqual([201, "invited", "The north"]);
  const [mail] = await mailsTo("new.one@north.example");
  expect(mail).toContain("invited to The north on AIQ");
  const oobCode = codeIn(mail);
  expect((await callWire(testApp, "/v1/accounts:resetPassword", { oobCode, newPassword: password })).status).toBe(200);
  await signIn(testApp, { email: "new.one@north.example" });
  const row = (await call("GET", `/rows/${body.id}`)).body;
  expect(row).toMatchObject({ status: "active", openSessions: 1 });
  expect(row.lastLoginAt).not.toBeNull();
  expect((await act("resend", body.id)).message).toBe("It is active: there is nothing to do.");
});

test("an invitation that is sent again voids the link before it, and one that is taken back opens nothing", async () => {
  const { body } = await invite({ email: "again@north.example", role: "user", tenantId: "north" });
  expect((await act("resend", body.id)).isDone).toBe(true);
  const [first, second] = (await mailsTo("again@north.example")).map(codeIn);
  const reset = (oobCode: string | null | undefined) =>
    callWire(testApp, "/v1/accounts:resetPassword", { oobCode, newPassword: password });
  expect((await reset(first)).code).toBe("INVALID_OOB_CODE");
  expect((await act("revoke", body.id)).isDone).toBe(true);
  expect((await reset(second)).code).toBe("INVALID_OOB_CODE");
  expect((await call("GET", `/rows/${body.id}`)).status).toBe(404);
});

test("what is wrong with an invitation is told at its field", async () => {
  const readFields = async (fields: object, headers = admin) => (await invite(fields, headers)).body.error.fields;
  expect(await readFields({ email: "x", role: "king", tenantId: "north" })).toEqual({
    email: "Enter an email address such as name@company.com.",
    role: "Choose one of: Superadmin, Admin, Manager, Accountant, User.",
  });
  expect(await readFields({ email: "a@b.example", role: "user" })).toEqual({ tenantId: "Choose a tenant." });
  expect(await readFields({ email: "a@b.example", role: "user", tenantId: "west" })).toEqual({
    tenantId: "There is no such tenant.",
  });
  expect(await readFields({ email: "a@b.example", role: "admin" })).toEqual({
    role: "Only a superadmin can create admins.",
  });
  expect(await readFields({ email: "a@b.example", role: "admin", tenantId: "north" }, root)).toEqual({
    tenantId: "Platform admins belong to no tenant.",
  });
  await testApp.pool.query("update tenants set user_limit = 1 where id = 'south'");
  expect((await invite({ email: "s1@south.example", role: "user", tenantId: "south" })).status).toBe(201);
  expect(await readFields({ email: "s2@south.example", role: "user", tenantId: "south" })).toEqual({
    tenantId: "The tenant has reached its limit of 1 people already.",
  });
  expect(await readFields({ email: "s1@south.example", role: "user", tenantId: "north" })).toEqual({
    email: "A user with this address already exists.",
  });
});

test("a manager looks after the own tenant's people and sees no others", async () => {
  const south = await createPerson(testApp, { role: "user", tenantId: "south" });
  const north = await createPerson(testApp, { role: "user", tenantId: "north" });
  const list = (await call("GET", "", undefined, manager)).body;
  expect(new Set(list.items.map(({ tenantIdTitle }: { tenantIdTitle: string }) => tenantIdTitle))).toEqual(
    new Set(["The north"]),
  );
  expect((await call("GET", `/rows/${south.uid}`, undefined, manager)).status).toBe(404);
  expect((await act("lock", south.uid, {}, manager)).message).toBe("There is no such user.");
  expect((await act("lock", north.uid, {}, manager)).isDone).toBe(true);
  expect(
    (await invite({ email: "i@north.example", role: "user", tenantId: "south" }, manager)).body.error.fields,
  ).toEqual({
    tenantId: "There is no such tenant.",
  });
  expect((await invite({ email: "i@north.example", role: "admin" }, manager)).body.error.fields.role).toMatch(
    /role higher/,
  );
  expect((await call("POST", "/acts/move", { ids: [north.uid], fields: { tenantId: "north" } }, manager)).status).toBe(
    403,
  );
});

test("a tenant is named by its id, shown, searched and sorted by its name, and a manager is not asked for it", async () => {
  const described = async (headers: Record<string, string>) => {
    const { fields } = (await call("GET", "/description", undefined, headers)).body;
    return fields.find(({ name }: { name: string }) => name === "tenantId");
  };
  expect((await described(admin)).refersTo).toEqual({ entity: "tenants", by: "name", title: "tenantIdTitle" });
  expect(await described(manager)).toBeUndefined();
  const { status, body } = await invite({ email: "own@north.example", role: "user" }, manager);
  expect([status, body.tenantId, body.tenantIdTitle]).toEqual([201, "north", "The north"]);
  const person = await createPerson(testApp, { role: "user", tenantId: "north" });
  const moved = await call("POST", "/acts/move", { ids: [person.uid], fields: { tenantId: "west" } });
  expect([moved.status, moved.body.error.fields]).toEqual([400, { tenantId: "There is no such tenant." }]);
  const titles = async (query: string) =>
    (await call("GET", query)).body.items.map((row: { tenantIdTitle: string | null }) => row.tenantIdTitle);
  expect(new Set(await titles("?search=the%20south"))).toEqual(new Set(["The south"]));
  expect((await titles("?sort=tenantId"))[0]).toBe("The north");
  expect((await titles("?sort=-tenantId"))[0]).toBe("The south");
  expect(new Set(await titles("?filter=tenantId:north"))).toEqual(new Set(["The north"]));
});

test("people are found by parts of their name, address and phone, however short, and by their tenant's name", async () => {
  const person = await createPerson(testApp, { role: "user", tenantId: "north" });
  await testApp.pool.query("update users set phone = '+97336001234', name = 'Zoë Quinn' where uid = $1", [person.uid]);
  const findIds = async (search: string) => {
    const { items } = (await call("GET", `?search=${encodeURIComponent(search)}`)).body;
    return items.map(({ id }: { id: string }) => id);
  };
  for (const search of ["6001234", "+97336", "zoë", "quinn zo", "ZOË north", "nn", person.uid]) {
    expect([search, await findIds(search)]).toEqual([search, expect.arrayContaining([person.uid])]);
  }
  expect(await findIds("zoë south")).toEqual([]);
  expect(await findIds("quinnn")).toEqual([]);
});

test("someone who is only invited does not count as another superadmin", async () => {
  await testApp.pool.query("update users set removed_at = now() where role = 'superadmin'");
  const last = await createPerson(testApp, { role: "superadmin" });
  expect((await invite({ email: "next@platform.example", role: "superadmin" }, root)).status).toBe(201);
  expect((await act("remove", last.uid, {}, root)).message).toBe(
    "This is the last superadmin. Create another one first.",
  );
  await testApp.pool.query("update users set removed_at = now() where role = 'superadmin'");
});

test("nobody acts on a higher role or on themselves, and the last superadmin stays", async () => {
  const first = await createPerson(testApp, { role: "superadmin" });
  const second = await createPerson(testApp, { role: "superadmin" });
  expect((await act("lock", first.uid)).message).toBe("You cannot act on someone with a higher role.");
  const asFirst = signedInAs("superadmin", "platform", first.uid);
  expect((await act("lock", first.uid, {}, asFirst)).message).toBe("You cannot do this to yourself.");
  expect((await act("remove", second.uid, {}, asFirst)).isDone).toBe(true);
  expect((await act("remove", first.uid, {}, root)).message).toBe(
    "This is the last superadmin. Create another one first.",
  );
  expect((await act("lock", first.uid, {}, root)).message).toBe(
    "This is the last superadmin. Create another one first.",
  );
  const demoted = await call("PATCH", `/rows/${first.uid}`, { version: 1, fields: { role: "admin" } }, root);
  expect([demoted.status, demoted.body.error.message]).toEqual([
    409,
    "This is the last superadmin. Create another one first.",
  ]);
});

test("of two superadmins who remove each other at the same moment one stays", async () => {
  await testApp.pool.query("update users set removed_at = now() where role = 'superadmin'");
  const [one, two] = [
    await createPerson(testApp, { role: "superadmin" }),
    await createPerson(testApp, { role: "superadmin" }),
  ];
  await Promise.all([
    act("remove", two.uid, {}, signedInAs("superadmin", "platform", one.uid)),
    act("remove", one.uid, {}, signedInAs("superadmin", "platform", two.uid)),
  ]);
  const { rows } = await testApp.pool.query("select uid from users where role = 'superadmin' and removed_at is null");
  expect(rows).toHaveLength(1);
});

test("a changed role ends sessions, and a locked account is out within seconds and back when unlocked", async () => {
  const person = await createPerson(testApp, { role: "user", tenantId: "north" });
  const { idToken } = await signIn(testApp, person);
  const own = async () => {
    const headers = { authorization: `Bearer ${idToken}` };
    return (await testApp.app.inject({ method: "GET", url: `/api/users/${person.uid}`, headers })).statusCode;
  };
  expect(await own()).toBe(200);
  await call("PATCH", `/rows/${person.uid}`, { version: 1, fields: { role: "manager" } });
  await until(async () => (await own()) === 401);
  expect((await act("lock", person.uid, { reason: "Left" })).isDone).toBe(true);
  const attempt = () => callWire(testApp, "/v1/accounts:signInWithPassword", { email: person.email, password });
  expect((await attempt()).code).toBe("USER_DISABLED");
  expect((await act("unlock", person.uid)).isDone).toBe(true);
  expect((await attempt()).status).toBe(200);
});

test("a forced reset makes the password void and sends a link, and nobody else sets a password", async () => {
  const person = await createPerson(testApp, { role: "user", tenantId: "north" });
  expect((await act("reset", person.uid)).isDone).toBe(true);
  const attempt = await callWire(testApp, "/v1/accounts:signInWithPassword", { email: person.email, password });
  expect(attempt.code).toBe("INVALID_LOGIN_CREDENTIALS");
  expect(codeIn((await mailsTo(person.email))[0])).toBeTruthy();
  expect((await call("PATCH", `/rows/${person.uid}`, { version: 1, fields: { password: "x" } })).status).toBe(400);
});

test("sign-ins, refusals and what admins do are in the audit log of the person's tenant", async () => {
  const person = await createPerson(testApp, { role: "user", tenantId: "north" });
  await signIn(testApp, person);
  await callWire(testApp, "/v1/accounts:signInWithPassword", { email: person.email, password: "wrong-password-1" });
  await act("lock", person.uid, { reason: "Left" });
  const response = await testApp.app.inject({
    method: "GET",
    url: `/api/admin/audit?search=users/${person.uid}&sort=at`,
    headers: manager,
  });
  const acts = response.json().items.map((one: { act: string }) => one.act);
  expect(acts).toEqual(["session.opened", "session.refused", "users.lock"]);
});

test("a person says what the reader may do: nothing to those above, to oneself only a change", async () => {
  const boss = await createPerson(testApp, { role: "superadmin" });
  const colleague = await createPerson(testApp, { role: "user", tenantId: "north" });
  const own = signedInAs("admin", "platform", (await createPerson(testApp, { role: "admin" })).uid);
  const [ownUid] = JSON.parse(own["x-test-caller"] ?? "[]");
  const rights = async (uid: string) => {
    const { canAct, canChange } = (await call("GET", `/rows/${uid}`, undefined, own)).body;
    return [canAct, canChange];
  };
  expect(await rights(boss.uid)).toEqual([false, false]);
  expect(await rights(ownUid)).toEqual([false, true]);
  expect(await rights(colleague.uid)).toEqual([true, true]);
});
