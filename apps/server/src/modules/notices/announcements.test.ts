import { afterAll, beforeAll, expect, test } from "vitest";
import { createPerson, type Person } from "../../testing/people.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const admin = signedInAs("admin", "platform", "boss");
const headersFor = ({ uid, tenantId }: Person, role: string) => signedInAs(role, tenantId ?? "platform", uid);

async function call(method: "GET" | "POST" | "PATCH", url: string, headers: Record<string, string>, payload?: object) {
  const response = await testApp.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
}

async function announce(fields: Record<string, unknown>) {
  return call("POST", "/api/admin/announcements", admin, { fields });
}

async function shownTo(headers: Record<string, string>): Promise<string[]> {
  const { body } = await call("GET", "/api/notices/announcements", headers);
  return body.items.map(({ title }: { title: string }) => title);
}

test("an announcement is shown to its audience, within its time, until it is withdrawn", async () => {
  const manager = headersFor(await createPerson(testApp, { tenantId: "north" }), "manager");
  const user = headersFor(await createPerson(testApp, { tenantId: "south", role: "user" }), "user");
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  await announce({ title: "To all" });
  await announce({ title: "To managers", audience: "roles", roles: ["manager"] });
  await announce({ title: "To south", audience: "tenants", tenants: ["south"], level: "critical" });
  await announce({ title: "Planned", startsAt: day(1) });
  await announce({ title: "Over", startsAt: day(-2), endsAt: day(-1) });
  expect((await shownTo(manager)).sort()).toEqual(["To all", "To managers"]);
  expect(await shownTo(user)).toEqual(["To south", "To all"]);
  const { body } = await call("GET", "/api/admin/announcements?filter=status:shown", admin);
  const { id } = body.items.find(({ title }: { title: string }) => title === "To all");
  await call("POST", "/api/admin/announcements/acts/withdraw", admin, { ids: [id] });
  expect(await shownTo(manager)).toEqual(["To managers"]);
});

test("readers are counted once, and what one dismisses is gone for that person alone", async () => {
  const [person, colleague] = [
    await createPerson(testApp, { tenantId: "east", role: "user" }),
    await createPerson(testApp, { tenantId: "east", role: "user" }),
  ].map((one) => headersFor(one, "user")) as [Record<string, string>, Record<string, string>];
  const { body } = await announce({ title: "Seen", audience: "tenants", tenants: ["east"] });
  const url = `/api/notices/announcements/${body.id}`;
  for (const headers of [person, person, colleague]) await call("POST", url, headers, { isDismissed: false });
  expect((await call("POST", url, person, { isDismissed: true })).status).toBe(200);
  expect(await shownTo(person)).toEqual([]);
  expect(await shownTo(colleague)).toEqual(["Seen"]);
  const row = (await call("GET", `/api/admin/announcements/rows/${body.id}`, admin)).body;
  expect(row).toMatchObject({ reads: 2, dismissals: 1 });
  // Nobody outside the audience can be counted among its readers.
  const stranger = headersFor(await createPerson(testApp, { tenantId: "west" }), "manager");
  expect((await call("POST", url, stranger, { isDismissed: false })).status).toBe(404);
});

test("one that cannot be dismissed stays", async () => {
  const person = headersFor(await createPerson(testApp, { tenantId: "fixed", role: "user" }), "user");
  const { body } = await announce({ title: "Stays", audience: "tenants", tenants: ["fixed"], isDismissible: false });
  const url = `/api/notices/announcements/${body.id}`;
  expect((await call("POST", url, person, { isDismissed: true })).status).toBe(409);
  expect(await shownTo(person)).toEqual(["Stays"]);
});

test.each([
  ["roles without a role", { audience: "roles" }, "roles"],
  ["tenants without a tenant", { audience: "tenants" }, "tenants"],
  ["a tenant that does not exist", { audience: "tenants", tenants: ["nowhere"] }, "tenants"],
  ["an end before its start", { startsAt: "2026-02-02T10:00:00Z", endsAt: "2026-02-01T10:00:00Z" }, "endsAt"],
])("an announcement with %s is refused at its field", async (_, fields, field) => {
  const { status, body } = await announce({ title: "Wrong", ...fields });
  expect([status, Object.keys(body.error.fields)]).toEqual([400, [field]]);
});

test("people of tenants cannot announce", async () => {
  const manager = signedInAs("manager", "north", "m1");
  expect((await call("POST", "/api/admin/announcements", manager, { fields: { title: "No" } })).status).toBe(403);
});
