import type { Conversation, ConversationHead } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createColleagues } from "../../../testing/people.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { until } from "../../../testing/until.ts";

let testApp: TestApp;
const names = ["ann", "ben"] as const;
type Person = (typeof names)[number];
let uids: Record<Person, string>;
let begun = 0;
let stopped = 0;

beforeAll(async () => {
  testApp = await createTestApp();
  uids = await createColleagues(testApp, "north", names);
  testApp.startWriting(async (_, __, ___, signal) => {
    begun++;
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))).finally(() => {
      stopped++;
    });
    return { unverified: [], promptTokens: null, answerTokens: null, problem: null };
  });
});
afterAll(() => testApp.close());

async function call<Answer>(person: Person, method: "GET" | "POST" | "PATCH", url: string, payload?: object) {
  const headers = signedInAs("user", "north", uids[person]);
  const request = { method, url: `/api/assistant${url}`, headers, ...(payload && { payload }) };
  const response = await testApp.app.inject(request);
  return { status: response.statusCode, body: response.json() as Answer };
}

const start = async (person: Person = "ann") =>
  (await call<Conversation>(person, "POST", "/conversations", {})).body.id;
const list = async (query = "", person: Person = "ann") =>
  (await call<{ items: ConversationHead[] }>(person, "GET", `/conversations?${query}`)).body.items;
const change = (changed: object) => call<object>("ann", "PATCH", "/conversation-selections", changed);
const remove = (conversations: string[], person: Person = "ann") =>
  call<object>(person, "POST", "/conversation-selections/deletion", { conversations });

test("several are archived, taken out of the archive and moved together", async () => {
  const conversations = [await start(), await start()];
  const other = await start();
  expect((await change({ conversations, isArchived: true })).body).toEqual({ changed: 2, missing: 0 });
  expect((await list("isArchived=true")).map(({ id }) => id).sort()).toEqual([...conversations].sort());
  expect((await list()).map(({ id }) => id)).toContain(other);
  await change({ conversations, isArchived: false, folder: "Winter" });
  expect((await list("folder=Winter")).map(({ id }) => id).sort()).toEqual([...conversations].sort());
  await change({ conversations, folder: null });
  expect(await list("folder=Winter")).toEqual([]);
  expect((await change({ conversations })).status).toBe(400);
});

test("several are deleted together, and the answers that are being written for them are stopped", async () => {
  const conversations = [await start(), await start()];
  const kept = await start();
  await call("ann", "POST", `/conversations/${conversations[0]}/messages`, { text: "Count" });
  await until(() => begun === 1);
  expect((await remove([...conversations, "not-there"])).body).toEqual({ changed: 2, missing: 1 });
  const left = (await list()).map(({ id }) => id);
  expect([left.includes(kept), conversations.some((id) => left.includes(id))]).toEqual([true, false]);
  await until(() => stopped === 1);
});

test("conversations of others are neither changed nor deleted", async () => {
  const own = await start();
  const theirs = await start("ben");
  expect((await change({ conversations: [own, theirs], isArchived: true })).body).toEqual({ changed: 1, missing: 1 });
  expect((await remove([theirs])).status).toBe(404);
  expect((await list("", "ben")).map(({ id, isArchived }) => [id, isArchived])).toContainEqual([theirs, false]);
});
