import type { EntityRow } from "@console/contracts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { deliverNotices } from "../../../testing/deliver-notices.ts";
import { createPerson } from "../../../testing/people.ts";
import { signedInAs } from "../../../testing/test-app.ts";
import { reports as productReports } from "../../reports/index.ts";
import { assistantJobs } from "../jobs.ts";
import { admin, createTrainingApp, manager, otherManager } from "../training/training-fixture-for-tests.ts";

let fixture: Awaited<ReturnType<typeof createTrainingApp>>;
beforeAll(async () => {
  fixture = await createTrainingApp();
  const { testApp } = fixture;
  await testApp.startJobs(assistantJobs(testApp.database, productReports));
});
afterAll(() => fixture.testApp.close());

/** Asks all questions of a set, and gives what came of it. */
async function run(set: EntityRow, headers = manager) {
  const { send } = fixture;
  const started = await send("POST", "/api/assistant/evaluations", { set: set.id }, headers);
  expect(started.statusCode, started.body).toBe(201);
  return vi.waitFor(
    async () => {
      const read = await send("GET", `/api/assistant/evaluations/${started.json().id}`, undefined, headers);
      expect(read.json().state, read.body).toBe("done");
      return read.json();
    },
    { timeout: 20_000, interval: 50 },
  );
}

const queryOf = async (question: string) => JSON.stringify((await fixture.ask(question)).query);

async function newSet(fields: object = {}, headers = manager): Promise<EntityRow> {
  return fixture.teach("evaluation-sets", { name: `Set ${Math.random()}`, ...fields }, headers);
}

test("a run grades every question of a set, and stands beside the run before", async () => {
  const { teach, act } = fixture;
  const set = await newSet();
  const byDriver = await queryOf("failed deliveries by driver last week");
  for (const fields of [
    { question: "failed deliveries by driver last week", expected: "answer", query: byDriver },
    { question: "how did the north depot zonk last week", expected: "answer", query: byDriver },
    { question: "failed deliveries of Westgate Depot", expected: "no_answer" },
    { question: "deliveries last week", expected: "refuse" },
  ])
    await teach("evaluation-cases", { ...fields, setId: set.id });
  const first = await run(set);
  expect(first).toMatchObject({ total: 4, done: 4, comparedWith: null });
  const grades = (result: { questions: { question: string; grade: string; before: string | null }[] }) =>
    Object.fromEntries(result.questions.map(({ question, grade, before }) => [question, [grade, before]]));
  expect(grades(first)).toEqual({
    "failed deliveries by driver last week": ["right", null],
    "how did the north depot zonk last week": ["declined", null],
    "failed deliveries of Westgate Depot": ["right", null],
    "deliveries last week": ["wrong", null],
  });
  const example = await teach("examples", {
    question: "how did the north depot zonk last week",
    query: byDriver,
  });
  expect(grades(await run(set))).toMatchObject({
    "failed deliveries by driver last week": ["right", "right"],
    "how did the north depot zonk last week": ["right", "declined"],
  });
  await act("examples", "archive", example);
});

test("a change that makes a guarded set worse is saved only with a reason, and taken back without one", async () => {
  const { teach, send, act, ask } = fixture;
  const set = await newSet({ isGate: true });
  const question = "failed deliveries of North Depot last week";
  await teach("evaluation-cases", { question, expected: "answer", query: await queryOf(question), setId: set.id });
  const fields = { word: "failed", meaning: "nothing" };
  const refused = await send("POST", "/api/admin/words", { fields, isConfirmed: true });
  expect([refused.statusCode, refused.json().error.fields?.reason], refused.body).toEqual([
    409,
    expect.stringContaining(question),
  ]);
  expect((await ask(question)).query).toMatchObject({ metrics: ["failed_delivery_count"] });
  const word = await teach("words", { ...fields, reason: "They call every delivery failed." }, manager, true);
  expect((await ask(question)).query).toMatchObject({ metrics: ["delivery_count"] });
  await act("words", "archive", word);
  expect((await ask(question)).query).toMatchObject({ metrics: ["failed_delivery_count"] });
  const back = await send("POST", "/api/admin/words/acts/restore", { ids: [word.id], fields: {} });
  expect(back.json().outcomes).toMatchObject([{ isDone: false, message: expect.stringContaining("Enter a reason") }]);
  expect((await ask(question)).query).toMatchObject({ metrics: ["failed_delivery_count"] });
  await act("evaluation-sets", "archive", set);
});

test("sets and runs of a tenant are hidden from another, and a platform set is asked in the tenant that it names", async () => {
  const { teach, send } = fixture;
  const set = await newSet();
  await teach("evaluation-cases", { question: "deliveries last week", expected: "refuse", setId: set.id });
  const { id } = await run(set);
  for (const url of [`/api/admin/evaluation-sets/rows/${set.id}`, `/api/assistant/evaluations/${id}`])
    expect((await send("GET", url, undefined, otherManager)).statusCode, url).toBe(404);
  expect((await send("POST", "/api/assistant/evaluations", { set: set.id }, otherManager)).statusCode).toBe(404);
  const nowhere = await send("POST", "/api/admin/evaluation-sets", { fields: { name: "Nowhere" } }, admin);
  expect(nowhere.json().error.fields).toHaveProperty("askedIn");
  const platform = await newSet({ askedIn: "others" }, admin);
  const query = JSON.stringify((await fixture.ask("deliveries last week", otherManager)).query);
  const fields = { question: "deliveries last week", expected: "answer", query, setId: platform.id };
  await teach("evaluation-cases", fields, admin);
  expect((await run(platform, admin)).grades).toMatchObject({ right: 1 });
});

/** A thumbs-down of someone in the tenant that asks. */
async function thumbsDown(question: string, more: object = {}) {
  const { testApp, send } = fixture;
  const person = await createPerson(testApp, { role: "worker", tenantId: "asks" });
  const headers = signedInAs("worker", "asks", person.uid);
  const { outcome, reason, text, unused } = await fixture.ask(question, headers);
  const answer = { question, outcome, reason, text, reading: [], unused };
  const payload = { kind: "answer", rating: "down", answer, page: "/tenant", ...more };
  const given = await send("POST", "/api/feedback", payload, headers);
  expect(given.statusCode, given.body).toBe(201);
  return { id: String(given.json().id), headers };
}

const stateOf = async (id: string) => (await fixture.send("GET", `/api/admin/feedback/rows/${id}`, undefined)).json();

test("what was made of a thumbs-down is tried, approved, asked again, and told to whoever complained", async () => {
  const { teach, act, send, ask, testApp } = fixture;
  const question = "what about the grumbles of Bo Carlsen this month";
  const expected = (await ask("failed deliveries of Bo Carlsen this month")).query;
  const { id, headers } = await thumbsDown(question, { expected });
  const draft = await teach("words", {
    word: "grumbles",
    meaning: "metric",
    metric: "failed_delivery_count",
    feedbackId: id,
  });
  expect(draft).toMatchObject({ status: "draft", feedbackTitle: question });
  // A draft changes nothing until it is approved.
  expect((await ask(question)).outcome).not.toBe("answer");
  const tried = await send("POST", "/api/assistant/training/trial", { entity: "words", id: draft.id });
  expect(tried.json(), tried.body).toMatchObject({ own: { question, outcome: "answer", isRight: true }, worse: [] });
  expect((await ask(question)).outcome).not.toBe("answer");
  await act("words", "approve", draft);
  await vi.waitFor(async () => expect((await stateOf(id)).state).toBe("fixed"), { timeout: 20_000 });
  const answered = await ask(question);
  expect(answered.query).toMatchObject(expected ?? {});
  await deliverNotices(testApp);
  const notices = await send("GET", "/api/notices", undefined, headers);
  expect(notices.json().items, notices.body).toMatchObject([{ subject: `Fixed: "${question}"` }]);
  const mine = await send("GET", "/api/feedback/mine", undefined, headers);
  expect(mine.json().items[0]).toMatchObject({ state: "fixed", reply: expect.stringContaining(answered.text) });
});

test("what does not mend the answer leaves the feedback open and says so to whoever approved it", async () => {
  const { teach, act } = fixture;
  const question = "show me the mumbles of Ann Berg this month";
  const expected = (await fixture.ask("delivered deliveries of Ann Berg this month")).query;
  const { id } = await thumbsDown(question, { expected });
  const draft = await teach("words", {
    word: "mumbles",
    meaning: "metric",
    metric: "failed_delivery_count",
    feedbackId: id,
  });
  await act("words", "approve", draft);
  await vi.waitFor(
    async () =>
      expect(await stateOf(id)).toMatchObject({ state: "in_work", innerNote: expect.stringContaining("Asked again") }),
    { timeout: 20_000 },
  );
  expect((await stateOf(id)).reply).toBeNull();
});

test("nobody makes training of feedback that they may not read", async () => {
  const { id } = await thumbsDown("the rumbles of Bo Carlsen");
  const fields = { word: "rumbles", meaning: "metric", metric: "failed_delivery_count", feedbackId: id };
  const refused = await fixture.send("POST", "/api/admin/words", { fields }, otherManager);
  expect([refused.statusCode, refused.json().error.fields?.feedbackId]).toEqual([400, "There is no such feedback."]);
});

test("coverage tells what was missing and how many asked, and hides it from another tenant", async () => {
  const { send, ask, testApp } = fixture;
  await testApp.trainingUse.flush();
  const people = await Promise.all([1, 2].map(() => createPerson(testApp, { role: "worker", tenantId: "asks" })));
  for (const { uid } of people) {
    const headers = signedInAs("worker", "asks", uid);
    await ask("deliveries of Quuxville Depot last week", headers);
    await ask("deliveries of Quuxville Depot last week", headers);
  }
  await testApp.trainingUse.flush();
  const read = async (headers: Record<string, string>) =>
    (await send("GET", "/api/assistant/coverage?days=30", undefined, headers)).json();
  const own = await read(manager);
  expect(own.missing, JSON.stringify(own)).toContainEqual({
    reason: "unknown_value",
    label: expect.stringContaining("quuxville"),
    people: 2,
    times: 4,
    question: "deliveries of Quuxville Depot last week",
  });
  expect(JSON.stringify(await read(otherManager))).not.toContain("uuxville");
  expect((await send("GET", "/api/assistant/coverage?tenant=asks", undefined, otherManager)).statusCode).toBe(404);
  expect(JSON.stringify(await read(admin))).toContain("quuxville");
});

test("training and documents that no question needed for the whole period are listed, newer ones are not", async () => {
  const { teach, query, send, act } = fixture;
  const word = await teach("words", { word: "yonder", meaning: "metric", metric: "failed_delivery_count" });
  const read = async () => (await send("GET", "/api/assistant/coverage?days=30", undefined)).json().idle;
  expect(JSON.stringify(await read())).not.toContain("yonder");
  await query(`update training_words set created_at = '2026-01-01' where id = '${word.id}'`);
  await query(`insert into training_documents (tenant_id, id, name, kind, state, latest_version, created_at, updated_at)
    values ('asks', 'd1', 'Handbook', 'file', 'searchable', 1, '2026-01-01', '2026-01-01')`);
  expect(await read()).toMatchObject([
    { entity: "documents", id: "d1", label: "Handbook" },
    { entity: "words", id: word.id, label: "yonder" },
  ]);
  await query(`insert into training_use (tenant_id, kind, item_id, day, uses)
    values ('asks', 'document', 'd1', current_date, 1)`);
  expect(await read()).toMatchObject([{ entity: "words", label: "yonder" }]);
  await act("words", "archive", word);
});
