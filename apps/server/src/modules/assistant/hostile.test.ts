import type { AskAnswer } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../platform/context.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { ingestFacts } from "../metrics/index.ts";
import { hostileBodies, hostileNames, hostileQuestions, tenantForms } from "./hostile-inputs-for-tests.ts";

let testApp: TestApp;

/** What only the other tenant has. */
const secrets = ["Globex", "Hidden Holm", "Secret Driver"];

async function ingest(tenantId: string, drivers: readonly string[], depot: string): Promise<void> {
  const records = drivers.map((driver, index) => ({
    source_key: `${index}`,
    driver,
    depot,
    status: index % 3 === 0 ? "Failed" : "Delivered",
    created_at: `2026-03-${String((index % 16) + 1).padStart(2, "0")}T08:00:00Z`,
  }));
  await testApp.as(systemCaller("test", tenantId), (context) =>
    ingestFacts(context, { fact: "delivery_tasks", source: "tests", records }),
  );
}

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  await ingest("own", hostileNames, "North Depot");
  await ingest("globex", ["Globex", "Secret Driver"], "Hidden Holm");
});
afterAll(() => testApp.close());

async function call(payload: unknown, path = "/api/assistant/ask") {
  return testApp.app.inject({
    method: "POST",
    url: path,
    payload: JSON.stringify(payload),
    headers: { ...signedInAs("manager", "own"), "content-type": "application/json" },
  });
}

/** What an answer tells beside the words that the asker wrote themselves. */
function listTold(body: string, asked: unknown): string[] {
  const said = JSON.stringify(asked);
  return secrets.filter((secret) => body.includes(secret) && !said.toLowerCase().includes(secret.toLowerCase()));
}

async function countFacts(): Promise<unknown> {
  const { rows } = await testApp.pool.query("select count(*)::int as facts from delivery_tasks");
  return rows[0];
}

test.each(hostileQuestions)("question: %s", async (question) => {
  const before = await countFacts();
  const response = await call({ question });
  expect([200, 400], response.body.slice(0, 300)).toContain(response.statusCode);
  expect(listTold(response.body, question)).toEqual([]);
  // Nothing of the other tenant's stands in any figure.
  const { result } = response.json() as AskAnswer;
  expect(secrets.filter((secret) => JSON.stringify(result ?? null).includes(secret))).toEqual([]);
  expect(await countFacts()).toEqual(before);
});

test.each(hostileNames.map((name) => [name.slice(0, 40), name]))("member name: %s", async (_, name) => {
  const question = `deliveries of ${name} this month`.slice(0, 500);
  const asked = await call({ question });
  expect([200, 400], asked.body.slice(0, 300)).toContain(asked.statusCode);
  const query = { metrics: ["delivery_count"], filters: [{ field: "driver", values: [name] }] };
  const run = await call({ query }, "/api/assistant/run");
  expect([200, 400], run.body.slice(0, 300)).toContain(run.statusCode);
  expect([...listTold(asked.body, question), ...listTold(run.body, query)]).toEqual([]);
  // A name is a value and never a part of a question: it cannot widen what is asked for.
  if (run.statusCode === 200 && name.length <= 200) {
    const { result, outcome, text } = run.json() as AskAnswer;
    if (outcome === "answer") expect(result?.totals, text).toEqual({ delivery_count: 1 });
  }
});

test.each(hostileBodies)("body: %s", async (_, path, body) => {
  const response = await call(body, path);
  expect(response.statusCode, response.body.slice(0, 300)).toBeLessThan(500);
  expect(listTold(response.body, body)).toEqual([]);
  const { result } = response.json() as Partial<AskAnswer>;
  expect(secrets.filter((secret) => JSON.stringify(result ?? null).includes(secret))).toEqual([]);
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
});

test.each(tenantForms)("the words about %s are the same whether that organisation exists or not", async (form) => {
  const real = await call({ question: form.replace("{name}", "Globex") });
  const made = await call({ question: form.replace("{name}", "Zzyzxq") });
  const plain = (body: string, name: string) => body.replaceAll(new RegExp(name, "gi"), "?");
  expect(real.statusCode).toBe(made.statusCode);
  expect(plain(real.body, "Globex")).toBe(plain(made.body, "Zzyzxq"));
});
