import type { ChatMessage, Conversation, OwnShare, SharedChat } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { platformTenant, systemCaller } from "../../../platform/context.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { until } from "../../../testing/until.ts";
import { partsWithout } from "../../assistant/index.ts";
import { insertTenant, insertUser } from "../../directory/index.ts";
import { seedAccount } from "../../identity/index.ts";
import { ingestFacts } from "../../metrics/index.ts";
import { withoutModels } from "../../models/index.ts";
import { reports } from "../../reports/index.ts";
import { forgetPersonJob } from "../forget-person.ts";
import { createWriteAnswer } from "../write-answer.ts";

let testApp: TestApp;
const people = { ann: "north", ben: "north", cid: "south", root: "platform" } as const;
type Person = keyof typeof people;
const uids: Record<string, string> = {};

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  await testApp.as(systemCaller("test", platformTenant), async (context) => {
    for (const id of ["north", "south"]) await insertTenant(context, { id, name: id, aiq_type: "Tookan" });
    for (const [name, tenant] of Object.entries(people)) {
      const account = { email: `${name}@example.test`, password: "a long password", name };
      uids[name] = await seedAccount(testApp.identity, context, account);
      const isPlatform = tenant === "platform";
      const user = { uid: uids[name], email: account.email, name, role: isPlatform ? "superadmin" : "user" };
      await insertUser(context, { ...user, tenant_id: isPlatform ? null : tenant });
    }
  });
  const records = ["Ann Berg", "Bo Carlsen"].map((driver, index) => ({
    source_key: `${index}`,
    driver,
    status: "Failed",
    created_at: "2026-03-02T08:00:00Z",
  }));
  await testApp.as(systemCaller("test", "north"), (context) =>
    ingestFacts(context, { fact: "delivery_tasks", source: "tests", records }),
  );
  const { database } = testApp;
  testApp.startWriting(createWriteAnswer({ database, reports, engine: partsWithout(null), models: withoutModels }));
});
afterAll(() => testApp.close());

type Method = "GET" | "POST" | "DELETE" | "PATCH";
type Failure = { error: { message: string } };

async function call<Answer>(person: Person, method: Method, url: string, payload?: object) {
  const headers = signedInAs(person === "root" ? "superadmin" : "user", people[person], uids[person]);
  const request = { method, url: `/api/assistant${url}`, headers, ...(payload && { payload }) };
  const response = await testApp.app.inject(request);
  return { status: response.statusCode, body: response.json() as Answer };
}

/** Sends a message in a conversation and waits for its answer. */
async function ask(conversation: string, text: string): Promise<ChatMessage> {
  const url = `/conversations/${conversation}`;
  const { answer } = (await call<{ answer: ChatMessage }>("ann", "POST", `${url}/messages`, { text })).body;
  let ended: ChatMessage | undefined;
  await until(async () => {
    const { messages } = (await call<Conversation>("ann", "GET", url)).body;
    ended = messages.find(({ id }) => id === answer.id);
    return ended?.endedAt != null;
  });
  return ended as ChatMessage;
}

async function begin(text: string, conversation: object = {}): Promise<string> {
  const { id } = (await call<Conversation>("ann", "POST", "/conversations", conversation)).body;
  await ask(id, text);
  return id;
}

const share = async (conversation: string) =>
  (await call<OwnShare>("ann", "POST", `/conversations/${conversation}/share`)).body;
const open = (person: Person, id: string) => call<SharedChat>(person, "GET", `/shares/${id}`);
const question = "failed deliveries by driver this month";

test("a share is a copy with questions, answers and their tables as they were, which those of the tenant read", async () => {
  const conversation = await begin(question);
  const { id, title, messages } = await share(conversation);
  expect([title, messages]).toEqual([question, 2]);
  await ask(conversation, "and last month?");
  const { status, body } = await open("ben", id);
  expect([status, body.by, body.title]).toEqual([200, "ann", question]);
  expect(body.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  expect(body.messages[1]?.table).toMatchObject({ rows: [{}, {}], totals: { failed_delivery_count: 2 } });
  expect(JSON.stringify(body)).not.toMatch(/thinking|steps|training/);
});

test("shared once more the copy is replaced, and the address stays", async () => {
  const conversation = await begin(question);
  const { id } = await share(conversation);
  await ask(conversation, "failed deliveries last month");
  expect(await share(conversation)).toMatchObject({ id, messages: 4 });
  expect((await open("ben", id)).body.messages).toHaveLength(4);
});

test("what was asked to be remembered is no part of a share", async () => {
  const conversation = await begin("remember that my branch is Harbour");
  const refused = await call<Failure>("ann", "POST", `/conversations/${conversation}/share`);
  expect([refused.status, refused.body.error.message]).toEqual([
    400,
    "There is nothing to share in this conversation.",
  ]);
  await ask(conversation, question);
  const { id } = await share(conversation);
  const { body } = await open("ben", id);
  expect(body.messages).toHaveLength(2);
  expect(JSON.stringify(body)).not.toContain("Harbour");
});

test("it is not there for another tenant, for the platform, and for anyone once it is revoked", async () => {
  const conversation = await begin(question);
  const { id } = await share(conversation);
  for (const stranger of ["cid", "root"] as const) expect((await open(stranger, id)).status).toBe(404);
  const listed = async (person: Person) => (await call<{ items: OwnShare[] }>(person, "GET", "/shares")).body.items;
  expect((await listed("ann")).map((one) => one.id)).toContain(id);
  expect(await listed("ben")).toEqual([]);
  for (const method of ["GET", "POST", "DELETE"] as const) {
    expect((await call("ben", method, `/conversations/${conversation}/share`)).status).toBe(404);
  }
  expect((await call("ann", "DELETE", `/conversations/${conversation}/share`)).body).toEqual({ id });
  expect((await open("ben", id)).status).toBe(404);
  expect((await call("ann", "GET", `/conversations/${conversation}/share`)).body).toEqual({ share: null });
  expect((await share(conversation)).id).not.toBe(id);
});

test("both acts are in the audit log, without a word of the conversation", async () => {
  const conversation = await begin(question);
  const { id } = await share(conversation);
  await call("ann", "DELETE", `/conversations/${conversation}/share`);
  const entries = await testApp.as(systemCaller("test", "north"), ({ db }) =>
    db
      .selectFrom("audit_entries")
      .select(["act", "details"])
      .where("tenant_id", "=", "north")
      .where("subject", "=", `conversations/${conversation}`)
      .orderBy("at")
      .execute(),
  );
  expect(entries.map(({ act }) => act).sort()).toEqual(["conversations.share_revoked", "conversations.shared"]);
  expect(entries.every(({ details }) => (details as { share: string }).share === id)).toBe(true);
});

test("a reader needs every permission that its owner's answers stand on", async () => {
  const conversation = await begin(question);
  const { id } = await share(conversation);
  await testApp.as(systemCaller("test", "north"), ({ db }) =>
    db
      .updateTable("conversation_shares")
      .set({ permissions: ["users.manage"] })
      .where("tenant_id", "=", "north")
      .where("id", "=", id)
      .execute(),
  );
  const refused = await open("ben", id);
  expect(refused.status).toBe(403);
  expect((refused.body as unknown as Failure).error.message).toContain("figures that you may not see");
});

test("temporary conversations, and those of the platform, are not shared", async () => {
  const temporary = await begin(question, { isTemporary: true });
  expect((await call("ann", "POST", `/conversations/${temporary}/share`)).status).toBe(400);
  const { id } = (await call<Conversation>("root", "POST", "/conversations", { tenant: "north" })).body;
  expect((await call("root", "POST", `/conversations/${id}/share`)).status).toBe(400);
});

test("a share goes with its conversation, and with its owner", async () => {
  const deleted = await begin(question);
  const first = await share(deleted);
  await call("ann", "DELETE", `/conversations/${deleted}`);
  expect((await open("ben", first.id)).status).toBe(404);
  const { id } = await share(await begin(question));
  await testApp.as(systemCaller("test", "north"), async (context) =>
    forgetPersonJob.run?.(context, { uid: String(uids.ann) }),
  );
  expect((await open("ben", id)).status).toBe(404);
});
