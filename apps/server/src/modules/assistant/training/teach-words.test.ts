import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp } from "../../../testing/test-app.ts";
import { admin, callsTo, createTrainingApp, manager, otherManager } from "./training-fixture-for-tests.ts";

let fixture: Awaited<ReturnType<typeof createTrainingApp>>;
beforeAll(async () => {
  fixture = await createTrainingApp();
});
afterAll(() => fixture.testApp.close());

const failed = { meaning: "metric", metric: "failed_delivery_count" };

test("a nonsense word changes the next answer, its plural and a typing error of it; archived, it is unknown again", async () => {
  const { ask, teach, act } = fixture;
  const before = await ask("zorbax by driver this month");
  expect(before.outcome).not.toBe("answer");
  const word = await teach("words", { word: "Zorbax", ...failed });
  for (const question of [
    "zorbax by driver this month",
    "how many Zorbaxes by driver this month?",
    "zrobax by driver this month",
  ]) {
    const answer = await ask(question);
    expect(answer.query, question).toMatchObject({ metrics: ["failed_delivery_count"], dimensions: ["driver"] });
    expect(answer.training).toEqual([{ kind: "word", id: word.id, scope: "tenant", label: "Zorbax" }]);
  }
  await act("words", "archive", word);
  expect(await ask("zorbax by driver this month")).toEqual(before);
  await act("words", "restore", word);
  expect((await ask("zorbax by driver this month")).outcome).toBe("answer");
  await act("words", "archive", word);
});

test("a tenant's word changes nothing for another tenant, and one of the platform is known to both", async () => {
  const { ask, teach, act } = fixture;
  const own = await teach("words", { word: "flurb", ...failed });
  expect((await ask("flurb this month")).outcome).toBe("answer");
  expect((await ask("flurb this month", otherManager)).outcome).not.toBe("answer");
  const shared = await teach("words", { word: "quibble", ...failed }, admin);
  for (const asker of [manager, otherManager]) {
    const { query, training } = await ask("quibble this month", asker);
    expect(query).toMatchObject({ metrics: ["failed_delivery_count"] });
    expect(training).toMatchObject([{ scope: "platform" }]);
  }
  await act("words", "archive", own);
  await act("words", "archive", shared, admin);
});

test("the tenant's meaning of a word comes before the platform's, and before the product's own", async () => {
  const { ask, teach, act } = fixture;
  const shared = await teach("words", { word: "grumps", ...failed }, admin);
  const own = await teach("words", { word: "grumps", meaning: "metric", metric: "delivery_count" });
  expect((await ask("grumps this month")).query).toMatchObject({ metrics: ["delivery_count"] });
  expect((await ask("grumps this month", otherManager)).query).toMatchObject({ metrics: ["failed_delivery_count"] });
  const again = await teach("words", { word: "deliveries", ...failed });
  const { query, outcome } = await ask("deliveries this month");
  expect(outcome).toBe("answer");
  expect(query).toMatchObject({ metrics: ["failed_delivery_count"] });
  for (const word of [own, again]) await act("words", "archive", word);
  await act("words", "archive", shared, admin);
});

test("words name dimensions, several members, periods and reports, or nothing", async () => {
  const { ask, teach, act } = fixture;
  const words = [
    await teach("words", { word: "wheelman", meaning: "dimension", dimension: "driver" }),
    await teach("words", {
      word: "the big two",
      meaning: "member",
      dimension: "driver",
      members: ["Ann Berg", "Bo Carlsen"],
    }),
    await teach("words", { word: "crunch time", meaning: "period", period: "last 7 days" }),
    await teach("words", {
      word: "Ramadan",
      meaning: "period",
      period: "days",
      days: "2026-02-18 to 2026-03-10\n2025-03-01 to 2025-03-29",
    }),
    await teach("words", { word: "day sheet", meaning: "report", report: "tookan-report" }),
    await teach("words", { word: "yallah", meaning: "nothing" }),
  ];
  expect((await ask("deliveries by wheelman this month")).query).toMatchObject({ dimensions: ["driver"] });
  expect((await ask("deliveries of the big two this month")).query).toMatchObject({
    filters: [{ field: "driver", values: ["Ann Berg", "Bo Carlsen"] }],
  });
  expect((await ask("deliveries during crunch time")).query).toMatchObject({
    time: { from: "2026-03-12", to: "2026-03-19" },
  });
  expect((await ask("deliveries in ramadan")).query).toMatchObject({ time: { from: "2026-02-18", to: "2026-03-11" } });
  expect(await ask("deliveries in Ramadan 2025")).toMatchObject({
    query: { time: { from: "2025-03-01", to: "2025-03-30" } },
  });
  expect(await ask("open the day sheet for last week")).toMatchObject({
    outcome: "answer",
    text: 'The report "Delivery report" shows this.',
    open: { report: "tookan-report", query: { from: "2026-03-09", to: "2026-03-15" } },
  });
  const { query, training } = await ask("yallah deliveries yallah by driver this month");
  expect(query).toMatchObject({ metrics: ["delivery_count"], dimensions: ["driver"] });
  expect(training).toMatchObject([{ label: "yallah" }]);
  for (const word of words) await act("words", "archive", word);
});

test("a second meaning of a word is refused with the first one named, until it is confirmed; then people are asked", async () => {
  const { send, ask, teach, act } = fixture;
  const first = await teach("words", { word: "blips", ...failed });
  const fields = { word: "Blip", meaning: "metric", metric: "delivery_count" };
  const refused = await send("POST", "/api/admin/words", { fields });
  expect(refused.statusCode).toBe(409);
  expect(refused.json().error.fields.isConfirmed).toBe(
    '"blips" already means Failed deliveries. With both, people are asked which one they mean.',
  );
  const same = await send("POST", "/api/admin/words", { fields: { word: "blip", ...failed } });
  expect(same.json().error.fields).toEqual({ word: '"blips" already means this.' });
  const second = await teach("words", fields, manager, true);
  expect(await ask("blips this month")).toMatchObject({ outcome: "clarify", reason: "ambiguous_metric" });
  for (const word of [first, second]) await act("words", "archive", word);
});

test("a word that questions are built of, or whose meaning is not there, is refused at its field", async () => {
  const { send } = fixture;
  const refusals: [object, string][] = [
    [{ word: "without", meaning: "nothing" }, "word"],
    [{ word: "2026", meaning: "nothing" }, "word"],
    [{ word: "one two red blue dog cat cow pig", meaning: "nothing" }, "word"],
    [{ word: "zork", meaning: "metric" }, "metric"],
    [{ word: "zork", meaning: "metric", metric: "nonsense" }, "metric"],
    [{ word: "zork", meaning: "member", dimension: "driver", members: ["Ann Borg"] }, "members"],
    [{ word: "zork", meaning: "period", period: "days", days: "next spring" }, "days"],
    [{ word: "zork", meaning: "report", report: "nonsense" }, "report"],
  ];
  for (const [fields, field] of refusals) {
    const response = await send("POST", "/api/admin/words", { fields });
    expect([response.statusCode, Object.keys(response.json().error.fields ?? {})], response.body).toEqual([
      400,
      [field],
    ]);
  }
});

test("a change is live in another process with its next question", async () => {
  const { testApp, teach, act } = fixture;
  const other = await createTestApp({ beside: testApp, environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  try {
    const elsewhere = callsTo(other);
    expect((await elsewhere.ask("snarks this month")).outcome).not.toBe("answer");
    const word = await teach("words", { word: "snark", ...failed });
    expect((await elsewhere.ask("snarks this month")).outcome).toBe("answer");
    await act("words", "archive", word);
    expect((await elsewhere.ask("snarks this month")).outcome).not.toBe("answer");
  } finally {
    await other.close();
  }
});

test("use is counted by the day, a broken word is shown as such, and no tenant sees or changes another's", async () => {
  const { testApp, query, ask, teach, act, send } = fixture;
  const word = await teach("words", {
    word: "lefties",
    meaning: "member",
    dimension: "driver",
    members: ["Ann Berg"],
  });
  await ask("deliveries of lefties this month");
  await ask("deliveries of lefties this month");
  await testApp.trainingUse.flush();
  const read = async (headers = manager) => send("GET", `/api/admin/words/rows/${word.id}`, undefined, headers);
  expect((await read()).json()).toMatchObject({ usedCount30d: 2, status: "active", target: "Driver: Ann Berg" });
  await query(`update training_words set members = '{Nobody}' where id = '${word.id}'`);
  expect((await read()).json()).toMatchObject({ status: "broken" });
  expect((await read(admin)).json()).toMatchObject({ status: "unchecked", tenantId: "asks" });
  expect((await read(otherManager)).statusCode).toBe(404);
  const theirs = await send(
    "PATCH",
    `/api/admin/words/rows/${word.id}`,
    { version: 1, fields: { note: "mine" } },
    otherManager,
  );
  expect(theirs.statusCode).toBe(404);
  const foreign = await send(
    "POST",
    "/api/admin/words",
    { fields: { word: "intruder", ...failed, tenantId: "asks" } },
    otherManager,
  );
  expect(foreign.statusCode).toBe(400);
  await act("words", "archive", word);
});
