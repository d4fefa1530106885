import type { AskAnswer, ChatMessage, Conversation, Dashboard, PinnedAnswer } from "@console/contracts";
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
import { createWriteAnswer } from "../write-answer.ts";

let march: TestApp;
/** The same product a month later. */
let april: TestApp;
const people = { ann: "north", ben: "north", cid: "south" } as const;
type Person = keyof typeof people;
const uids: Record<string, string> = {};

/** Deliveries of a month, of which some fail. */
const deliveriesOf = (month: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    source_key: `${month} ${index}`,
    driver: index % 2 === 0 ? "Ann Berg" : "Bo Carlsen",
    status: "Failed",
    created_at: `${month}-${String((index % 17) + 1).padStart(2, "0")}T08:00:00Z`,
  }));

beforeAll(async () => {
  march = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  april = await createTestApp({ environment: { CONSOLE_NOW: "2026-04-20T12:00:00Z" }, beside: march });
  await march.as(systemCaller("test", platformTenant), async (context) => {
    for (const id of ["north", "south"]) await insertTenant(context, { id, name: id, aiq_type: "Tookan" });
    for (const [name, tenant] of Object.entries(people)) {
      const account = { email: `${name}@example.test`, password: "a long password", name };
      uids[name] = await seedAccount(march.identity, context, account);
      await insertUser(context, { uid: uids[name], email: account.email, role: "user", tenant_id: tenant });
    }
  });
  const records = [...deliveriesOf("2026-02", 4), ...deliveriesOf("2026-03", 7), ...deliveriesOf("2026-04", 2)];
  await march.as(systemCaller("test", "north"), (context) =>
    ingestFacts(context, { fact: "delivery_tasks", source: "tests", records }),
  );
  const { database } = march;
  march.startWriting(createWriteAnswer({ database, reports, engine: partsWithout(null), models: withoutModels }));
});
afterAll(async () => {
  await april.close();
  await march.close();
});

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

async function call<Answer>(person: Person, method: Method, url: string, payload?: object, role = "user", at = march) {
  const headers = signedInAs(role, people[person], uids[person]);
  const response = await at.app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() as Answer };
}

/** Asks in a conversation of its own and gives the answer. */
async function ask(text: string): Promise<ChatMessage> {
  const { body } = await call<Conversation>("ann", "POST", "/assistant/conversations", {});
  const sent = await call<{ answer: ChatMessage }>("ann", "POST", `/assistant/conversations/${body.id}/messages`, {
    text,
  });
  let answer: ChatMessage | undefined;
  await until(async () => {
    const { messages } = (await call<Conversation>("ann", "GET", `/assistant/conversations/${body.id}`)).body;
    answer = messages.find(({ id }) => id === sent.body.answer.id);
    return answer?.endedAt != null;
  });
  return answer as ChatMessage;
}

const pin = async (message: string, more: object = {}) =>
  (await call<PinnedAnswer>("ann", "POST", "/assistant/pins", { message, ...more })).body;
const run = async (id: string, at = march) =>
  (await call<AskAnswer>("ann", "GET", `/assistant/pins/${id}/answer`, undefined, "user", at)).body;
const list = async (person: Person) =>
  (await call<{ items: PinnedAnswer[] }>(person, "GET", "/assistant/pins")).body.items;
const totals = ({ result }: AskAnswer) => result?.totals.failed_delivery_count;

test("a pinned answer is asked again for the period that it means by then, and by day where that was chosen", async () => {
  const answer = await ask("failed deliveries last month");
  expect(answer.answer?.result?.totals).toEqual({ failed_delivery_count: 4 });
  const moving = await pin(answer.id);
  expect(moving).toMatchObject({ title: "failed deliveries last month", period: "Last month", message: answer.id });
  const fixed = await pin(answer.id, { title: "Failed in February", hasFixedDays: true });
  expect(fixed).toMatchObject({ title: "Failed in February", period: null });
  expect([totals(await run(moving.id)), totals(await run(fixed.id))]).toEqual([4, 4]);
  expect([totals(await run(moving.id, april)), totals(await run(fixed.id, april))]).toEqual([7, 4]);
});

test("what changed by chips is pinned as it was changed", async () => {
  const answer = await ask("failed deliveries last month");
  const query = { ...answer.answer?.query, dimensions: ["driver"] };
  const { id } = await pin(answer.id, { query });
  expect((await run(id)).result?.rows).toHaveLength(2);
});

test("pinned answers are their owner's alone", async () => {
  const answer = await ask("failed deliveries this month");
  const { id } = await pin(answer.id);
  expect((await list("ann")).map((one) => one.id)).toContain(id);
  for (const stranger of ["ben", "cid"] as const) {
    expect(await list(stranger)).toEqual([]);
    expect((await call(stranger, "GET", `/assistant/pins/${id}/answer`)).status).toBe(404);
    expect((await call(stranger, "PATCH", `/assistant/pins/${id}`, { title: "Mine" })).status).toBe(404);
    expect((await call(stranger, "DELETE", `/assistant/pins/${id}`)).status).toBe(404);
    expect((await call(stranger, "POST", "/assistant/pins", { message: answer.id })).status).toBe(404);
  }
  expect((await list("ann")).find((one) => one.id === id)?.title).toBe("failed deliveries this month");
});

test("what holds no figures cannot be pinned", async () => {
  const answer = await ask("what will the failed deliveries be next year");
  const refused = await call<{ error: { message: string } }>("ann", "POST", "/assistant/pins", { message: answer.id });
  expect(refused.status).toBe(400);
});

test("a pinned answer stays when its conversation is deleted", async () => {
  const answer = await ask("failed deliveries this month");
  const { id, conversation } = await pin(answer.id);
  await call("ann", "DELETE", `/assistant/conversations/${conversation}`);
  expect((await list("ann")).find((one) => one.id === id)?.conversation).toBeNull();
  expect(totals(await run(id))).toBe(7);
});

test("a dashboard shows pinned answers where their owner has put them, and leaves out what was removed", async () => {
  const { id } = await pin((await ask("failed deliveries this month")).id);
  const value = [
    { pin: id, width: 8 },
    { report: "tookan-report", panel: "reasons", width: 4 },
    { pin: "not-there", width: 4 },
  ];
  for (const person of ["ann", "ben"] as const) await call(person, "PUT", "/choices/dashboard", { value });
  const cardsFor = async (person: Person, role?: string) => {
    const { body } = await call<Dashboard>(person, "GET", "/dashboard", undefined, role);
    return body.cards.map((card) => ("pin" in card ? [card.pin, card.width] : [card.report, card.width]));
  };
  const report = ["tookan-report", 4];
  expect(await cardsFor("ann")).toEqual([[id, 8], report]);
  expect(await cardsFor("ben")).toEqual([report]);
  const dashboard = (await call<Dashboard>("ann", "GET", "/dashboard")).body;
  expect(dashboard.available.filter((card) => "pin" in card)).toHaveLength((await list("ann")).length);
  await call("ann", "DELETE", `/assistant/pins/${id}`);
  expect(await cardsFor("ann")).toEqual([report]);
});

test("everyone's dashboard holds no pinned answers", async () => {
  const cards = [{ pin: "any", width: 4 }];
  const refused = await call<{ error: { message: string } }>("ann", "PUT", "/dashboard/default", { cards }, "manager");
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining("are private")]);
});
