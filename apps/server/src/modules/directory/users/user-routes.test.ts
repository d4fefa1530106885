import type { UserAccess } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { platformTenant, systemCaller } from "../../../platform/context.ts";
import { bearer, callWire, createPerson, password, signIn } from "../../../testing/people.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { until } from "../../../testing/until.ts";
import { insertTenant } from "../index.ts";

let testApp: TestApp;
const admin = signedInAs("admin", "platform", "boss");
const manager = signedInAs("manager", "north", "m");
const southern = signedInAs("manager", "south", "s");

beforeAll(async () => {
  testApp = await createTestApp();
  await testApp.as(systemCaller("test", platformTenant), async (context) => {
    for (const id of ["north", "south"]) await insertTenant(context, { id, name: `The ${id}`, aiq_type: "Tookan" });
  });
});
afterAll(() => testApp.close());

async function call(method: "GET" | "POST" | "DELETE", path: string, headers = admin, payload?: object) {
  const url = `/api/admin/users${path}`;
  const response = await testApp.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
}

const invite = async (email: string, headers = admin) =>
  (await call("POST", "", headers, { fields: { email, role: "user", tenantId: "north" } })).body;

function pasted(lines: object[], isTrial: boolean, headers = admin) {
  const query = `isTrial=${isTrial}&isOnlyNew=true&name=people.ndjson`;
  return testApp.app
    .inject({
      method: "POST",
      url: `/api/admin/users/import?${query}`,
      headers: { ...headers, "content-type": "application/x-ndjson" },
      payload: lines.map((line) => JSON.stringify(line)).join("\n"),
    })
    .then((response) => ({ status: response.statusCode, body: response.json() }));
}

test("many are invited at once, after a trial that says of each what is wrong, and nobody who is here is changed", async () => {
  await invite("here@north.example");
  const lines = ["one@north.example", "two@north.example", "here@north.example", "nonsense", "one@north.example"];
  const people = lines.map((email) => ({ email, role: "manager", tenantId: "north", name: "" }));
  const trial = (await pasted(people, true)).body;
  expect(trial.counts).toEqual({ new: 2, changed: 0, same: 0, wrong: 3 });
  expect(trial.outcomes.filter((one: { outcome: string }) => one.outcome === "wrong")).toEqual([
    { line: 3, title: "here@north.example", outcome: "wrong", message: "This user is here already." },
    expect.objectContaining({ line: 4, message: "Email: Enter an email address such as name@company.com." }),
    expect.objectContaining({ line: 5, message: "It is the same as line 1." }),
  ]);
  const mails = async () =>
    (
      await testApp.pool.query(
        "select recipients[1] as to from mail_outbox where recipients[1] like '%o%@north.example'",
      )
    ).rows.map(({ to }) => to);
  expect(await mails()).toEqual([]);
  expect((await pasted(people, false)).body).toMatchObject({ isWritten: true, counts: { new: 2, wrong: 3 } });
  expect((await mails()).sort()).toEqual(["one@north.example", "two@north.example"]);
  const { rows } = await testApp.pool.query("select role from users where email = 'here@north.example'");
  expect(rows).toEqual([{ role: "user" }]);
});

test("a link is shown once to platform admins, voids those before it, and is in no record", async () => {
  const invited = await invite("link@north.example");
  expect(Date.parse(invited.invitationEndsAt) - Date.now()).toBeGreaterThan(6 * 86_400_000);
  // Whether a link works would tell a manager whether another tenant has the address.
  for (const headers of [manager, southern]) {
    expect((await call("POST", `/${invited.id}/invitation-link`, headers, {})).status).toBe(403);
  }
  const first = (await call("POST", `/${invited.id}/invitation-link`, admin, {})).body;
  const { link, endsAt } = (await call("POST", `/${invited.id}/invitation-link`, admin, {})).body;
  expect((await call("GET", `/rows/${invited.id}`)).body.invitationEndsAt).toBe(endsAt);
  const reset = (text: string) => {
    const oobCode = new URL(text).searchParams.get("oobCode");
    return callWire(testApp, "/v1/accounts:resetPassword", { oobCode, newPassword: password });
  };
  expect((await reset(first.link)).code).toBe("INVALID_OOB_CODE");
  expect((await reset(link)).status).toBe(200);
  await signIn(testApp, { email: "link@north.example" });
  expect((await call("POST", `/${invited.id}/invitation-link`, admin, {})).status).toBe(409);
  const history = (await call("GET", `/rows/${invited.id}/history`, manager)).body.items as {
    act: string;
    by: string;
  }[];
  const shown = history.filter(({ act }) => act === "users.link_shown");
  expect(shown.map(({ by }) => by)).toEqual(["boss", "boss"]);
  expect(JSON.stringify(history)).not.toContain("oobCode");
});

const readAccess = async (uid: string, headers = admin) =>
  (await call("GET", `/${uid}/access`, headers)).body as UserAccess;
const findReport = ({ reports }: UserAccess, part: string) => reports.find(({ title }) => title.includes(part));

test("what someone can see and do is told with its reasons", async () => {
  const person = await createPerson(testApp, { role: "user", tenantId: "north" });
  await testApp.pool.query(`update tenants set attributes = '{"region":"Gulf","tier":"1"}' where id = 'north'`);
  await testApp.pool.query(`update users set attributes = '{"tier":"2"}' where uid = $1`, [person.uid]);
  const access = await readAccess(person.uid, manager);
  expect(access).toMatchObject({ isOpen: true, standing: "Can sign in.", tenant: { id: "north", state: "active" } });
  expect(access.areas.find(({ area }) => area === "Reports")?.permissions).toContainEqual(
    expect.objectContaining({ name: "reports.share", isGiven: false }),
  );
  expect(access.reports.some(({ isOpen, why }) => isOpen && why.startsWith("The north (Tookan) has its data"))).toBe(
    true,
  );
  expect(findReport(access, "arehouse")).toMatchObject({ isOpen: false });
  expect(access.attributes).toEqual([
    { name: "region", value: "Gulf", from: "tenant", insteadOf: null },
    { name: "tier", value: "2", from: "user", insteadOf: "1" },
  ]);
  expect((await call("GET", `/${person.uid}/access`, southern)).status).toBe(404);
});

test("a suspended tenant, a lock and a role for the platform show in what someone can see", async () => {
  const person = await createPerson(testApp, { role: "user", tenantId: "east" });
  await testApp.pool.query("update tenants set state = 'suspended', state_reason = 'Unpaid.' where id = 'east'");
  const suspended = await readAccess(person.uid);
  expect([suspended.isOpen, suspended.standing]).toEqual([
    false,
    "The tenant is suspended: its users cannot sign in. Unpaid.",
  ]);
  expect(suspended.reports.every(({ isOpen }) => !isOpen)).toBe(true);
  await testApp.pool.query("update accounts set is_disabled = true where uid = $1", [person.uid]);
  expect((await readAccess(person.uid)).standing).toMatch(/^Locked/);
  const boss = await createPerson(testApp, { role: "admin" });
  const platform = await readAccess(boss.uid);
  expect(platform.tenant).toBeNull();
  expect(platform.reports.every(({ isOpen, why }) => isOpen && why.includes("any tenant"))).toBe(true);
  expect(platform.areas.flatMap(({ permissions }) => permissions)).toContainEqual(
    expect.objectContaining({ name: "admins.manage", isGiven: false }),
  );
});

test("one open session is ended, the others go on, and it is noted", async () => {
  const person = await createPerson(testApp, { role: "user", tenantId: "north" });
  const [first, second] = [
    await signIn(testApp, person, { "user-agent": "Mozilla Firefox/1 Windows" }),
    await signIn(testApp, person, { "user-agent": "Mozilla Chrome/1 Android" }),
  ];
  const { items } = (await call("GET", `/${person.uid}/sessions`, manager)).body;
  expect(items.map(({ device }: { device: string }) => device)).toEqual(["Chrome on Android", "Firefox on Windows"]);
  const [, old] = items;
  expect((await call("DELETE", `/${person.uid}/sessions/${old.id}`, southern)).status).toBe(404);
  expect((await call("DELETE", `/${person.uid}/sessions/${old.id}`, manager)).body).toEqual({ ended: 1 });
  expect((await call("DELETE", `/${person.uid}/sessions/${old.id}`, manager)).status).toBe(404);
  const own = async (idToken: string) =>
    (await testApp.app.inject({ method: "GET", url: `/api/users/${person.uid}`, headers: bearer(idToken) })).statusCode;
  await until(async () => (await own(first.idToken)) === 401);
  expect(await own(second.idToken)).toBe(200);
  const history = (await call("GET", `/rows/${person.uid}/history`, manager)).body.items;
  expect(history[0]).toMatchObject({ act: "users.session_ended", details: { device: "Firefox on Windows" } });
});
