import { afterAll, beforeAll, expect, test } from "vitest";
import { startMailServer } from "../../../testing/mail-server.ts";
import { callWire, createPerson, signIn } from "../../../testing/people.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";

let testApp: TestApp;
const [admin, superadmin] = [signedInAs("admin"), signedInAs("superadmin", "platform", "root")];

beforeAll(async () => {
  testApp = await createTestApp({ environment: { MAIL_FROM: "fixed@product.test" } });
});
afterAll(() => testApp.close());

async function call(method: "GET" | "PATCH" | "POST", path: string, payload?: object, headers = superadmin) {
  const response = await testApp.app.inject({
    method,
    url: `/api/admin/settings${path}`,
    headers,
    ...(payload && { payload }),
  });
  return { status: response.statusCode, body: response.json() };
}

type Shown = {
  name: string;
  value: unknown;
  isChosen: boolean;
  fixedBy: string | null;
  changedAt: string | null;
  refusal: string;
};
const shownIn = (body: { groups: { settings: Shown[] }[] }, name: string) =>
  body.groups.flatMap(({ settings }) => settings).find((one) => one.name === name);
const find = async (name: string, headers = superadmin) =>
  shownIn((await call("GET", "", undefined, headers)).body, name);

test("a setting is changed, used at once, shown with who changed it, and reset", async () => {
  expect(await find("password.minLength")).toMatchObject({ value: 12, isChosen: false, changedBy: null });
  const { status } = await call("PATCH", "", { changes: { "password.minLength": 20 } });
  expect(status).toBe(200);
  expect(await find("password.minLength")).toMatchObject({ value: 20, isChosen: true, changedBy: "root" });
  const policy = await testApp.app.inject({ method: "GET", url: "/v2/passwordPolicy?key=k" });
  expect(policy.json().customStrengthOptions.minPasswordLength).toBe(20);
  await call("PATCH", "", { changes: { "password.minLength": null } });
  expect(await find("password.minLength")).toMatchObject({ value: 12, isChosen: false });
});

test("wrong values are told by name, and none of the others is written", async () => {
  const { status, body } = await call("PATCH", "", {
    changes: { "password.minLength": 3, "session.idleDays": 10, "mail.from": "x@y.example", "no.such": 1 },
  });
  expect([status, Object.keys(body.error.fields).sort()]).toEqual([400, ["mail.from", "no.such"]]);
  expect(body.error.fields["mail.from"]).toBe("It is fixed by the environment variable MAIL_FROM.");
  const small = await call("PATCH", "", { changes: { "password.minLength": 3, "session.idleDays": 10 } });
  expect(small.body.error.fields).toEqual({ "password.minLength": "Enter at least 6." });
  expect((await find("session.idleDays"))?.isChosen).toBe(false);
});

test("an admin sees guarded settings and why they cannot be changed", async () => {
  expect((await find("password.minLength", admin))?.refusal).toBe("Only a superadmin can change this.");
  expect((await call("PATCH", "", { changes: { "password.minLength": 14 } }, admin)).status).toBe(400);
  expect((await call("PATCH", "", { changes: { "mail.admins": "a@b.example" } }, admin)).status).toBe(200);
  expect((await call("GET", "", undefined, signedInAs("manager", "north"))).status).toBe(403);
});

test("the second of two who change a setting at once is told so", async () => {
  const seen = (await find("session.longestDays"))?.changedAt ?? null;
  const change = (days: number) =>
    call("PATCH", "", { changes: { "session.longestDays": days }, seen: { "session.longestDays": seen } });
  expect((await change(60)).status).toBe(200);
  const second = await change(50);
  expect([second.status, Object.keys(second.body.error.fields)]).toEqual([409, ["session.longestDays"]]);
});

test("a change is kept with before and after, and can be taken back", async () => {
  await call("PATCH", "", { changes: { "session.idleDays": 7 } });
  await call("PATCH", "", { changes: { "session.idleDays": 8 } });
  const { items } = (await call("GET", "/session.idleDays/history")).body;
  expect(items.map((one: { details: unknown }) => one.details)).toEqual([
    { value: { before: 7, after: 8 } },
    { value: { before: 30, after: 7 } },
  ]);
  await call("PATCH", "", { changes: { "session.idleDays": items[0].details.value.before } });
  expect((await find("session.idleDays"))?.value).toBe(7);
  expect((await call("GET", "/no.such/history")).status).toBe(404);
});

test("settings go to another installation without secrets, after a look at the difference", async () => {
  await call("PATCH", "", { changes: { "mail.smtpUrl": "smtp://user:hidden-canary@mail.example" } });
  const file = (await call("GET", "/file")).body;
  expect(JSON.stringify(file)).not.toContain("canary");
  expect(file.settings["session.idleDays"]).toBe(7);
  const payload = { settings: { ...file.settings, "session.idleDays": 9, "mail.smtpUrl": "smtp://x", "no.such": 1 } };
  const trial = (await call("POST", "/file", payload)).body;
  expect(trial.changes).toEqual([{ name: "session.idleDays", label: "Ends after inactivity of", before: 7, after: 9 }]);
  expect(trial.refused.map(({ name }: { name: string }) => name).sort()).toEqual(["mail.smtpUrl", "no.such"]);
  expect((await find("session.idleDays"))?.value).toBe(7);
  expect((await call("POST", "/file", { ...payload, isTrial: false })).body.isWritten).toBe(true);
  expect((await find("session.idleDays"))?.value).toBe(9);
  expect(await find("mail.smtpUrl")).toMatchObject({ value: true });
  expect((await call("GET", "/mail.smtpUrl/history")).body.items[0].details).toEqual({
    value: { before: null, after: "(secret)" },
  });
});

test("a test mail goes through the server that was chosen, and says what it answered", async () => {
  const server = await startMailServer();
  const person = await createPerson(testApp, { role: "superadmin" });
  const { idToken } = await signIn(testApp, person);
  await call("PATCH", "", { changes: { "mail.smtpUrl": server.url } });
  const send = () => call("POST", "/test-mail", {}, { authorization: `Bearer ${idToken}` });
  expect((await send()).body).toEqual({ isSent: true, message: `An email is on its way to ${person.email}.` });
  expect(server.received[0]).toContain("From: fixed@product.test");
  await server.close();
  expect((await send()).body).toMatchObject({ isSent: false });
});

test("a session ends when the time that was chosen is over", async () => {
  const person = await createPerson(testApp);
  const { refreshToken } = await signIn(testApp, person);
  await testApp.pool.query(
    "update account_sessions set last_used_at = last_used_at - interval '10 days' where uid = $1",
    [person.uid],
  );
  const refresh = () => callWire(testApp, "/v1/token", `grant_type=refresh_token&refresh_token=${refreshToken}`);
  expect((await refresh()).code).toBe("TOKEN_EXPIRED");
});
