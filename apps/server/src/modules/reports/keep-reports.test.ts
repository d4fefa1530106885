import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
});
afterAll(() => testApp.close());

type Method = "GET" | "POST" | "PUT" | "DELETE";

async function call(who: Record<string, string>, method: Method, url: string, payload?: object) {
  const response = await testApp.app.inject({ method, url, headers: who, ...(payload ? { payload } : {}) });
  return { status: response.statusCode, body: response.json() };
}

const manager = () => signedInAs("manager", "kept", "manager-1");
const worker = () => signedInAs("worker", "kept", "worker-1");
const stranger = () => signedInAs("manager", "other", "manager-2");
const listViews = async (who: Record<string, string>) =>
  (await call(who, "GET", "/api/reports/tookan-report")).body.views as { id: string; title: string; query: string }[];

test("a saved view is its maker's own until a manager shares it", async () => {
  const own = await call(worker(), "POST", "/api/reports/tookan-report/views", { title: "Mine", query: "zone=A" });
  expect(own.status).toBe(201);
  const refused = await call(worker(), "POST", "/api/reports/tookan-report/views", {
    title: "For all",
    query: "zone=B",
    isShared: true,
  });
  expect(refused.status).toBe(403);
  await call(manager(), "POST", "/api/reports/tookan-report/views", {
    title: "For all",
    query: "zone=B",
    isShared: true,
  });
  expect((await listViews(worker())).map(({ title }) => title)).toEqual(["For all", "Mine"]);
  expect((await listViews(manager())).map(({ title }) => title)).toEqual(["For all"]);
  expect(await listViews(stranger())).toEqual([]);
});

test("saving under the same name replaces one's own view, and nobody takes another's away", async () => {
  await call(manager(), "POST", "/api/reports/branch-report/views", { title: "Month", query: "period=last_month" });
  await call(manager(), "POST", "/api/reports/branch-report/views", { title: "Month", query: "period=this_month" });
  const { body } = await call(manager(), "GET", "/api/reports/branch-report");
  expect(body.views).toMatchObject([{ title: "Month", query: "period=this_month", isMine: true }]);
  const { id } = body.views[0];
  for (const who of [worker(), stranger()])
    expect((await call(who, "DELETE", `/api/reports/branch-report/views/${id}`)).status).toBe(404);
  expect((await call(manager(), "DELETE", `/api/reports/branch-report/views/${id}`)).status).toBe(200);
});

test("a note about a day is seen in the whole tenant, written by a manager alone, and nowhere else", async () => {
  const note = { day: "2026-03-11", text: "Road closed" };
  expect((await call(worker(), "POST", "/api/annotations", note)).status).toBe(403);
  const { body: added } = await call(manager(), "POST", "/api/annotations", note);
  const seen = async (who: Record<string, string>) =>
    (await call(who, "GET", "/api/reports/tookan-report")).body.annotations;
  expect(await seen(worker())).toEqual([{ id: added.id, ...note, isMine: false }]);
  expect(await seen(stranger())).toEqual([]);
  expect((await call(stranger(), "DELETE", `/api/annotations/${added.id}`)).status).toBe(404);
  expect((await call(manager(), "DELETE", `/api/annotations/${added.id}`)).status).toBe(200);
  expect(await seen(worker())).toEqual([]);
});

test("choices are their maker's own", async () => {
  await call(worker(), "PUT", "/api/choices/columns:delivery_count", { value: { hidden: ["route"] } });
  const read = async (who: Record<string, string>) =>
    (await call(who, "GET", "/api/choices/columns:delivery_count")).body.value;
  expect(await read(worker())).toEqual({ hidden: ["route"] });
  expect(await read(manager())).toBeNull();
  expect(await read(stranger())).toBeNull();
  await call(worker(), "PUT", "/api/choices/columns:delivery_count", { value: null });
  expect(await read(worker())).toBeNull();
  const tooLong = await call(worker(), "PUT", "/api/choices/columns:x", { value: "x".repeat(20_000) });
  expect(tooLong.body.error.fields).toHaveProperty("value");
});

test("platform admins look into a tenant's report, and each look is noted there", async () => {
  await testApp.as(
    { actor: { kind: "system", job: "test" }, tenantId: "platform", permissions: new Set() },
    async ({ db, now }) => {
      await db.insertInto("tenants").values({ id: "kept", name: "Kept", created_at: now }).execute();
    },
  );
  const admin = { ...signedInAs("admin", "platform"), "x-tenant": "kept" };
  expect((await call(admin, "GET", "/api/reports/tookan-report")).status).toBe(200);
  expect((await call(admin, "GET", "/api/reports/tookan-report/panels/headline")).status).toBe(200);
  const entries = await testApp.as(
    { actor: { kind: "system", job: "test" }, tenantId: "kept", permissions: new Set() },
    ({ db }) =>
      db
        .selectFrom("audit_entries")
        .select(["act", "subject", "actor_role"])
        .where("act", "=", "tenant.viewed")
        .orderBy("subject")
        .execute(),
  );
  expect(entries).toEqual([{ act: "tenant.viewed", subject: "/api/reports/tookan-report", actor_role: "admin" }]);
  expect((await call({ ...admin, "x-tenant": "nobody" }, "GET", "/api/reports/tookan-report")).status).toBe(404);
  const views = { title: "Meddled", query: "" };
  expect((await call(admin, "POST", "/api/reports/tookan-report/views", views)).status).toBe(403);
  expect((await call({ ...stranger(), "x-tenant": "kept" }, "GET", "/api/reports/tookan-report")).status).toBe(403);
});
