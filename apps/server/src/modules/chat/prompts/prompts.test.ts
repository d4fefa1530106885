import { mostOwnPrompts, type Prompt } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { platformTenant, systemCaller } from "../../../platform/context.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { insertTenant } from "../../directory/index.ts";
import { forgetPersonJob } from "../forget-person.ts";

let testApp: TestApp;
const admin = signedInAs("admin", platformTenant, "boss");
const ann = signedInAs("user", "north", "ann");
const ben = signedInAs("user", "north", "ben");
const max = signedInAs("manager", "north", "max");
const cid = signedInAs("user", "south", "cid");

beforeAll(async () => {
  testApp = await createTestApp();
  await testApp.as(systemCaller("test", platformTenant), async (context) => {
    for (const id of ["north", "south"]) await insertTenant(context, { id, name: id, aiq_type: "Tookan" });
  });
});
afterAll(() => testApp.close());

type Method = "GET" | "POST" | "PATCH" | "DELETE";
async function call<Answer>(headers: Record<string, string>, method: Method, url: string, payload?: object) {
  const response = await testApp.app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() as Answer };
}
const list = async (headers: Record<string, string>) =>
  (await call<{ items: Prompt[] }>(headers, "GET", "/assistant/prompts")).body.items;
const names = async (headers: Record<string, string>) => (await list(headers)).map(({ name }) => name);
type Saved = { id: string; version: number; error?: { fields?: Record<string, string> } };
const offer = (fields: object) =>
  call<Saved>(admin, "POST", "/admin/prompts", { fields: { text: "Late orders of {driver}", ...fields } });

test("a prompt is offered to those it is for, and to nobody once it is disabled or removed", async () => {
  const all = await offer({ name: "For all" });
  expect([all.status, all.body]).toEqual([201, expect.anything()]);
  await offer({ name: "For south", audience: "tenants", tenants: ["south"] });
  const managers = await offer({ name: "For managers", audience: "roles", roles: ["manager"] });
  expect(await names(ann)).toEqual(["For all"]);
  expect(await names(max)).toEqual(["For all", "For managers"]);
  expect(await names(cid)).toEqual(["For all", "For south"]);
  const { id, version } = managers.body;
  await call(admin, "PATCH", `/admin/prompts/rows/${id}`, { version, fields: { isEnabled: false } });
  expect(await names(max)).toEqual(["For all"]);
  await call(admin, "POST", "/admin/prompts/acts/remove", { ids: [all.body.id] });
  expect(await names(ann)).toEqual([]);
});

test("a prompt says whom it is for, and closes its placeholders", async () => {
  const wrong = async (fields: object) =>
    Object.keys((await offer({ name: "Wrong", ...fields })).body.error?.fields ?? {});
  expect(await wrong({ audience: "tenants" })).toEqual(["tenants"]);
  expect(await wrong({ audience: "tenants", tenants: ["nowhere"] })).toEqual(["tenants"]);
  expect(await wrong({ audience: "roles", roles: [] })).toEqual(["roles"]);
  expect(await wrong({ text: "Orders of {driver" })).toEqual(["text"]);
  expect((await call(ann, "GET", "/admin/prompts")).status).toBe(403);
});

test("what a person keeps is theirs alone, stands first, and is replaced by its name", async () => {
  const { status, body } = await call<Prompt>(ann, "POST", "/assistant/prompts", {
    name: "Mine",
    text: "Orders of {day}",
  });
  expect([status, body]).toEqual([201, expect.objectContaining({ name: "Mine", isOwn: true })]);
  await call(ann, "POST", "/assistant/prompts", { name: "mine", text: "Orders" });
  expect((await list(ann)).filter(({ isOwn }) => isOwn)).toEqual([
    { id: body.id, name: "mine", text: "Orders", isOwn: true },
  ]);
  for (const stranger of [ben, max, cid, admin]) {
    expect((await list(stranger)).filter(({ isOwn }) => isOwn)).toEqual([]);
    expect((await call(stranger, "DELETE", `/assistant/prompts/${body.id}`)).status).toBe(404);
  }
  expect((await call(ann, "DELETE", `/assistant/prompts/${body.id}`)).status).toBe(200);
  expect((await call(ann, "DELETE", `/assistant/prompts/${body.id}`)).status).toBe(404);
});

test("one person keeps so many and no more, and leaves none when they are gone", async () => {
  for (let place = 0; place < mostOwnPrompts; place++) {
    await call(ben, "POST", "/assistant/prompts", { name: `Prompt ${place}`, text: "Orders" });
  }
  expect((await call(ben, "POST", "/assistant/prompts", { name: "One more", text: "Orders" })).status).toBe(429);
  expect((await call(ben, "POST", "/assistant/prompts", { name: "Prompt 1", text: "Tasks" })).status).toBe(201);
  await testApp.as(systemCaller("test", "north"), async (context) => forgetPersonJob.run?.(context, { uid: "ben" }));
  expect((await list(ben)).filter(({ isOwn }) => isOwn)).toEqual([]);
});
