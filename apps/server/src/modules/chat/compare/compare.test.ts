import type { ChatMessage, Conversation } from "@console/contracts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { platformTenant, systemCaller } from "../../../platform/context.ts";
import { createColleagues } from "../../../testing/people.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { until } from "../../../testing/until.ts";
import { withoutModels } from "../../models/index.ts";

let testApp: TestApp;
const names = ["ann", "ben"] as const;
type Person = (typeof names)[number];
let uids: Record<Person, string>;

beforeAll(async () => {
  const models = {
    ...withoutModels,
    choose: async (_: unknown, id: string | undefined) => (id ? { provider: "own", model: id } : null),
    readSlots: async () => new Map([["own", 4]]),
  };
  testApp = await createTestApp({ models });
  uids = await createColleagues(testApp, "north", names);
  testApp.startWriting(async (_, message, growing) => {
    growing.add({ type: "text", data: { text: `Answer ${message}` } });
    return { unverified: [], promptTokens: null, answerTokens: null, problem: null };
  });
});
afterAll(() => testApp.close());

async function call<Answer>(person: Person, method: "GET" | "POST", url: string, payload?: object) {
  const headers = signedInAs("user", "north", uids[person]);
  const request = { method, url: `/api/${url}`, headers, ...(payload && { payload }) };
  const response = await testApp.app.inject(request);
  return { status: response.statusCode, body: response.json() as Answer };
}

type Sent = { message: ChatMessage; answer: ChatMessage; compared: ChatMessage };
const start = async () => (await call<Conversation>("ann", "POST", "assistant/conversations", {})).body.id;
const read = async (id: string) => (await call<Conversation>("ann", "GET", `assistant/conversations/${id}`)).body;
const send = (id: string, models: object) =>
  call<Sent>("ann", "POST", `assistant/conversations/${id}/messages`, { text: "How many?", parent: null, ...models });
const keep = (message: string, person: Person = "ann") => call(person, "POST", `assistant/messages/${message}/keep`);
const query = (text: string) =>
  testApp.as(systemCaller("test", platformTenant), async ({ db }) => (await sql.raw(text).execute(db)).rows);

test("two models answer one question beside each other, and one of them is gone on with", async () => {
  const id = await start();
  const { status, body } = await send(id, { model: "big", compareWith: "small" });
  expect([status, body.answer.model, body.compared.model]).toEqual([201, "big", "small"]);
  expect([body.answer.parent, body.compared.parent]).toEqual([body.message.id, body.message.id]);
  await until(async () => (await read(id)).messages.every(({ endedAt }) => endedAt !== null));
  const both = await read(id);
  expect(both.leaf).toBe(body.answer.id);
  expect(both.messages.filter(({ isCompared }) => isCompared)).toHaveLength(2);
  expect((await keep(body.compared.id, "ben")).status).toBe(404);
  expect((await keep(body.compared.id)).body).toEqual({ leaf: body.compared.id });
  const kept = await read(id);
  expect([kept.leaf, kept.messages.length]).toEqual([body.compared.id, 3]);
  expect(kept.messages.some(({ isCompared }) => isCompared)).toBe(false);
  expect((await keep(body.answer.id)).status).toBe(409);
});

test("what is compared are two different models", async () => {
  const id = await start();
  for (const models of [
    { model: "big", compareWith: "big" },
    { model: "none", compareWith: "big" },
    { model: "big", compareWith: "none" },
  ]) {
    expect((await send(id, models)).status).toBe(400);
  }
  expect((await read(id)).messages).toEqual([]);
});

test("both answers count, and neither is asked where a limit leaves room for one alone", async () => {
  await query("delete from assistant_usage");
  const id = await start();
  await send(id, { model: "big", compareWith: "small" });
  expect(await query("select model from assistant_usage order by model")).toEqual([
    { model: "big" },
    { model: "small" },
  ]);
  const fields = { scope: "person", uid: uids.ann, what: "messages", period: "day", most: 3, name: "Three" };
  const admin = signedInAs("superadmin", "platform", "root");
  const made = await testApp.app.inject({
    method: "POST",
    url: "/api/admin/limits",
    headers: admin,
    payload: { fields },
  });
  expect(made.statusCode, made.body).toBe(201);
  expect((await send(id, { model: "big", compareWith: "small" })).status).toBe(429);
  expect((await read(id)).messages).toHaveLength(3);
});
