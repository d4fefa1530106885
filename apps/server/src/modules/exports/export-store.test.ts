import { afterAll, beforeAll, expect, test } from "vitest";
import { type Context, systemCaller } from "../../platform/context.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { deleteExpired, findExport, insertExport } from "./export-store.ts";

const now = new Date("2026-03-18T12:00:00Z");
let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: now.toISOString() } });
});
afterAll(() => testApp.close());

const inTenant = <Result>(tenantId: string, work: (context: Context) => Promise<Result>) =>
  testApp.as(systemCaller("test", tenantId), (context) => work({ ...context, now }));
const insert = (tenantId: string, id: string, endsInMs: number) =>
  inTenant(tenantId, (context) =>
    insertExport(context, {
      id,
      subject: "tookan-report",
      title: "Deliveries",
      path: "/tenant/reports",
      query: "",
      summary: "19 Oct – 17 Nov 2026",
      content: "rows",
      format: "csv",
      uid: "u1",
      expiresAt: new Date(now.getTime() + endsInMs),
    }),
  );
const find = (tenantId: string, id: string, uid = "u1") =>
  inTenant(tenantId, (context) => findExport(context, id, uid));

test("files whose time is over are forgotten, in their tenant alone, and the others stay", async () => {
  await insert("north", "over", -1);
  await insert("north", "open", 1);
  await insert("south", "elsewhere", -1);
  expect(await inTenant("north", deleteExpired)).toEqual(["over"]);
  expect(await find("north", "over")).toBeNull();
  expect((await find("north", "open"))?.id).toBe("open");
  expect((await find("south", "elsewhere"))?.id).toBe("elsewhere");
});

test("a file belongs to whoever asked for it", async () => {
  await insert("north", "mine", 1000);
  expect((await find("north", "mine"))?.askedBy).toBe("u1");
  expect(await find("north", "mine", "u2")).toBeNull();
  expect(await find("south", "mine")).toBeNull();
});
