import { routes } from "@console/contracts";
import { afterEach, expect, test } from "vitest";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { handle } from "./endpoint.ts";

let testApp: TestApp;
afterEach(() => testApp.close());

test("one address that calls too often is told when to try again, and others are not held up", async () => {
  testApp = await createTestApp({ environment: { RATE_LIMIT: "3", TRUST_PROXY: "127.0.0.1" } });
  const from = (address: string) =>
    testApp.app.inject({ method: "GET", url: "/api/config", headers: { "x-forwarded-for": address } });
  for (let call = 0; call < 3; call++) expect((await from("10.0.0.1")).statusCode).toBe(200);
  const refused = await from("10.0.0.1");
  expect([refused.statusCode, refused.json().error.kind]).toEqual([429, "limit_reached"]);
  expect(refused.json().error.message).toMatch(/^Too many requests\. Try again in \d+ seconds\.$/);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect((await from("10.0.0.2")).statusCode).toBe(200);
});

test("an address in a header counts only when it comes from a trusted proxy", async () => {
  testApp = await createTestApp({ environment: { RATE_LIMIT: "1" } });
  const from = (address: string) =>
    testApp.app.inject({ method: "GET", url: "/api/config", headers: { "x-forwarded-for": address } });
  await from("10.0.0.1");
  expect((await from("10.0.0.2")).statusCode).toBe(429);
});

test("asking for access has a tighter limit of its own, and operators' checks have none", async () => {
  testApp = await createTestApp({ environment: { RATE_LIMIT: "100" } });
  const { calls } = routes.requestSignup.limit ?? { calls: 0 };
  const statuses = [];
  for (let call = 0; call <= calls; call++) {
    statuses.push((await testApp.app.inject({ method: "POST", url: "/api/signup-requests", payload: {} })).statusCode);
  }
  expect(statuses.filter((status) => status === 400)).toHaveLength(calls);
  expect(statuses.at(-1)).toBe(429);
  for (let call = 0; call < 120; call++) expect((await testApp.app.inject("/healthz")).statusCode).toBe(200);
});

test("a limit for each person lets another one behind the same address ask on, and says how long to wait", async () => {
  const limit = { calls: 2, perSeconds: 60, isForEachPerson: true } as const;
  const answerNothing = async () => ({
    outcome: "refuse" as const,
    reason: "off_topic" as const,
    text: "No.",
    assumptions: [],
    unused: [],
  });
  testApp = await createTestApp({ endpoints: [handle({ ...routes.askQuestion, limit }, answerNothing)] });
  const ask = (uid: string) =>
    testApp.app.inject({
      method: "POST",
      url: routes.askQuestion.path,
      payload: { question: "deliveries" },
      headers: signedInAs("manager", "acme", uid),
    });
  const first = [await ask("ann"), await ask("ann"), await ask("ann")];
  expect(first.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429]);
  const [, , refused] = first;
  expect(refused?.json().error.message).toMatch(/^Too many requests\. Try again in \d+ seconds\.$/);
  expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(0);
  expect([(await ask("bo")).statusCode, (await ask("ann")).statusCode]).toEqual([200, 429]);
  expect([routes.askQuestion.limit?.isForEachPerson, routes.runQuestion.limit?.isForEachPerson]).toEqual([true, true]);
});
