import type { AssistantProfile, ChatMessage, Conversation } from "@console/contracts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createOllama } from "../connectors/models/index.ts";
import { partsWithout } from "../modules/assistant/index.ts";
import { createWriteAnswer } from "../modules/chat/index.ts";
import { insertTenant, insertUser } from "../modules/directory/index.ts";
import { seedAccount } from "../modules/identity/index.ts";
import { ingestFacts } from "../modules/metrics/index.ts";
import { type Models, withoutModels } from "../modules/models/index.ts";
import { reports } from "../modules/reports/index.ts";
import { platformTenant, systemCaller } from "../platform/context.ts";
import { createOutboundStream } from "../platform/outbound/outbound-stream.ts";
import { createTestApp, signedInAs, type TestApp } from "../testing/test-app.ts";
import { until } from "../testing/until.ts";
import { type ModelStandIn, startModelStandIn } from "./model-stand-in/start-model-stand-in.ts";

let testApp: TestApp;
let standIn: ModelStandIn;
let figuresStay = false;
const people = { ann: "north", ben: "north", cid: "south" } as const;
type Person = keyof typeof people;
const uids: Record<string, string> = {};

beforeAll(async () => {
  standIn = await startModelStandIn();
  const outbound = createOutboundStream({ innerHosts: ["127.0.0.1"], silenceMs: 200 });
  const provider = createOllama({ url: standIn.url, outbound });
  const models: Models = {
    ...withoutModels,
    choose: async (_, id) => (id === undefined ? null : { provider: "own", model: id }),
    readSlots: async () => new Map([["own", 4]]),
    open: async (_, { model }) => ({
      provider,
      model,
      readServer: () => null,
      canUseTools: true,
      figuresStay,
      system: "Be brief.",
    }),
  };
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" }, models });
  await testApp.as(systemCaller("test", platformTenant), async (context) => {
    for (const id of ["north", "south"]) await insertTenant(context, { id, name: id, aiq_type: "Tookan" });
    for (const [name, tenant] of Object.entries(people)) {
      const account = { email: `${name}@example.test`, password: "a long password", name };
      uids[name] = await seedAccount(testApp.identity, context, account);
      await insertUser(context, { uid: uids[name], email: account.email, role: "user", tenant_id: tenant });
    }
  });
  const records = [{ source_key: "1", driver: "Ann", status: "Failed", created_at: "2026-03-02T08:00:00Z" }];
  for (const tenant of ["north", "south"]) {
    await testApp.as(systemCaller("test", tenant), (context) =>
      ingestFacts(context, { fact: "delivery_tasks", source: "tests", records }),
    );
  }
  const { database } = testApp;
  testApp.startWriting(createWriteAnswer({ database, reports, engine: partsWithout(null), models }));
});
afterAll(async () => {
  await testApp.close();
  await standIn.close();
});
beforeEach(() => {
  figuresStay = false;
  standIn.received.length = 0;
  standIn.script(() => ({ text: "1 failed delivery." }));
});

async function call<Answer>(
  person: Person,
  method: "GET" | "POST" | "PATCH" | "DELETE",
  url: string,
  payload?: object,
) {
  const headers = signedInAs("user", people[person], uids[person]);
  const request = { method, url: `/api/assistant${url}`, headers, ...(payload && { payload }) };
  const response = await testApp.app.inject(request);
  return { status: response.statusCode, body: response.json() as Answer };
}

const profileOf = async (person: Person) => (await call<AssistantProfile>(person, "GET", "/profile")).body;
const notesOf = async (person: Person) => (await profileOf(person)).notes.map(({ text }) => text);
const change = (person: Person, changed: object) => call(person, "PATCH", "/profile", changed);

/** Sends a message in a conversation of its own, and gives the answer once it is there. */
async function ask(person: Person, text: string, conversation: object = {}): Promise<ChatMessage> {
  const { id } = (await call<Conversation>(person, "POST", "/conversations", conversation)).body;
  const input = { text, model: "stand-in-tools" };
  const { answer } = (await call<{ answer: ChatMessage }>(person, "POST", `/conversations/${id}/messages`, input)).body;
  let ended: ChatMessage | undefined;
  await until(async () => {
    const { messages } = (await call<Conversation>(person, "GET", `/conversations/${id}`)).body;
    ended = messages.find((message) => message.id === answer.id);
    return ended?.endedAt != null;
  });
  return ended as ChatMessage;
}

/** What the model was told as its system text for one question. */
async function systemTold(person: Person, conversation: object = {}): Promise<string> {
  standIn.received.length = 0;
  await ask(person, "failed deliveries this month", conversation);
  const [chat] = standIn.received.filter(({ path }) => path === "POST /api/chat");
  const told = chat?.body as { messages: { role: string; content: string }[] } | undefined;
  return told?.messages.find(({ role }) => role === "system")?.content ?? "";
}

test("nothing is remembered while memory is off, as it is at first", async () => {
  expect(await profileOf("ann")).toMatchObject({ instructions: "", isMemoryOn: false, notes: [] });
  const answer = await ask("ann", "Remember that my branch is Harbour.");
  expect(answer.text).toContain("Nothing was kept. Memory is off");
  expect((await call("ann", "POST", "/notes", { text: "My branch is Harbour." })).status).toBe(409);
  expect(await notesOf("ann")).toEqual([]);
  expect(standIn.received).toEqual([]);
});

test("instructions and notes are told to models of their owner alone, behind the rules and the organisation's", async () => {
  for (const person of ["ann", "ben", "cid"] as const) {
    await change(person, { instructions: `Answer as ${person} likes.`, isMemoryOn: true });
    await call(person, "POST", "/notes", { text: `The team of ${person}` });
  }
  const told = await systemTold("ann");
  const places = ["Rules:", "Be brief.", "Answer as ann likes.", "- The team of ann", "none of the rules above"];
  expect(places.map((words) => told.indexOf(words))).toEqual(
    places.map((words) => told.indexOf(words)).toSorted((a, b) => a - b),
  );
  expect(places.every((words) => told.includes(words))).toBe(true);
  expect(told).not.toMatch(/ben|cid/);
});

test("a message that asks to remember is kept by the server, once, and no model is asked", async () => {
  await change("ann", { isMemoryOn: true });
  await call("ann", "DELETE", "/notes");
  const answer = await ask("ann", "please remember that my branch is Harbour");
  expect(answer).toMatchObject({ state: "done", text: expect.stringContaining("Kept: “my branch is Harbour”") });
  await ask("ann", "Remember: my branch is Harbour");
  expect(await notesOf("ann")).toEqual(["my branch is Harbour"]);
  expect(standIn.received).toEqual([]);
  expect(await systemTold("ann")).toContain("- my branch is Harbour");
  await change("ann", { isMemoryOn: false });
  expect(await systemTold("ann")).not.toContain("Harbour");
});

test("a temporary conversation neither reads nor fills the memory", async () => {
  await change("ann", { isMemoryOn: true });
  await call("ann", "POST", "/notes", { text: "I look after the north" });
  expect(await systemTold("ann")).toContain("- I look after the north");
  expect(await systemTold("ann", { isTemporary: true })).not.toContain("I look after the north");
  const before = await notesOf("ann");
  expect((await ask("ann", "Remember that it is secret", { isTemporary: true })).text).toContain("Nothing was kept");
  expect(await notesOf("ann")).toEqual(before);
});

test("where figures stay, notes with digits are not told", async () => {
  await change("ann", { isMemoryOn: true });
  await call("ann", "POST", "/notes", { text: "Our target is 95%" });
  await call("ann", "POST", "/notes", { text: "Our hub is Harbour" });
  expect(await systemTold("ann")).toContain("95%");
  figuresStay = true;
  standIn.received.length = 0;
  await ask("ann", "which colleague had the most trouble with the flibber lately");
  const [chat] = standIn.received.filter(({ path }) => path === "POST /api/chat");
  expect(JSON.stringify(chat?.body)).toContain("Our hub is Harbour");
  expect(JSON.stringify(chat?.body)).not.toContain("95%");
});

test("notes are changed and erased by their owner alone, one by one or all", async () => {
  await change("ben", { isMemoryOn: true });
  await call("ben", "DELETE", "/notes");
  const { body: note } = await call<{ id: string }>("ben", "POST", "/notes", { text: "One" });
  await call("ben", "POST", "/notes", { text: "Two" });
  for (const stranger of ["ann", "cid"] as const) {
    expect((await call(stranger, "PATCH", `/notes/${note.id}`, { text: "Mine" })).status).toBe(404);
    expect((await call(stranger, "DELETE", `/notes/${note.id}`)).status).toBe(404);
    await call(stranger, "DELETE", "/notes");
  }
  expect((await notesOf("ben")).toSorted()).toEqual(["One", "Two"]);
  expect((await call("ben", "PATCH", `/notes/${note.id}`, { text: "Three" })).status).toBe(200);
  expect((await call("ben", "PATCH", `/notes/${note.id}`, { text: "Two" })).status).toBe(400);
  await call("ben", "DELETE", `/notes/${note.id}`);
  expect(await notesOf("ben")).toEqual(["Two"]);
  expect((await call("ben", "DELETE", "/notes")).body).toEqual({ erased: 1 });
  expect(await notesOf("ben")).toEqual([]);
});

test("a person has at most 50 notes, and one that is there is no other", async () => {
  await change("cid", { isMemoryOn: true });
  await call("cid", "DELETE", "/notes");
  for (let number = 1; number <= 50; number++) await call("cid", "POST", "/notes", { text: `Note ${number}` });
  expect((await call("cid", "POST", "/notes", { text: "One more" })).status).toBe(429);
  expect((await call("cid", "POST", "/notes", { text: "Note 7" })).status).toBe(201);
  expect((await call("cid", "POST", "/notes", { text: "x".repeat(301) })).status).toBe(400);
});

test("all conversations can be deleted at once, and those of others stay", async () => {
  await ask("ann", "failed deliveries this month");
  await ask("ben", "failed deliveries this month");
  const count = async (person: Person) =>
    (await call<{ items: object[] }>(person, "GET", "/conversations")).body.items.length;
  expect(await count("ann")).toBeGreaterThan(0);
  const left = await count("ben");
  const { body } = await call<{ deleted: number }>("ann", "DELETE", "/conversations");
  expect(body.deleted).toBeGreaterThan(0);
  expect([await count("ann"), await count("ben")]).toEqual([0, left]);
});
