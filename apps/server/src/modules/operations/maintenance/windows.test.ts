import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { createPerson } from "../../../testing/people.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { isInMaintenance } from "../maintenance-settings.ts";

const now = new Date().toISOString();
const hours = (count: number) => new Date(Date.parse(now) + count * 3_600_000).toISOString();
/** What a clock in UTC shows then. */
const clock = (count: number) => hours(count).slice(11, 16);
let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  for (const tenantId of ["north", "south"]) await createPerson(testApp, { tenantId });
});
afterAll(() => testApp.close());

const admin = signedInAs("admin", "platform", "boss");
async function call(method: "GET" | "POST" | "PATCH", url: string, headers: Record<string, string>, payload?: object) {
  const response = await testApp.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
}
const plan = (fields: object) => call("POST", "/api/admin/maintenance-windows", admin, { fields });
const statusFor = async (tenant: string) =>
  (await call("GET", "/api/status/tenant", signedInAs("user", tenant, "u1"))).body;
const announcedTo = async (tenant: string) =>
  (await call("GET", "/api/notices/announcements", signedInAs("user", tenant, "u1"))).body.items.map(
    ({ title, text }: { title: string; text: string }) => `${title} | ${text}`,
  );
const isCountedApart = () => testApp.as(systemCaller("test", "platform"), isInMaintenance);

test("a window is announced to its tenants some hours before, and listed in their status", async () => {
  const window = { title: "New disks", text: "Reports load slowly.", startsAt: hours(10), endsAt: hours(12) };
  await plan({ ...window, audience: "tenants", tenants: ["north"], announceHours: 24 });
  await plan({ ...window, title: "Far away", startsAt: hours(50), endsAt: hours(51), announceHours: 24 });
  const [announced, ...others] = await announcedTo("north");
  expect(announced).toMatch(
    /^Planned maintenance: New disks \| .*, \d\d:\d\d to .*, \d\d:\d\d UTC\. Reports load slowly\.$/,
  );
  expect(announced).toContain(clock(10));
  expect(others).toEqual([]);
  expect(await announcedTo("south")).toEqual([]);
  const titles = ({ maintenance }: { maintenance: { title: string; isNow: boolean }[] }) =>
    maintenance.map(({ title, isNow }) => [title, isNow]);
  expect(titles(await statusFor("north"))).toEqual([
    ["New disks", false],
    ["Far away", false],
  ]);
  expect(titles(await statusFor("south"))).toEqual([["Far away", false]]);
});

test("work for everyone that goes on counts apart in the uptime, and ends by itself or when it is cancelled", async () => {
  expect(await isCountedApart()).toBe(false);
  await plan({ title: "Over", startsAt: hours(-3), endsAt: hours(-1) });
  await plan({ title: "For some", startsAt: hours(-1), endsAt: hours(1), audience: "tenants", tenants: ["south"] });
  expect(await isCountedApart()).toBe(false);
  const { body } = await plan({ title: "Now", startsAt: hours(-1), endsAt: hours(1) });
  expect(await isCountedApart()).toBe(true);
  expect((await announcedTo("north")).join()).toContain("Planned maintenance: Now");
  await call("POST", "/api/admin/maintenance-windows/acts/cancel", admin, { ids: [body.id] });
  const [row] = (await testApp.pool.query("select is_cancelled from maintenance_windows where id = $1", [body.id]))
    .rows;
  expect(row).toEqual({ is_cancelled: true });
  expect(await isCountedApart()).toBe(false);
  expect((await announcedTo("north")).join()).not.toContain("Now");
});

test("a change of the time moves the announcement", async () => {
  const { body } = await plan({ title: "Moved", startsAt: hours(5), endsAt: hours(6) });
  expect((await announcedTo("south")).join()).toContain(clock(5));
  const { id, version } = body;
  const fields = { startsAt: hours(7), endsAt: hours(8) };
  const changed = await call("PATCH", `/api/admin/maintenance-windows/rows/${id}`, admin, { version, fields });
  expect(changed.status).toBe(200);
  expect((await announcedTo("south")).join()).toContain(clock(7));
});

test.each([
  ["an end before its start", { startsAt: hours(2), endsAt: hours(1) }, "endsAt"],
  ["no tenant", { startsAt: hours(1), endsAt: hours(2), audience: "tenants" }, "tenants"],
  ["a tenant that does not exist", { startsAt: hours(1), endsAt: hours(2), tenants: ["nowhere"] }, "tenants"],
])("a window with %s is refused at its field", async (_, fields, field) => {
  const { status, body } = await plan({ title: "Wrong", ...fields });
  expect([status, Object.keys(body.error.fields)]).toEqual([400, [field]]);
});

test("people of tenants plan nothing", async () => {
  const manager = signedInAs("manager", "north", "m1");
  expect((await call("POST", "/api/admin/maintenance-windows", manager, { fields: { title: "No" } })).status).toBe(403);
});
