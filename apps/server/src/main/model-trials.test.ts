import type { EntityRow, ModelPolicy, ModelTrial, TenantPolicy, TrialQuestion } from "@console/contracts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { insertTenant } from "../modules/directory/index.ts";
import { ingestFacts } from "../modules/metrics/index.ts";
import { createModels, type Models } from "../modules/models/index.ts";
import { reports } from "../modules/reports/index.ts";
import { trialJob } from "../modules/trials/index.ts";
import { platformTenant, systemCaller } from "../platform/context.ts";
import { createTestApp, signedInAs, type TestApp } from "../testing/test-app.ts";
import { until } from "../testing/until.ts";
import type { Script, Turn } from "./model-stand-in/scripted-turn.ts";
import { type ModelStandIn, startModelStandIn } from "./model-stand-in/start-model-stand-in.ts";

const admin = signedInAs("admin");
const manager = signedInAs("manager", "asks", "manager-1");
let standIn: ModelStandIn;
let testApp: TestApp;
let models: Models;
let model: string;
let set: string;

const sure = "failed deliveries this month";
const unsure = "who struggled most";

beforeAll(async () => {
  standIn = await startModelStandIn();
  testApp = await createTestApp({
    environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z", MODEL_HOSTS: "127.0.0.1" },
    models: (servers) => {
      models = createModels({ servers });
      return models;
    },
  });
  const { database } = testApp;
  await testApp.as(systemCaller("test", platformTenant), async (context) => {
    for (const id of ["asks", "others"]) await insertTenant(context, { id, name: id, aiq_type: "Tookan" });
  });
  const records = Array.from({ length: 60 }, (_, index) => ({
    source_key: `${index}`,
    driver: ["Ann Berg", "Bo Carlsen", "Zoë Dietrich"][index % 3],
    status: index % 5 === 0 ? "Failed" : "Delivered",
    created_at: `2026-03-${String((index % 17) + 1).padStart(2, "0")}T08:00:00Z`,
  }));
  await testApp.as(systemCaller("test", "asks"), (context) =>
    ingestFacts(context, { fact: "delivery_tasks", source: "tests", records }),
  );
  const fields = { name: "Server", kind: "ollama", address: standIn.url };
  const server = await call<EntityRow>("POST", "/api/admin/providers", { fields });
  model = `${server.body.id}/stand-in-tools:latest`;
  await testApp.startJobs([trialJob({ database, reports, models })]);
});
afterAll(async () => {
  await testApp.close();
  await standIn.close();
});
beforeEach(async () => {
  standIn.script();
  for (const table of ["evaluation_sets", "model_trials", "model_trial_results", "model_policies"]) {
    await inPlatform(`delete from ${table}`);
  }
  set = (await teach("evaluation-sets", { name: "Guard", askedIn: "asks" })).id as string;
  await addCase(sure, sure);
});

const inPlatform = (text: string, tenant = platformTenant) =>
  testApp.as(systemCaller("test", tenant), async ({ db }) => (await sql.raw(text).execute(db)).rows);

async function call<Answer>(method: "GET" | "POST" | "PUT", url: string, payload?: object, headers = admin) {
  const response = await testApp.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() as Answer };
}
type Refusal = { error?: { message: string; fields?: Record<string, string> } };

async function teach(entity: string, fields: object): Promise<EntityRow> {
  const { status, body } = await call<EntityRow>("POST", `/api/admin/${entity}`, { fields });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

/** Adds a question to the set, for which the figures of another one are right. */
async function addCase(question: string, meaning: string) {
  const { body } = await call<{ query: object }>("POST", "/api/assistant/ask", { question: meaning }, manager);
  const fields = { setId: set, question, expected: "answer", query: JSON.stringify(body.query) };
  await teach("evaluation-cases", fields);
}

const start = (b: object, more: object = {}) =>
  call<{ id: string } & Refusal>("POST", "/api/assistant/model-trials", {
    a: { model, instructions: "" },
    b: { model, instructions: "Guess.", ...b },
    ...more,
  });
type Trial = ModelTrial & { questions: TrialQuestion[] };
const readTrial = async (id: string) => (await call<Trial>("GET", `/api/assistant/model-trials/${id}`)).body;
async function run(b: object = {}): Promise<Trial> {
  const { status, body } = await start(b);
  expect(status, JSON.stringify(body)).toBe(201);
  await until(async () => !["waiting", "running"].includes((await readTrial(body.id)).state));
  return readTrial(body.id);
}

const says = (text: string): Turn => ({ text });
/** Says one thing, and another one where it is told to guess. */
const guessing =
  (right: Script, guess: Script): Script =>
  (chat) =>
    (JSON.stringify(chat.messages).includes("Guess.") ? guess : right)(chat);

test("two sides answer the same questions, and are judged by figures, made-up numbers and time", async () => {
  await addCase(unsure, "failed deliveries by driver this month");
  const look: Turn = {
    calls: [
      {
        name: "query_metrics",
        arguments: {
          metrics: ["failed_delivery_count"],
          dimensions: ["driver"],
          first_day: "2026-03-01",
          last_day: "2026-03-18",
        },
      },
    ],
  };
  const isPlan = ({ messages }: Parameters<Script>[0]) => JSON.stringify(messages).includes("struggled");
  const isLooked = ({ messages }: Parameters<Script>[0]) => messages.some(({ role }) => role === "tool");
  standIn.script(
    guessing(
      (chat) => {
        if (!isPlan(chat)) return says("There were 12 failed deliveries.");
        return isLooked(chat) ? says("Ann Berg had 4.") : look;
      },
      (chat) => says(isPlan(chat) ? "I do not know." : "There were 999 failed deliveries."),
    ),
  );
  const trial = await run();
  expect(trial).toMatchObject({ state: "done", total: 4, done: 4, problem: null });
  expect(trial.a).toMatchObject({ asked: 2, right: 2, wrong: 0, unverified: 0, passes: true });
  expect(trial.b).toMatchObject({ asked: 2, right: 0, wrong: 1, unanswered: 1, unverified: 1, passes: false });
  expect(trial.a.time?.p95).toBeGreaterThanOrEqual(trial.a.time?.p50 ?? Number.POSITIVE_INFINITY);
  const guessed = trial.questions.find(({ question }) => question === sure);
  expect(guessed).toMatchObject({ a: { grade: "right" }, b: { grade: "wrong", unverified: 1 } });
  expect(guessed?.expected).not.toBe("");
  // What was answered with a tenant's figures stays behind its wall.
  expect(await inPlatform("select 1 from model_trial_results", "others")).toEqual([]);
  expect(await inPlatform("select 1 from model_trial_results", "asks")).toHaveLength(4);
});

test("so many questions are asked as are wanted, and a model that fails is told apart", async () => {
  await addCase("failed deliveries by driver this month", "failed deliveries by driver this month");
  standIn.script(
    guessing(
      () => says("There were 12 failed deliveries, 4 each."),
      () => ({ refusal: { status: 500, error: "out of memory" } }),
    ),
  );
  const { body } = await start({}, { questions: 1 });
  await until(async () => (await readTrial(body.id)).state === "done");
  const { total, b, questions } = await readTrial(body.id);
  expect([total, b.failed, questions.length]).toEqual([2, 1, 1]);
  expect(questions[0]?.b?.answer).toContain("out of memory");
});

test("what an evaluation takes is told apart from what people ask, and uses up no limit", async () => {
  await inPlatform("delete from assistant_usage");
  standIn.script(() => says("There were 12."));
  await run();
  type Usage = { groups: { key: string; name: string; answers: number; answerTokens: number }[] };
  const { groups } = (await call<Usage>("GET", "/api/assistant/usage?by=source")).body;
  expect(groups).toEqual([expect.objectContaining({ key: "evaluation", name: "Evaluations", answers: 2 })]);
  expect(groups[0]?.answerTokens).toBeGreaterThan(0);
  const people = await call<{ total: { answers: number } }>("GET", "/api/assistant/usage?source=chat");
  expect(people.body.total.answers).toBe(0);
  await teach("limits", { scope: "tenant", tenantId: "asks", what: "tokens", period: "day", most: 1000, name: "All" });
  const own = await call<{ items: { used: number }[] }>("GET", "/api/assistant/limits/mine", undefined, manager);
  expect(own.body.items.map(({ used }) => used)).toEqual([0]);
});

test("a model is tried only where the policy of the tenant lets it be asked", async () => {
  await savePolicy("asks", { models: [] });
  standIn.received.length = 0;
  expect((await run()).a).toMatchObject({ asked: 1, failed: 1, passes: false });
  expect(standIn.received.map(({ path }) => path)).not.toContain("POST /api/chat");
});

test("a trial is cancelled while a model writes, and keeps nothing of it; one runs at a time", async () => {
  standIn.loads.hold();
  standIn.script(() => ({ isSlow: true, text: "12" }));
  const { body } = await start({});
  await until(() => standIn.loads.waiting === 1);
  expect((await start({})).status).toBe(409);
  const before = standIn.aborts;
  expect((await call("POST", `/api/assistant/model-trials/${body.id}/cancel`, {})).status).toBe(200);
  await until(() => standIn.aborts === before + 1);
  standIn.loads.release();
  expect(await readTrial(body.id)).toMatchObject({ state: "cancelled", done: 0, a: { passes: null }, questions: [] });
});

test("a trial needs two sides that differ, models of servers, and questions", async () => {
  const wrong = async (b: object, more: object = {}) => Object.keys((await start(b, more)).body.error?.fields ?? {});
  expect(await wrong({ instructions: "" })).toEqual(["b"]);
  expect(await wrong({ model: "nowhere/llama" })).toEqual(["b"]);
  expect(await wrong({}, { set: "nothing" })).toEqual(["set"]);
  expect((await call("GET", "/api/assistant/model-trials/nothing")).status).toBe(404);
  expect((await call("POST", "/api/assistant/model-trials/nothing/cancel", {})).status).toBe(404);
});

async function savePolicy(tenant: string, changes: Partial<ModelPolicy>, more: object = {}) {
  const url = `/api/admin/model-policies/${tenant}`;
  const { version, policy } = (await call<TenantPolicy>("GET", url)).body;
  return call<Refusal>("PUT", url, { version, policy: { ...policy, ...changes }, ...more });
}

test("a default that has passed no evaluation is asked about by its name, and one that has is not", async () => {
  const refused = await savePolicy("all", { defaultModel: model });
  expect([refused.status, refused.body.error?.fields?.isConfirmed]).toEqual([
    409,
    expect.stringContaining("stand-in-tools:latest has passed no evaluation without instructions"),
  ]);
  standIn.script(
    guessing(
      () => says("There were 12."),
      () => says("There were 999."),
    ),
  );
  await run();
  expect((await savePolicy("all", { defaultModel: model, instructions: "Guess." })).status).toBe(409);
  expect((await savePolicy("all", { defaultModel: model })).status).toBe(200);
  // What stays as it is needs no evaluation, and neither does answering without a model.
  expect((await savePolicy("all", { isChatOn: false })).status).toBe(200);
  expect((await savePolicy("all", { instructions: "Guess." })).status).toBe(409);
  expect((await savePolicy("all", { instructions: "Guess." }, { isConfirmed: true })).status).toBe(200);
  expect((await savePolicy("all", { defaultModel: null })).status).toBe(200);
});
