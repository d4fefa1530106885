import type { ChatMessage, Conversation, ImportedConversation } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createColleagues } from "../../../testing/people.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { until } from "../../../testing/until.ts";

let testApp: TestApp;
const names = ["ann", "ben"] as const;
type Person = (typeof names)[number];
let uids: Record<Person, string>;

beforeAll(async () => {
  testApp = await createTestApp();
  uids = await createColleagues(testApp, "north", names);
  testApp.startWriting(async (_, __, growing) => {
    growing.add({ type: "text", data: { text: "Seven." } });
    return { unverified: [], promptTokens: null, answerTokens: null, problem: null };
  });
});
afterAll(() => testApp.close());

async function call<Answer>(person: Person, method: "GET" | "POST", url: string, payload?: object | string) {
  const headers = {
    ...signedInAs("user", "north", uids[person]),
    ...(typeof payload === "string" && { "content-type": "application/json" }),
  };
  const request = { method, url: `/api/assistant${url}`, headers, ...(payload !== undefined && { payload }) };
  const response = await testApp.app.inject(request);
  return { status: response.statusCode, body: response.json() as Answer };
}

type Failure = { error: { message: string } };
const bring = <Answer = ImportedConversation>(file: unknown, person: Person = "ann") =>
  call<Answer>(person, "POST", "/conversation-imports", typeof file === "string" ? file : JSON.stringify(file));
const read = async (id: string, person: Person = "ann") => call<Conversation>(person, "GET", `/conversations/${id}`);

const said = {
  thinking: "",
  steps: [],
  unverified: [],
  model: null,
  problem: null,
  usage: null,
  rating: null,
  createdAt: "2026-03-18T12:00:00.000Z",
  endedAt: "2026-03-18T12:00:00.000Z",
};
const question = (id: string, parent: string | null, more: object = {}) => ({
  ...said,
  id,
  parent,
  role: "user",
  state: "done",
  text: `Question ${id}`,
  ...more,
});
const answer = (id: string, parent: string | null, more: object = {}) => ({
  ...question(id, parent),
  role: "assistant",
  text: `Answer ${id}`,
  ...more,
});
const fileOf = (messages: unknown[], more: object = {}) => ({
  format: "conversation",
  version: 1,
  title: "From a file",
  tenant: null,
  leaf: null,
  messages,
  ...more,
});

test("what was exported comes back with all its branches, marked as imported", async () => {
  const { id } = (await call<Conversation>("ann", "POST", "/conversations", {})).body;
  for (const text of ["First", "Second"]) {
    const sent = await call<{ answer: ChatMessage }>("ann", "POST", `/conversations/${id}/messages`, { text });
    await until(
      async () => (await read(id)).body.messages.find((one) => one.id === sent.body.answer.id)?.endedAt != null,
    );
  }
  const whole = (await read(id)).body;
  await call("ann", "POST", `/messages/${whole.messages[3]?.id}/retry`, {});
  await until(async () => (await read(id)).body.messages.every(({ endedAt }) => endedAt !== null));
  const { title, tenant, leaf, messages } = (await read(id)).body;
  const { body } = await bring({ format: "conversation", version: 1, title, tenant, leaf, messages });
  expect(body).toEqual({ conversation: expect.any(String), title, tenant: null, read: 5, imported: 5, rejected: [] });
  const again = (await read(String(body.conversation))).body;
  expect(again.importedAt).not.toBeNull();
  expect(again.messages.map(({ text, isImported }) => [text, isImported])).toEqual(
    messages.map(({ text }) => [text, true]),
  );
  const places = (whole: Pick<Conversation, "messages" | "leaf">) => {
    const ids = whole.messages.map((one) => one.id);
    return [ids.indexOf(whole.leaf ?? ""), ...whole.messages.map(({ parent }) => ids.indexOf(parent ?? ""))];
  };
  expect(places(again)).toEqual(places({ messages, leaf }));
  expect((await read(String(body.conversation), "ben")).status).toBe(404);
});

test("every message of a file is either imported, or rejected with its reason", async () => {
  const table = { outcome: "answer", reason: null, text: "", assumptions: [], unused: [] };
  const messages = [
    question("q1", null),
    answer("a1", "q1", { surprise: true }),
    answer("a2", "q1", { answer: { ...table, formula: "=1+1" } }),
    answer("a3", "q1", { state: "working" }),
    answer("a4", "q1", { createdAt: "2999-01-01T00:00:00.000Z" }),
    answer("a5", "q1", { answer: { ...table, query: { drop: "table" } } }),
    answer("a6", "q1", { text: "null \u0000 inside" }),
    answer("a7", "q1"),
    answer("a7", "q1"),
    question("q2", "a1"),
    question("q3", "q1"),
    answer("a8", null),
    { id: "x" },
    question("q5", null, { createdAt: "yesterday" }),
    "nothing",
    question("q4", "a7", { createdAt: "2026-03-18T12:01:00.000Z" }),
  ];
  const { body } = await bring(fileOf(messages));
  expect(body).toMatchObject({ read: 16, imported: 3 });
  expect(body.rejected.map(({ place, reason }) => `${place} ${reason}`)).toEqual([
    "2 Unknown field: surprise",
    "3 Unknown field: answer.formula",
    "4 It was still being written.",
    "5 Its time lies in the future.",
    "6 Its query cannot be read.",
    "7 It holds characters that cannot be kept.",
    "9 Another message has the same ID.",
    "10 The message before it is missing or was rejected.",
    "11 Questions and answers do not alternate.",
    "12 An answer goes on from a question.",
    "13 Missing field: parent",
    "14 Field that cannot be read: createdAt",
    "15 It is no message.",
  ]);
  expect(body.read).toBe(body.imported + body.rejected.length);
  const { leaf, messages: kept } = (await read(String(body.conversation))).body;
  expect([kept.map(({ text }) => text), leaf]).toEqual([["Question q1", "Answer a7", "Question q4"], kept[2]?.id]);
});

test("a file of which nothing can be imported leaves no conversation", async () => {
  const { body } = await bring(fileOf([{ id: "x" }]));
  expect(body).toMatchObject({ conversation: null, read: 1, imported: 0, rejected: [{ place: 1 }] });
});

test.each<[string, unknown, RegExp]>([
  ["no JSON", "{", /no conversation that was downloaded here/],
  ["something else", { format: "settings" }, /no conversation that was downloaded here/],
  ["another version", fileOf([], { version: 2 }), /has version 2. Only version 1/],
  ["unknown fields", fileOf([], { owner: "ben" }), /unknown fields: owner/],
  [
    "another organisation",
    fileOf([question("q1", null)], { tenant: { id: "south", name: "South" } }),
    /platform admins/,
  ],
  [
    "more messages than a conversation holds",
    fileOf(Array.from({ length: 1001 }, (_, index) => question(`q${index}`, null))),
    /has 1001 messages. A conversation holds 1000/,
  ],
  ["more bytes than a file may have", " ".repeat(11 * 1024 * 1024), /up to 10 MB/],
])("a file with %s is refused", async (_, file, words) => {
  const { status, body } = await bring<Failure>(file);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(body.error.message).toMatch(words);
});

test("what nobody has checked is neither shared, pinned nor rated", async () => {
  const { body } = await bring(fileOf([question("q1", null), answer("a1", "q1")]));
  const { messages } = (await read(String(body.conversation))).body;
  const message = messages[1]?.id;
  const refused = [
    await call<Failure>("ann", "POST", `/conversations/${body.conversation}/share`),
    await call<Failure>("ann", "POST", "/pins", { message }),
    await call<Failure>("ann", "POST", `/messages/${message}/feedback`, { rating: "up" }),
  ];
  expect(refused.map(({ status, body: { error } }) => [status, error.message.split(" ")[0]])).toEqual([
    [400, "Imported"],
    [400, "Imported"],
    [400, "Imported"],
  ]);
});
