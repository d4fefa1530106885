import { afterAll, beforeAll, expect, test } from "vitest";
import { platformTenant, systemCaller } from "../../../../platform/context.ts";
import { deliverNotices } from "../../../../testing/deliver-notices.ts";
import { bearer, callWire, createPerson, type Person, password, signIn } from "../../../../testing/people.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../../testing/test-app.ts";
import { until } from "../../../../testing/until.ts";
import { verifyIdToken } from "../tokens/id-token.ts";
import { writeRefreshToken } from "../tokens/refresh-token.ts";
import type { Transact } from "../transact.ts";
import { endImpersonationJob } from "./impersonation.ts";

let testApp: TestApp;
let admin: Person;
let adminToken: string;
const manager = signedInAs("manager", "north", "m");
const platform = signedInAs("admin", "platform", "boss");
const refusal = /^You are viewing this account for support: you cannot change, export or share anything\./;

beforeAll(async () => {
  testApp = await createTestApp();
  admin = await createPerson(testApp, { role: "admin" });
  adminToken = (await signIn(testApp, admin)).idToken;
});
afterAll(() => testApp.close());

type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

async function call(method: Method, url: string, headers: Record<string, string>, payload?: object) {
  const response = await testApp.app.inject({ method, url, headers, ...(payload && { payload }) });
  const isJson = String(response.headers["content-type"]).includes("json");
  return { status: response.statusCode, body: isJson ? response.json() : response.body };
}

const impersonate = (
  uid: string,
  reason = "Cannot find the report",
  headers: Record<string, string> = bearer(adminToken),
) => call("POST", `/api/admin/users/${uid}/view`, headers, { reason });
const user = (role = "user") => createPerson(testApp, { role, tenantId: "north" });
const readImpersonationEvents = async ({ uid }: Person, headers: Record<string, string>) => {
  const url = `/api/admin/audit?search=users/${uid}&sort=seq`;
  const { items } = (await call("GET", url, headers)).body;
  const entries = await Promise.all(
    items.map(async ({ id }: { id: string }) => (await call("GET", `/api/admin/audit/rows/${id}`, headers)).body),
  );
  return entries
    .filter(({ act }) => act.startsWith("users.view"))
    .map(({ act, personTitle, sentence }) => [act, personTitle, sentence]);
};

test("an admin sees what a user sees, the user is told, and both ends are in both records", async () => {
  const person = await user();
  const { status, body } = await impersonate(person.uid);
  expect(status).toBe(200);
  const seen = bearer(body.idToken);
  const own = await call("GET", `/api/users/${person.uid}`, seen);
  expect([own.status, own.body.email]).toEqual([200, person.email]);
  expect((await call("GET", "/api/reports", seen)).status).toBe(200);
  expect((await call("GET", "/api/admin/tenants", seen)).status).toBe(403);
  await deliverNotices(testApp);
  const { rows } = await testApp.pool.query("select body from mail_outbox where $1 = any(recipients)", [person.email]);
  expect(rows[0].body).toContain("viewed your account for support: Cannot find the report");
  expect((await call("POST", "/api/session/view/end", seen, {})).body).toEqual({ ended: 1 });
  for (const headers of [manager, platform]) {
    const [started, ended] = await readImpersonationEvents(person, headers);
    expect(started?.slice(0, 2)).toEqual(["users.view_started", admin.email]);
    expect(started?.[2]).toContain("Cannot find the report");
    expect(ended?.slice(0, 2)).toEqual(["users.view_ended", admin.email]);
    expect(ended?.[2]).toContain(`(as ${person.email})`);
  }
});

test("after the stop the token is useless, and the admin's own goes on", async () => {
  const person = await user();
  const { idToken } = (await impersonate(person.uid)).body;
  const own = async () => (await call("GET", `/api/users/${person.uid}`, bearer(idToken))).status;
  expect(await own()).toBe(200);
  await call("POST", "/api/session/view/end", bearer(idToken), {});
  await until(async () => (await own()) === 401);
  expect((await call("GET", `/api/users/${admin.uid}`, bearer(adminToken))).status).toBe(200);
  expect((await call("POST", "/api/session/view/end", bearer(adminToken), {})).status).toBe(409);
});

test("it lasts a quarter of an hour and cannot be renewed; its end is noted when nobody stops it", async () => {
  const person = await user();
  const { idToken, endsAt } = (await impersonate(person.uid)).body;
  const transact: Transact = (work) => testApp.as(systemCaller("test", platformTenant), work);
  const claimsAt = (now: Date) => verifyIdToken(testApp.identity, { transact, now }, idToken);
  const claims = await claimsAt(new Date());
  if (typeof claims === "string") throw new Error(claims);
  expect(claims.exp - claims.iat).toBe(900);
  expect(claims.act?.sub).toBe(admin.uid);
  expect(await claimsAt(new Date(Date.parse(endsAt) + 2000))).toBe("expired");
  // Nobody is given such a refresh token; it would count for nothing all the same.
  const refreshToken = writeRefreshToken(testApp.identity, { id: claims.sid ?? "", counter: 0 });
  const renewed = await callWire(testApp, "/v1/token", `grant_type=refresh_token&refresh_token=${refreshToken}`);
  expect(renewed.code).toBe("TOKEN_EXPIRED");
  await testApp.as(systemCaller("test", platformTenant), (context) =>
    Promise.resolve(endImpersonationJob.run?.(context, { session: claims.sid ?? "" })),
  );
  expect((await readImpersonationEvents(person, manager)).map(([act]) => act)).toEqual([
    "users.view_started",
    "users.view_ended",
  ]);
  await until(async () => (await call("GET", "/api/reports", bearer(idToken))).status === 401);
});

test("impersonation is no sign-in of the user", async () => {
  const person = await user();
  await impersonate(person.uid);
  const { rows } = await testApp.pool.query("select last_login_at from accounts where uid = $1", [person.uid]);
  expect(rows[0].last_login_at).toBeNull();
  const { items } = (await call("GET", `/api/admin/users/${person.uid}/sessions`, platform)).body;
  expect(items).toMatchObject([{ device: "Support view", address: null }]);
});

test.each([
  ["PATCH", "/api/users/UID", { name: "Other" }],
  ["DELETE", "/api/sessions", undefined],
  ["PUT", "/api/choices/theme", { value: "dark" }],
  ["GET", "/api/admin/users/export", undefined],
  ["POST", "/api/exports", {}],
  ["POST", "/api/annotations", {}],
  ["POST", "/api/admin/users", { fields: { email: "x@north.example", role: "user" } }],
  ["POST", "/api/admin/users/acts/lock", { ids: ["x"] }],
  ["POST", "/api/admin/users/UID/invitation-link", {}],
  ["PATCH", "/api/admin/settings", {}],
  ["POST", "/api/admin/users/UID/view", { reason: "Again and again" }],
] as const)("someone who looks cannot %s %s", async (method, path, payload) => {
  const person = await user("manager");
  const { idToken } = (await impersonate(person.uid)).body;
  const answer = await call(method, path.replace("UID", person.uid), bearer(idToken), payload);
  expect([answer.status, answer.body.error.message]).toEqual([403, expect.stringMatching(refusal)]);
});

test("the wire of accounts takes no token of an impersonation: no password, address or account is changed with it", async () => {
  const person = await user();
  const { idToken } = (await impersonate(person.uid)).body;
  const calls: [string, object][] = [
    ["/v1/accounts:update", { idToken, password: "another-password-1" }],
    ["/v1/accounts:update", { idToken, displayName: "Other" }],
    ["/v1/accounts:delete", { idToken }],
    ["/v1/accounts:sendOobCode", { idToken, requestType: "VERIFY_AND_CHANGE_EMAIL", newEmail: "o@north.example" }],
  ];
  for (const [path, body] of calls) expect((await callWire(testApp, path, body)).code).toBe("OPERATION_NOT_ALLOWED");
  expect((await callWire(testApp, "/v1/accounts:signInWithPassword", { email: person.email, password })).status).toBe(
    200,
  );
});

test("nobody looks through the eyes of platform admins, of locked people, or without a reason", async () => {
  const other = await createPerson(testApp, { role: "superadmin" });
  expect((await impersonate(other.uid)).status).toBe(403);
  expect((await impersonate(admin.uid)).status).toBe(403);
  expect((await impersonate("nobody")).status).toBe(404);
  const person = await user();
  const { status, body } = await impersonate(person.uid, "   no ");
  expect([status, body.error.fields]).toEqual([400, { reason: "Say in at least 5 characters why." }]);
  expect((await impersonate(person.uid, "Cannot find it", manager)).status).toBe(403);
  await testApp.pool.query("update accounts set is_disabled = true where uid = $1", [person.uid]);
  expect((await impersonate(person.uid)).status).toBe(409);
});

test.each([
  ["with the admin's own sign-in", "update account_sessions set ended_at = now() where uid = $1"],
  ["when the admin no longer runs the platform", "update users set role = 'user', tenant_id = 'north' where uid = $1"],
])("impersonation ends %s", async (_, change) => {
  const person = await user();
  const other = await createPerson(testApp, { role: "admin" });
  const { idToken: own } = await signIn(testApp, other);
  const { idToken } = (await impersonate(person.uid, "Cannot find it", bearer(own))).body;
  const look = async () => (await call("GET", "/api/reports", bearer(idToken))).status;
  expect(await look()).toBe(200);
  await testApp.pool.query(change, [other.uid]);
  await until(async () => (await look()) === 401);
});
