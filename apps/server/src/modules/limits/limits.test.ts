import type { ChatMessage, Conversation, OwnLimit } from "@console/contracts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { platformTenant, systemCaller } from "../../platform/context.ts";
import { deliverNotices } from "../../testing/deliver-notices.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { until } from "../../testing/until.ts";
import type { WriteAnswer } from "../chat/index.ts";
import { insertTenant, insertUser } from "../directory/index.ts";
import { seedAccount } from "../identity/index.ts";
import { withoutModels } from "../models/index.ts";
import { leastHeld } from "./count-use.ts";

const people = { ann: "north", ben: "north", max: "north", cid: "south" } as const;
type Person = keyof typeof people;
const roleOf = (person: Person) => (person === "max" ? "manager" : "user");
const uids: Record<string, string> = {};
const admin = signedInAs("admin", platformTenant, "boss");
let today: TestApp;
let sameDay: TestApp;
let nextDay: TestApp;
let writing: ReturnType<TestApp["startWriting"]>;
let write: WriteAnswer;

const nothingUsed = { unverified: [], problem: null, promptTokens: null, answerTokens: null };
/** An answer of a model that says what it took. */
const answersWith =
  (promptTokens: number | null, answerTokens: number | null, text = "Done"): WriteAnswer =>
  async (_, __, growing) => {
    growing.add({ type: "phase", data: { phase: "loading" } });
    growing.add({ type: "text", data: { text } });
    return { ...nothingUsed, promptTokens, answerTokens };
  };

beforeAll(async () => {
  const models = {
    ...withoutModels,
    choose: async (_: unknown, id: string | undefined) => (id === "big" ? { provider: "own", model: "big" } : null),
    readSlots: async () => new Map([["own", 8]]),
  };
  today = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T20:30:00Z" }, models });
  sameDay = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-19T06:00:00Z" }, models, beside: today });
  nextDay = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-19T20:30:00Z" }, models, beside: today });
  await today.as(systemCaller("test", platformTenant), async (context) => {
    for (const id of ["north", "south"]) {
      await insertTenant(context, { id, name: `${id} Ltd`, aiq_type: "Tookan", time_zone: "Asia/Dubai" });
    }
    for (const [name, tenant] of Object.entries(people)) {
      const account = { email: `${name}@example.test`, password: "a long password", name };
      const uid = await seedAccount(today.identity, context, account);
      uids[name] = uid;
      await insertUser(context, { uid, email: account.email, name, role: roleOf(name as Person), tenant_id: tenant });
    }
  });
  writing = today.startWriting((...call) => write(...call));
});
afterAll(async () => {
  await sameDay.close();
  await nextDay.close();
  await today.close();
});

beforeEach(async () => {
  write = async () => nothingUsed;
  await inPlatform("delete from assistant_limits");
  await inPlatform("delete from assistant_counts");
  await inPlatform("delete from assistant_usage");
  await inPlatform("delete from assistant_asks");
});

const inPlatform = (text: string) =>
  today.as(systemCaller("test", platformTenant), async ({ db }) => (await sql.raw(text).execute(db)).rows);

async function call<Answer>(
  headers: Record<string, string>,
  method: "GET" | "POST" | "PATCH" | "DELETE",
  url: string,
  payload?: object,
  on = today,
) {
  const response = await on.app.inject({ method, url: `/api/${url}`, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() as Answer };
}

const headersOf = (person: Person) => signedInAs(roleOf(person), people[person], uids[person]);

async function limit(fields: Record<string, unknown>): Promise<{ id: string; version: number }> {
  const given = { name: "Limit", what: "messages", period: "day", most: 2, ...fields };
  const { status, body } = await call<{ id: string; version: number }>(admin, "POST", "admin/limits", {
    fields: given,
  });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body;
}

type Sent = { answer: ChatMessage; error?: { kind: string; message: string } };

async function start(person: Person, on = today): Promise<string> {
  return (await call<Conversation>(headersOf(person), "POST", "assistant/conversations", {}, on)).body.id;
}

async function send(person: Person, more: { model?: string; conversation?: string; on?: TestApp } = {}) {
  const { on = today, model } = more;
  const conversation = more.conversation ?? (await start(person, on));
  const input = { text: "How many?", parent: null, ...(model && { model }) };
  const path = `assistant/conversations/${conversation}/messages`;
  const sent = await call<Sent>(headersOf(person), "POST", path, input, on);
  return { ...sent, conversation };
}

const mine = async (person: Person, on = today) =>
  (await call<{ items: OwnLimit[] }>(headersOf(person), "GET", "assistant/limits/mine", undefined, on)).body.items;

const untilSettled = () =>
  until(async () => (await inPlatform("select 1 from assistant_usage where ended_at is null")).length === 0);

test.each([
  ["person", { scope: "person", uid: "ann" }, "You have used your 2 messages for today."],
  [
    "role",
    { scope: "role", role: "user", tenantId: "north" },
    "Everyone with your role has together used the 2 messages",
  ],
  ["tenant", { scope: "tenant", tenantId: "north" }, "Your organisation has used its 2 messages for today."],
  ["platform", { scope: "platform" }, "All organisations together have used the 2 messages for today."],
])("the limit of a %s is reached, and the words say whose it is and when it resets", async (scope, fields, words) => {
  await limit({ ...fields, ...("uid" in fields && { uid: uids[fields.uid] }), words: "Keep some for later" });
  const others: Record<string, Person> = { person: "ann", role: "ben", tenant: "max", platform: "cid" };
  expect((await send("ann")).status).toBe(201);
  expect((await send(others[scope] as Person)).status).toBe(201);
  const refused = await send("ann");
  expect(refused.status).toBe(429);
  expect(refused.body.error).toMatchObject({ kind: "limit_reached" });
  const { message = "" } = refused.body.error ?? {};
  expect(message).toContain(`Keep some for later. ${words}`);
  // Midnight of the tenant; that of the platform is in UTC.
  expect(message).toContain(scope === "platform" ? "19 Mar 2026, 00:00 (UTC)" : "20 Mar 2026, 00:00 (Asia/Dubai)");
  expect(message).toContain("Platform admins can raise it.");
  // What was refused is neither kept nor counted.
  expect(await mine("ann")).toMatchObject([{ used: 2, isReached: true }]);
  const { body } = await call<Conversation>(headersOf("ann"), "GET", `assistant/conversations/${refused.conversation}`);
  expect(body.messages).toEqual([]);
});

test("of 50 calls at once exactly as many pass as each of four limits leaves, and none waits in a circle", async () => {
  const most = { person: 9, role: 15, tenant: 20, platform: 26 };
  await limit({ scope: "person", uid: uids.ann, most: most.person });
  await limit({ scope: "role", role: "user", most: most.role });
  await limit({ scope: "tenant", tenantId: "north", most: most.tenant });
  await limit({ scope: "platform", most: most.platform });
  const rooms: Record<string, string> = {};
  for (const person of Object.keys(people) as Person[]) rooms[person] = await start(person);
  const allOf = async (person: Person, calls: number) => {
    const sendOne = async (): Promise<number> => {
      const { status } = await send(person, { conversation: rooms[person] as string });
      // A server that is too busy has saved nothing, and is asked again.
      return status === 503 ? sendOne() : status;
    };
    const statuses = await Promise.all(Array.from({ length: calls }, sendOne));
    expect(statuses.filter((status) => status !== 201 && status !== 429)).toEqual([]);
    return statuses.filter((status) => status === 201).length;
  };
  // One's own limit, then that of the role, the tenant and the platform stops the next.
  expect(await allOf("ann", 50)).toBe(9);
  expect(await allOf("ben", 50)).toBe(6);
  expect(await allOf("max", 50)).toBe(5);
  expect(await allOf("cid", 50)).toBe(6);
  const [used] = await inPlatform("select count(*)::int as n from assistant_usage");
  expect(used).toEqual({ n: 26 });
});

test("a day or month ends where its owner is, and deleted conversations change nothing", async () => {
  await limit({ scope: "tenant", tenantId: "north", most: 1 });
  await limit({ scope: "platform", most: 3 });
  await limit({ scope: "person", uid: uids.cid, most: 1, period: "month" });
  const { conversation } = await send("ann");
  await send("cid");
  expect((await call(headersOf("ann"), "DELETE", `assistant/conversations/${conversation}`)).status).toBe(200);
  expect((await send("ann")).status).toBe(429);
  // In Dubai it is 19 March as before; in UTC it has begun.
  expect((await send("ann", { on: sameDay })).status).toBe(429);
  // What all organisations ask together is not told to theirs before it matters.
  expect((await mine("ann", sameDay)).map(({ owner, used }) => [owner, used])).toEqual([["tenant", 1]]);
  expect((await send("ann", { on: nextDay })).status).toBe(201);
  expect((await send("ann", { on: nextDay })).status).toBe(429);
  expect((await send("cid", { on: nextDay })).status).toBe(429);
  expect(await mine("cid", nextDay)).toContainEqual(
    expect.objectContaining({ period: "month", resetsAt: "2026-03-31T20:00:00.000Z" }),
  );
});

test("a limit that is set later counts what was before it, and one for each person counts each alone", async () => {
  await send("ann");
  await send("ben");
  await send("cid");
  await limit({ scope: "platform", most: 4 });
  await limit({ scope: "role", role: "user", countedFor: "each", most: 2, name: "Each" });
  expect((await mine("ann")).map(({ used }) => used)).toEqual([1]);
  const counted = "select used::int from assistant_counts where subject = 'platform'";
  expect(await inPlatform(counted)).toEqual([{ used: 3 }]);
  expect((await send("ann")).status).toBe(201);
  expect((await send("cid")).status).toBe(429);
});

test("tokens are reserved when a call begins and settled when it ends, and stop only calls to a model", async () => {
  await limit({ scope: "person", uid: uids.ann, what: "tokens", most: 2 * leastHeld });
  const used = async () => (await mine("ann"))[0]?.used ?? 0;
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  write = async (...given) => {
    await gate;
    return answersWith(120, 30)(...given);
  };
  await send("ann", { model: "big" });
  expect(await used()).toBeGreaterThan(leastHeld);
  const refused = await send("ann", { model: "big" });
  expect([refused.status, refused.body.error?.message]).toEqual([429, expect.stringContaining("ask without a model")]);
  expect((await send("ann")).status).toBe(201);
  letGo();
  await untilSettled();
  expect(await used()).toBe(150);
  // Where the server does not say, what was reserved for the question counts, and what came of the answer.
  write = answersWith(null, null, "x".repeat(400));
  await send("ann", { model: "big" });
  await untilSettled();
  expect(await used()).toBe(150 + leastHeld - 4096 + 3 + 100);
  // A model that was chosen and not asked takes nothing.
  write = async () => nothingUsed;
  const before = await used();
  await send("ann", { model: "big" });
  await untilSettled();
  expect(await used()).toBe(before);
});

test("an answer that waits or whose process died settles once, also when its conversation is deleted", async () => {
  await limit({ scope: "tenant", tenantId: "north", what: "tokens", most: 1_000_000 });
  write = async (_, __, growing, signal) => {
    growing.add({ type: "phase", data: { phase: "loading" } });
    growing.add({ type: "text", data: { text: "Half of it" } });
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    return nothingUsed;
  };
  const died = await send("ann", { model: "big" });
  const id = died.body.answer.id;
  await until(
    async () => (await inNorth(`select 1 from message_pieces where message_id = '${id}' and type = 'text'`)).length > 0,
  );
  await inPlatform("update message_queue set worker = 'dead', alive_at = now() - interval '1 hour'");
  await untilSettled();
  expect(await inPlatform("select outcome, problem, counted_tokens from assistant_usage")).toEqual([
    { outcome: "interrupted", problem: "interrupted", counted_tokens: leastHeld - 4096 + 3 + 3 },
  ]);
  await writing.stop();
  const stopped = await send("ann", { model: "big" });
  const deleted = await send("ann", { model: "big" });
  await call(headersOf("ann"), "POST", `assistant/messages/${stopped.body.answer.id}/stop`);
  await call(headersOf("ann"), "DELETE", `assistant/conversations/${deleted.conversation}`);
  const ends = await inPlatform("select outcome, counted_tokens as tokens from assistant_usage order by 1, 2");
  expect(ends.slice(1)).toEqual([
    { outcome: "stopped", tokens: 0 },
    { outcome: "stopped", tokens: 0 },
  ]);
  expect(await mine("max")).toMatchObject([{ used: leastHeld - 4096 + 6 }]);
  writing = today.startWriting((...given) => write(...given));
});

const inNorth = (text: string) =>
  today.as(systemCaller("test", "north"), async ({ db }) => (await sql.raw(text).execute(db)).rows);

async function readNotices(headers: Record<string, string>) {
  await deliverNotices(today);
  const { body } = await call<{ items: { subject: string }[] }>(headers, "GET", "notices");
  return body.items.map(({ subject }) => subject).filter((subject) => subject.includes("with the assistant"));
}

test("those whose limit it is are told once that it is nearly used up", async () => {
  await deliverNotices(today);
  await inNorth("delete from notices");
  await limit({ scope: "tenant", tenantId: "north", most: 4, warnPercent: 50 });
  await limit({ scope: "person", uid: uids.ann, most: 4, warnPercent: 50 });
  await send("ann");
  expect(await readNotices(headersOf("ann"))).toEqual([]);
  await send("ann");
  await send("ann");
  expect(await readNotices(headersOf("ann"))).toEqual(["50% of your messages with the assistant for today are used"]);
  expect(await readNotices(headersOf("max"))).toEqual([
    "50% of your organisation's messages with the assistant for today are used",
  ]);
  expect(await readNotices(headersOf("ben"))).toEqual([]);
});

test("someone asks for more once a day, of a limit that is theirs, and gets it", async () => {
  await today.as(systemCaller("test", platformTenant), (context) =>
    insertUser(context, { uid: "boss", email: "boss@example.test", role: "admin", tenant_id: null }),
  );
  const { id, version } = await limit({ scope: "person", uid: uids.ann, most: 1 });
  await send("ann");
  expect((await send("ann")).status).toBe(429);
  const ask = (person: Person) =>
    call(headersOf(person), "POST", "assistant/limits/ask", { limit: id, reason: "The month is closing" });
  expect((await ask("ben")).status).toBe(404);
  expect((await ask("ann")).status).toBe(200);
  expect((await ask("ann")).status).toBe(409);
  expect(await mine("ann")).toMatchObject([{ hasAsked: true }]);
  expect(await readNotices(admin)).toEqual(["ann of north Ltd asks for more messages with the assistant"]);
  const raised = await call(admin, "PATCH", `admin/limits/rows/${id}`, { version, fields: { most: 5 } });
  expect(raised.status).toBe(200);
  expect((await send("ann")).status).toBe(201);
});

test("a limit names what it must, is set once, and nobody else's is seen", async () => {
  const create = (fields: object) =>
    call<{ error?: { fields?: object } }>(admin, "POST", "admin/limits", {
      fields: { name: "Limit", what: "messages", period: "day", most: 2, ...fields },
    });
  expect((await create({ scope: "tenant" })).body.error?.fields).toHaveProperty("tenantId");
  expect((await create({ scope: "role" })).body.error?.fields).toHaveProperty("role");
  expect((await create({ scope: "person" })).body.error?.fields).toHaveProperty("uid");
  expect((await create({ scope: "tenant", tenantId: "north" })).status).toBe(201);
  expect((await create({ scope: "tenant", tenantId: "north" })).status).toBe(409);
  expect(await mine("cid")).toEqual([]);
  expect((await call(headersOf("max"), "GET", "admin/limits")).status).toBe(403);
  expect((await call(headersOf("max"), "GET", "assistant/usage")).status).toBe(403);
});

type Figures = { answers: number; promptTokens: number; untold: number; errors: number; key: string; name: string };
type Usage = { total: Figures; groups: Figures[]; days: { day: string; key: string; answers: number }[] };
type Rows = {
  items: { id: string; promptTokens: number | null; outcome: string }[];
  next: string | null;
  count: number;
};

test("the figures of usage are those of the lists behind them", async () => {
  write = answersWith(100, 20);
  await send("ann", { model: "big" });
  await send("cid", { model: "big" });
  await untilSettled();
  write = answersWith(null, null);
  await send("ann", { model: "big" });
  await untilSettled();
  write = async () => {
    throw new Error("broken on purpose");
  };
  await send("max");
  await untilSettled();
  for (const by of ["tenant", "person", "role", "provider", "model"]) {
    const { body } = await call<Usage>(admin, "GET", `assistant/usage?by=${by}`);
    expect(body.total).toMatchObject({ answers: 4, promptTokens: 200, untold: 1, errors: 1 });
    expect(body.groups.length).toBeGreaterThan(1);
    for (const group of body.groups) {
      const path = `assistant/usage/rows?limit=1&${by}=${encodeURIComponent(group.key)}`;
      const rows: Rows["items"] = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const { body: page }: { body: Rows } = await call<Rows>(
          admin,
          "GET",
          `${path}${cursor && `&cursor=${cursor}`}`,
        );
        expect(page.count).toBe(group.answers);
        rows.push(...page.items);
        cursor = page.next;
      }
      expect(new Set(rows.map(({ id }) => id)).size).toBe(group.answers);
      expect(rows.reduce((sum, row) => sum + (row.promptTokens ?? 0), 0)).toBe(group.promptTokens);
      const ofDays = body.days.filter(({ key }) => key === group.key);
      expect(ofDays.reduce((sum, { answers }) => sum + answers, 0)).toBe(group.answers);
    }
  }
  const { body } = await call<Usage>(admin, "GET", "assistant/usage?from=2026-03-19&to=2026-03-21");
  expect(body.total).toMatchObject({ answers: 0 });
  expect((await call(admin, "GET", "assistant/usage?from=2026-03-19&to=2026-03-18")).status).toBe(400);
});
