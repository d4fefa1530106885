import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { until } from "../../testing/until.ts";
import { systemCaller } from "../context.ts";
import { deleteEventsBefore, publishEvent } from "./event-store.ts";

let testApp: TestApp;
let address: string;
beforeAll(async () => {
  testApp = await createTestApp();
  await testApp.app.listen({ port: 0, host: "127.0.0.1" });
  address = `http://127.0.0.1:${(testApp.app.server.address() as AddressInfo).port}`;
});
afterAll(() => testApp.close());

const publish = (tenantId: string, type: string, uid?: string) =>
  testApp.as(systemCaller("test", tenantId), (context) =>
    publishEvent(context, { type, data: {}, ...(uid && { uid }) }),
  );

/** Opens a stream and reads it into a growing text. */
async function openStream(tenantId: string, { lastEventId, uid = "u1" }: { lastEventId?: string; uid?: string } = {}) {
  const abort = new AbortController();
  const response = await fetch(`${address}/api/events`, {
    signal: abort.signal,
    headers: { ...signedInAs("viewer", tenantId, uid), ...(lastEventId && { "last-event-id": lastEventId }) },
  });
  const stream = {
    status: response.status,
    headers: response.headers,
    text: "",
    isEnded: false,
    close: () => abort.abort(),
  };
  void (async () => {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body ?? [])
        stream.text += decoder.decode(chunk as Uint8Array, { stream: true });
    } catch {}
    stream.isEnded = true;
  })();
  await until(() => stream.text.includes("retry:"));
  return stream;
}

const typesIn = (text: string) => [...text.matchAll(/^event: (.+)$/gm)].map(([, type]) => type);
const lastIdIn = (text: string) => [...text.matchAll(/^id: (.+)$/gm)].at(-1)?.[1] ?? "";

test("an open stream gets what happens in its tenant, and nothing of another's", async () => {
  const stream = await openStream("north");
  expect(stream.headers.get("content-type")).toContain("text/event-stream");
  expect(stream.headers.get("x-request-id")).toBeTruthy();
  await settle("north");
  await publish("south", "theirs");
  await publish("north", "ours");
  await until(() => stream.text.includes("ours"));
  expect(typesIn(stream.text)).toEqual(["warm-up", "ours"]);
  stream.close();
});

/** A stream is subscribed once it has seen an event published after it was opened. */
async function settle(tenantId: string) {
  await sleep(100);
  await publish(tenantId, "warm-up");
}

test("a stream that comes back with the last id gets what it missed, once and in order", async () => {
  const first = await openStream("east");
  await settle("east");
  await publish("east", "one");
  await until(() => first.text.includes("one"));
  first.close();
  await publish("east", "two");
  await publish("east", "three");
  const second = await openStream("east", { lastEventId: lastIdIn(first.text) });
  await publish("east", "four");
  await until(() => second.text.includes("four"));
  expect(typesIn(second.text)).toEqual(["two", "three", "four"]);
  second.close();
});

test("an event whose transaction commits late is not skipped by a stream that is ahead of it", async () => {
  const stream = await openStream("late");
  await settle("late");
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begun = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const slow = testApp.as(systemCaller("test", "late"), async (context) => {
    await publishEvent(context, { type: "slow", data: {} });
    begun();
    await held;
  });
  await hasBegun;
  await publish("late", "fast");
  await sleep(300);
  release();
  await slow;
  await until(() => stream.text.includes("fast") && stream.text.includes("slow"));
  expect(typesIn(stream.text)).toEqual(["warm-up", "slow", "fast"]);
  stream.close();
});

test("an event for one user reaches only that user's streams", async () => {
  const [mine, theirs] = await Promise.all([openStream("west", { uid: "me" }), openStream("west", { uid: "you" })]);
  await settle("west");
  await publish("west", "private", "me");
  await publish("west", "for all");
  await until(() => theirs.text.includes("for all") && mine.text.includes("for all"));
  expect(typesIn(mine.text)).toContain("private");
  expect(typesIn(theirs.text)).not.toContain("private");
  mine.close();
  theirs.close();
});

test("what was rolled back is never told", async () => {
  const stream = await openStream("undone");
  await settle("undone");
  const failing = testApp.as(systemCaller("test", "undone"), async (context) => {
    await publishEvent(context, { type: "never", data: {} });
    throw new Error("changed our mind");
  });
  await expect(failing).rejects.toThrow();
  await publish("undone", "after");
  await until(() => stream.text.includes("after"));
  expect(typesIn(stream.text)).toEqual(["warm-up", "after"]);
  stream.close();
});

test("a visitor gets no stream", async () => {
  expect((await fetch(`${address}/api/events`)).status).toBe(401);
});

test("a last id that we never gave out starts a stream at now", async () => {
  const earlier = await openStream("fresh");
  await publish("fresh", "old");
  // Until it was told, it is not over for a stream that begins meanwhile.
  await until(() => earlier.text.includes("event: old"));
  earlier.close();
  const stream = await openStream("fresh", { lastEventId: "' or 1=1" });
  await settle("fresh");
  await until(() => stream.text.includes("warm-up"));
  expect(typesIn(stream.text)).toEqual(["warm-up"]);
  stream.close();
});

test("more events than one read holds all arrive", async () => {
  const stream = await openStream("many");
  await settle("many");
  await until(() => stream.text.includes("warm-up"));
  await testApp.as(systemCaller("test", "many"), async (context) => {
    await sql`insert into events (tenant_id, type, data, created_at)
      select 'many', 'n' || n, '{}', now() from generate_series(1, 1200) n`.execute(context.db);
    await publishEvent(context, { type: "last", data: {} });
  });
  await until(() => stream.text.includes("event: last"));
  expect(typesIn(stream.text)).toHaveLength(1202);
  stream.close();
});

test("old events are removed, newer ones stay", async () => {
  await publish("tidy", "kept");
  await testApp.as(systemCaller("test", "tidy"), (context) =>
    deleteEventsBefore(context, new Date(Date.now() - 60_000)),
  );
  await testApp.as(systemCaller("test", "tidy"), async (context) => {
    expect(await context.db.selectFrom("events").select("type").execute()).toEqual([{ type: "kept" }]);
    await deleteEventsBefore(context, new Date(Date.now() + 60_000));
    expect(await context.db.selectFrom("events").select("type").execute()).toEqual([]);
  });
});

test("closing the server ends open streams", async () => {
  const other = await createTestApp();
  await other.app.listen({ port: 0, host: "127.0.0.1" });
  const port = (other.app.server.address() as AddressInfo).port;
  const response = await fetch(`http://127.0.0.1:${port}/api/events`, { headers: signedInAs("viewer", "north") });
  const reading = response.text();
  await other.close();
  expect(await reading).toContain("retry:");
});

test("a stream that comes back with a place of before a restore gets what happens from now on", async () => {
  const stream = await openStream("restored", { lastEventId: "900000000000-5" });
  await publish("restored", "later");
  await until(() => stream.text.includes("later"));
  stream.close();
});
