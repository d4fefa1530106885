import type { ClosedConversation, Conversation, ConversationOpening } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { platformTenant, systemCaller } from "../../../platform/context.ts";
import { deliverNotices } from "../../../testing/deliver-notices.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { insertTenant, insertUser } from "../../directory/index.ts";
import { forgetPersonJob } from "../forget-person.ts";

let testApp: TestApp;
const reason = "Complaint 4711 about a wrong figure";
const ann = signedInAs("user", "north", "ann");
const ben = signedInAs("user", "north", "ben");
const superadmin = signedInAs("superadmin", platformTenant, "root");

beforeAll(async () => {
  testApp = await createTestApp();
  await testApp.as(systemCaller("test", platformTenant), async (context) => {
    for (const id of ["north", "south"]) await insertTenant(context, { id, name: id, aiq_type: "Tookan" });
    const person = (uid: string, role: string, tenant_id: string | null) =>
      insertUser(context, { uid, email: `${uid}@example.test`, name: `Name of ${uid}`, role, tenant_id });
    await person("ann", "user", "north");
    await person("ben", "user", "north");
    await person("root", "superadmin", null);
  });
});
afterAll(() => testApp.close());

type Method = "GET" | "POST";

async function call<Answer>(headers: Record<string, string>, method: Method, url: string, payload?: object) {
  const response = await testApp.app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() as Answer };
}

/** A conversation of a person with one message. */
async function start(who: Record<string, string>, text: string, isTemporary = false): Promise<string> {
  const { body } = await call<Conversation>(who, "POST", "/assistant/conversations", { isTemporary });
  await call(who, "POST", `/assistant/conversations/${body.id}/messages`, { text });
  return body.id;
}

const open = (who: Record<string, string>, id: string, why: string, tenant = "north") =>
  call<Conversation>(who, "POST", `/admin/tenants/${tenant}/conversations/${id}/open`, { reason: why });
const openingsOf = async (who: Record<string, string>) =>
  (await call<{ items: ConversationOpening[] }>(who, "GET", "/assistant/openings")).body.items;

test("a conversation is opened with the permission and a reason alone, in the tenant that it is of", async () => {
  const id = await start(ann, "How many were late?");
  for (const who of [signedInAs("admin"), signedInAs("manager", "north", "boss"), ben]) {
    expect((await open(who, id, reason)).status).toBe(403);
    expect((await call(who, "GET", "/admin/tenants/north/conversations?uid=ann")).status).toBe(403);
  }
  expect((await open(superadmin, id, "too short")).status).toBe(400);
  expect((await open(superadmin, id, reason, "south")).status).toBe(404);
  expect((await open(superadmin, id, reason, platformTenant)).status).toBe(404);
  expect(await openingsOf(ann)).toEqual([]);
});

test("what is opened is audited with its reason, told to its owner and listed for them", async () => {
  const id = await start(ann, "Who drove to the harbour?");
  const opened = await open(superadmin, id, reason);
  expect(opened.status).toBe(200);
  expect(opened.body).toMatchObject({ id, title: "Who drove to the harbour?" });
  expect(opened.body.messages[0]).toMatchObject({ role: "user", text: "Who drove to the harbour?" });

  const entries = await testApp.as(systemCaller("test", "north"), ({ db }) =>
    db.selectFrom("audit_entries").select(["subject", "details"]).where("act", "=", "conversations.opened").execute(),
  );
  expect(entries).toMatchObject([{ subject: "users/ann", details: { reason, conversation: id } }]);
  expect(await openingsOf(ann)).toMatchObject([
    { conversation: id, title: "Who drove to the harbour?", by: "Name of root", reason },
  ]);
  expect(await openingsOf(ben)).toEqual([]);
  await deliverNotices(testApp);
  const notices = await call<{ items: { subject: string }[] }>(ann, "GET", "/notices");
  expect(JSON.stringify(notices.body)).toContain("A platform admin opened one of your conversations");
});

test("the list for it says when and how much, and no word of any conversation", async () => {
  const id = await start(ben, "What nobody should read");
  const hidden = await start(ben, "What is temporary", true);
  const { body } = await call<{ items: ClosedConversation[] }>(
    superadmin,
    "GET",
    "/admin/tenants/north/conversations?uid=ben",
  );
  expect(body.items.map((item) => [item.id, item.messages])).toEqual([[id, 2]]);
  expect(JSON.stringify(body)).not.toContain("What");
  expect((await open(superadmin, hidden, reason)).status).toBe(404);
  expect(await openingsOf(ben)).toEqual([]);
});

test("whoever is gone for good leaves nothing of it behind", async () => {
  const id = await start(ben, "Forget me");
  await open(superadmin, id, reason);
  const asNorth = systemCaller("test", "north");
  await testApp.as(asNorth, (context) => forgetPersonJob.run?.(context, { uid: "ben" }) ?? Promise.resolve());
  const left = await testApp.as(asNorth, async ({ db }) => {
    const tables = ["conversations", "conversation_openings"] as const;
    const owners = await Promise.all(
      tables.map((table) => db.selectFrom(table).select("owner_uid").where("tenant_id", "=", "north").execute()),
    );
    return owners.flat().map((row) => row.owner_uid);
  });
  expect(new Set(left)).toEqual(new Set(["ann"]));
});
