import type { SearchHit } from "@console/contracts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertTenant } from "../../modules/directory/index.ts";
import { ingestFacts } from "../../modules/metrics/index.ts";
import { platformTenant, systemCaller } from "../../platform/context.ts";
import { askLogs, keepLines } from "../../testing/logs-fixture.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";

let testApp: TestApp;
const admin = signedInAs("admin", "platform", "boss");
const manager = signedInAs("manager", "north", "m");
const viewer = signedInAs("user", "north", "v");
const southern = signedInAs("manager", "south", "s");

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  await testApp.as(systemCaller("test", platformTenant), async (context) => {
    for (const id of ["north", "south"]) await insertTenant(context, { id, name: `The ${id}`, aiq_type: "Tookan" });
  });
  const fields = { email: "ada.pole@north.example", role: "user", tenantId: "north" };
  const invited = await testApp.app.inject({
    method: "POST",
    url: "/api/admin/users",
    headers: admin,
    payload: { fields },
  });
  expect(invited.statusCode, invited.body).toBe(201);
  for (const tenantId of ["north", "south"]) {
    await testApp.as(systemCaller("test", tenantId), async (context) => {
      const records = ["A_1", "A11", "B20"].map((number) => ({
        source_key: `${tenantId}-${number}`,
        order_reference: `INV-${number}`,
        status: "Delivered",
        created_at: "2026-03-17T10:00:00Z",
      }));
      const { rejected } = await ingestFacts(context, { fact: "delivery_tasks", source: "test", records });
      expect(rejected).toEqual([]);
    });
  }
});
afterAll(() => testApp.close());

async function search(q: string, headers = manager): Promise<SearchHit[]> {
  const response = await testApp.app.inject({ method: "GET", url: "/api/search", query: { q }, headers });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().hits;
}
const titles = (hits: readonly SearchHit[], kind: string) =>
  hits.filter((hit) => hit.kind === kind).map(({ title }) => title);

test("platform admins find tenants, people and settings, each with the page that opens it", async () => {
  expect(await search("the nor", admin)).toContainEqual({
    kind: "tenant",
    title: "The north",
    detail: "north",
    path: "/admin/tenants?row=north",
  });
  const [person] = (await search("ada.pole", admin)).filter(({ kind }) => kind === "user");
  expect(person).toMatchObject({
    title: "ada.pole@north.example",
    detail: null,
    path: expect.stringContaining("/admin/users?row="),
  });
  expect(titles(await search("maintenance", admin), "setting").length).toBeGreaterThan(0);
  expect(titles(await search("INV-A11", admin), "order")).toEqual([]);
});

test("managers find the people of their own tenant alone", async () => {
  const [person] = (await search("ada.pole")).filter(({ kind }) => kind === "user");
  expect(person?.path).toContain("/tenant/users?row=");
  expect(titles(await search("ada.pole", southern), "user")).toEqual([]);
});

test("a plain user finds reports and orders, but no people, tenants or settings", async () => {
  const hits = [...(await search("ada.pole", viewer)), ...(await search("north", viewer))];
  expect(hits.filter(({ kind }) => kind === "user" || kind === "tenant")).toEqual([]);
  expect(titles(await search("maintenance", viewer), "setting")).toEqual([]);
  expect(titles(await search("delivery report", viewer), "report")).toContain("Delivery report");
});

test("an order is found by the beginning of its number in any case, or by the number of its task", async () => {
  expect(titles(await search("inv-a1"), "order")).toEqual(["INV-A11"]);
  expect(titles(await search("INV-A_"), "order")).toEqual(["INV-A_1"]);
  expect(await search("north-B20")).toContainEqual({
    kind: "order",
    title: "INV-B20",
    detail: "17 Mar 2026",
    path: "/tenant/orders/INV-B20",
  });
  expect(titles(await search("south-B20"), "order")).toEqual([]);
});

test("saved views are found by those who may see them, and open as they were saved", async () => {
  const payload = { title: "Ramadan weeks", query: "period=last_7_days", isShared: false };
  const url = "/api/reports/tookan-report/views";
  const made = await testApp.app.inject({ method: "POST", url, headers: manager, payload });
  expect(made.statusCode, made.body).toBeLessThan(300);
  expect(await search("ramadan")).toContainEqual({
    kind: "view",
    title: "Ramadan weeks",
    detail: "Delivery report",
    path: "/tenant/tookan-report?period=last_7_days",
  });
  expect(titles(await search("ramadan", viewer), "view")).toEqual([]);
});

test("platform admins find lines of the logs and like errors by beginnings of words; each opens where it leads", async () => {
  const line = { time: "2026-03-18T11:30:00.250Z", level: "error", part: "jobs", msg: "The cellar is flooding" };
  await keepLines(testApp, [line, { ...line, time: "2026-03-01T11:30:00Z", msg: "The cellar was flooding" }]);
  const hits = (await search("cellar flood", admin)).filter(({ kind }) => kind === "log");
  expect(hits.map(({ title, detail }) => [title, detail])).toEqual([
    ["The cellar is flooding", "Jobs, error, 18 Mar 2026, 11:30 UTC"],
  ]);
  const place = new URL(hits[0]?.path ?? "", "http://console.test").searchParams.get("line") ?? "";
  const opened = await askLogs(testApp, `/lines/${encodeURIComponent(place)}`, {}, admin);
  expect(JSON.parse(opened.text).line).toMatchObject({ message: "The cellar is flooding", requestId: null });

  const [group] = (await search("cellar is", admin)).filter(({ detail }) => detail?.startsWith("Like errors"));
  const query = new URL(group?.path ?? "", "http://console.test").searchParams.get("q") ?? "";
  const lines = await askLogs(testApp, "", { query }, admin);
  expect(JSON.parse(lines.text).items.map(({ message }: { message: string }) => message)).toEqual([
    "The cellar is flooding",
  ]);
  const { rows } = await testApp.as(systemCaller("test", platformTenant), ({ db }) =>
    sql`select actor_uid from audit_entries
      where act = 'logs.searched' and details ->> 'query' = 'cellar flood'`.execute(db),
  );
  expect(rows).toEqual([{ actor_uid: "boss" }]);
});

test("platform admins find incidents and the timeline of a request; people of a tenant do not", async () => {
  await testApp.as(systemCaller("test", platformTenant), ({ db }) =>
    db
      .insertInto("incidents")
      .values({ id: "i1", check_name: "mail", title: "Email down", opened_at: new Date("2026-03-18T11:00:00Z") })
      .execute(),
  );
  expect(await search("email do", admin)).toContainEqual({
    kind: "incident",
    title: "Email down",
    detail: "Open since 2026-03-18",
    path: "/admin/system-health?incident=i1",
  });
  const request = "16c92446-3f77-4398-bf07-8c066b614929";
  expect(titles(await search(request, admin), "log")).toEqual(["Timeline of this request"]);
  for (const text of ["email do", request, "flooding"]) {
    expect((await search(text, manager)).filter(({ kind }) => kind === "incident" || kind === "log")).toEqual([]);
  }
});
