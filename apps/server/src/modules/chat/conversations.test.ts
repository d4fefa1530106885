import type { AddressInfo } from "node:net";
import type { ChatMessage, Conversation, MessageEvent } from "@console/contracts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { platformTenant, systemCaller } from "../../platform/context.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { until } from "../../testing/until.ts";
import { insertTenant, insertUser } from "../directory/index.ts";
import { seedAccount } from "../identity/index.ts";
import type { WriteAnswer } from "./start-writing.ts";

let testApp: TestApp;
let address: string;
let write: WriteAnswer;
const people = { ann: "north", ben: "north", cid: "south" } as const;
type Person = keyof typeof people;
const uids: Record<string, string> = {};
let writing: ReturnType<TestApp["startWriting"]>;

beforeAll(async () => {
  testApp = await createTestApp();
  await testApp.as(systemCaller("test", platformTenant), async (context) => {
    for (const id of ["north", "south"]) await insertTenant(context, { id, name: id, aiq_type: "Tookan" });
    for (const [name, tenant] of Object.entries(people)) {
      const account = { email: `${name}@example.test`, password: "a long password", name };
      uids[name] = await seedAccount(testApp.identity, context, account);
      await insertUser(context, { uid: uids[name], email: account.email, role: "user", tenant_id: tenant });
    }
  });
  await testApp.app.listen({ port: 0, host: "127.0.0.1" });
  address = `http://127.0.0.1:${(testApp.app.server.address() as AddressInfo).port}`;
  writing = testApp.startWriting((...call) => write(...call));
});
afterAll(() => testApp.close());

const headersOf = (person: Person) => signedInAs("user", people[person], uids[person]);

async function call<Answer>(
  person: Person,
  method: "GET" | "POST" | "PATCH" | "DELETE",
  url: string,
  payload?: object,
) {
  const response = await testApp.app.inject({
    method,
    url: `/api/assistant${url}`,
    headers: headersOf(person),
    ...(payload && { payload }),
  });
  return { status: response.statusCode, body: response.json() as Answer };
}

async function start(person: Person = "ann"): Promise<Conversation> {
  return (await call<Conversation>(person, "POST", "/conversations", {})).body;
}

async function send(conversation: string, text: string, person: Person = "ann") {
  type Sent = { message: ChatMessage; answer: ChatMessage };
  const { status, body } = await call<Sent>(person, "POST", `/conversations/${conversation}/messages`, { text });
  expect(status).toBe(201);
  return body;
}

const reread = async (conversation: string) =>
  (await call<Conversation>("ann", "GET", `/conversations/${conversation}`)).body;

async function untilEnded(conversation: string, message: string): Promise<ChatMessage> {
  let found: ChatMessage | undefined;
  await until(async () => {
    found = (await reread(conversation)).messages.find(({ id }) => id === message);
    return found?.endedAt != null;
  });
  return found as ChatMessage;
}

/** Follows an answer from a place on, until it ends or is left. */
async function follow(message: string, { after, person = "ann" }: { after?: string; person?: Person } = {}) {
  const abort = new AbortController();
  const response = await fetch(`${address}/api/assistant/messages/${message}/stream`, {
    signal: abort.signal,
    headers: { ...headersOf(person), ...(after !== undefined && { "last-event-id": after }) },
  });
  const stream = { status: response.status, text: "", isEnded: false, leave: () => abort.abort() };
  const reading = (async () => {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body ?? [])
        stream.text += decoder.decode(chunk as Uint8Array, { stream: true });
    } catch {}
    stream.isEnded = true;
  })();
  return Object.assign(stream, { reading });
}

const eventsIn = (text: string) =>
  [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data ?? "") as MessageEvent);
const textIn = (text: string) =>
  eventsIn(text)
    .filter(({ type }) => type === "text")
    .map(({ data }) => data.text)
    .join("");
const lastIdIn = (text: string) => [...text.matchAll(/^id: (.+)$/gm)].at(-1)?.[1] ?? "";

/** Rows as they are stored for the first tenant. */
const query = (text: string) =>
  testApp.as(systemCaller("test", "north"), async ({ db }) => (await sql.raw(text).execute(db)).rows);

const nothingMore = { unverified: [], promptTokens: null, answerTokens: null, problem: null };

/** Words that are said one after the other, each as soon as it is let go. */
function gatedWords() {
  const gates = new Map<string, () => void>();
  const say: WriteAnswer = async (_, __, growing, signal) => {
    for (const word of ["one ", "two ", "three"]) {
      await new Promise<void>((resolve, reject) => {
        gates.set(word.trim(), resolve);
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      });
      growing.add({ type: "text", data: { text: word } });
    }
    return nothingMore;
  };
  const letGo = async (word: string) => {
    await until(() => gates.has(word));
    gates.get(word)?.();
  };
  return { say, letGo };
}

test("an answer reaches whoever follows it, and goes on from any number for whoever comes back", async () => {
  const { say, letGo } = gatedWords();
  write = say;
  const { id } = await start();
  const { message, answer } = await send(id, "Count");
  expect([message.text, answer.state, answer.parent]).toEqual(["Count", "queued", message.id]);
  const first = await follow(answer.id);
  await letGo("one");
  await until(() => textIn(first.text) === "one ");
  first.leave();
  await letGo("two");
  const second = await follow(answer.id, { after: lastIdIn(first.text) });
  const fresh = await follow(answer.id);
  await until(() => textIn(second.text) === "two " && textIn(fresh.text) === "one two ");
  await letGo("three");
  await Promise.all([second.reading, fresh.reading]);
  // The last words may come with the whole message alone.
  expect("two three".startsWith(textIn(second.text))).toBe(true);
  const end = eventsIn(second.text).at(-1);
  expect(end).toMatchObject({
    type: "end",
    data: { message: { id: answer.id, state: "done", text: "one two three" } },
  });
  const late = await follow(answer.id);
  await late.reading;
  expect(eventsIn(late.text)).toEqual([end]);
  expect(await query("select message_id from message_pieces union all select message_id from message_queue")).toEqual(
    [],
  );
});

test("conversations are their owner's alone", async () => {
  write = async () => nothingMore;
  const { id } = await start();
  const { answer } = await send(id, "Mine alone");
  await untilEnded(id, answer.id);
  for (const person of ["ben", "cid"] as const) {
    expect((await call(person, "GET", `/conversations/${id}`)).status).toBe(404);
    expect((await call(person, "PATCH", `/conversations/${id}`, { title: "Theirs" })).status).toBe(404);
    expect((await call(person, "POST", `/conversations/${id}/messages`, { text: "Me too" })).status).toBe(404);
    expect((await call(person, "DELETE", `/conversations/${id}`)).status).toBe(404);
    expect((await call(person, "POST", `/messages/${answer.id}/stop`)).status).toBe(404);
    expect((await call(person, "POST", `/messages/${answer.id}/retry`, {})).status).toBe(404);
    expect((await follow(answer.id, { person })).status).toBe(404);
    const { body } = await call<{ items: unknown[] }>(person, "GET", "/conversations?q=alone");
    expect(body.items).toEqual([]);
  }
  const { body } = await call<{ items: { id: string }[] }>("ann", "GET", "/conversations?q=ALONE%20mine");
  expect(body.items.map((item) => item.id)).toEqual([id]);
});

test("an answer is stopped with what had come", async () => {
  const { say, letGo } = gatedWords();
  write = say;
  const { id } = await start();
  const { answer } = await send(id, "Count");
  const stream = await follow(answer.id);
  await letGo("one");
  await until(() => textIn(stream.text) === "one ");
  expect((await call("ann", "POST", `/messages/${answer.id}/stop`)).body).toEqual({ state: "working" });
  expect(await untilEnded(id, answer.id)).toMatchObject({ state: "stopped", text: "one ", problem: null });
  expect((await call("ann", "POST", `/messages/${answer.id}/stop`)).body).toEqual({ state: "stopped" });
});

test("what a dead process left ends as interrupted, with what had come", async () => {
  write = async (_, __, growing, signal) => {
    growing.add({ type: "text", data: { text: "Half of" } });
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    return nothingMore;
  };
  const { id } = await start();
  const { answer } = await send(id, "Count");
  const stream = await follow(answer.id);
  await until(() => textIn(stream.text) === "Half of");
  const died = await query(
    "update message_queue set worker = 'dead', alive_at = now() - interval '1 hour' returning message_id",
  );
  expect(died).toEqual([{ message_id: answer.id }]);
  const ended = await untilEnded(id, answer.id);
  expect(ended).toMatchObject({ state: "interrupted", text: "Half of", problem: { reason: "interrupted" } });
  await stream.reading;
  write = async (_, __, growing) => {
    growing.add({ type: "text", data: { text: "All of it" } });
    return nothingMore;
  };
  const { body: again } = await call<{ answer: ChatMessage }>("ann", "POST", `/messages/${answer.id}/retry`, {});
  expect(again.answer.parent).toBe(answer.parent);
  expect(await untilEnded(id, again.answer.id)).toMatchObject({ state: "done", text: "All of it" });
});

test("a message is sent in other words as a branch, and both stay", async () => {
  write = async (_, __, growing) => {
    growing.add({ type: "text", data: { text: "Yes" } });
    return nothingMore;
  };
  const { id } = await start();
  const first = await send(id, "First");
  await untilEnded(id, first.answer.id);
  const next = await send(id, "Second");
  expect(next.message.parent).toBe(first.answer.id);
  await untilEnded(id, next.answer.id);
  const { body: branch } = await call<{ message: ChatMessage; answer: ChatMessage }>(
    "ann",
    "POST",
    `/messages/${next.message.id}/branch`,
    { text: "Second in other words" },
  );
  expect(branch.message.parent).toBe(first.answer.id);
  await untilEnded(id, branch.answer.id);
  const whole = await reread(id);
  expect(whole.messages).toHaveLength(6);
  expect(whole.leaf).toBe(branch.answer.id);
  expect(whole.title).toBe("First");
  const { status } = await call("ann", "PATCH", `/conversations/${id}`, { leaf: next.answer.id });
  expect([status, (await reread(id)).leaf]).toEqual([200, next.answer.id]);
});

test("a conversation that is deleted takes the answer along that is being written", async () => {
  let hasEnded = false;
  write = async (_, __, ___, signal) => {
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))).finally(() => {
      hasEnded = true;
    });
    return nothingMore;
  };
  const { id } = await start();
  const { answer } = await send(id, "Count");
  const stream = await follow(answer.id);
  await until(async () => (await reread(id)).messages.some(({ state }) => state === "working"));
  expect((await call("ann", "DELETE", `/conversations/${id}`)).status).toBe(200);
  await stream.reading;
  expect(eventsIn(stream.text).at(-1)).toEqual({ type: "end", data: { message: null } });
  await until(() => hasEnded);
});

test("a rating is kept with the answer as it was, and taken back", async () => {
  write = async (_, __, growing) => {
    growing.add({ type: "text", data: { text: "Seven" } });
    return nothingMore;
  };
  const { id } = await start();
  const { answer } = await send(id, "How many?");
  await untilEnded(id, answer.id);
  const rate = (rating: string | null) => call("ann", "POST", `/messages/${answer.id}/feedback`, { rating });
  expect((await rate("down")).body).toMatchObject({ rating: "down" });
  expect(await query("select answer from feedback")).toMatchObject([
    { answer: { question: "How many?", text: "Seven" } },
  ]);
  expect((await rate(null)).body).toEqual({ rating: null, feedback: null });
  expect(await query("select state from feedback")).toEqual([{ state: "withdrawn" }]);
});

test("a process that is asked to end leaves what it writes as interrupted, with what had come", async () => {
  write = async (_, __, growing, signal) => {
    growing.add({ type: "text", data: { text: "As far as" } });
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    return nothingMore;
  };
  const { id } = await start();
  const { answer } = await send(id, "Count");
  const stream = await follow(answer.id);
  await until(() => textIn(stream.text) === "As far as");
  await writing.stop();
  expect(await untilEnded(id, answer.id)).toMatchObject({ state: "interrupted", text: "As far as" });
  await stream.reading;
});
