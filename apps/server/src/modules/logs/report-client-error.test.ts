import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { sampleAlike } from "./sample-alike.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const report = (payload: object, headers: Record<string, string> = {}) =>
  testApp.app.inject({ method: "POST", url: "/api/client-errors", payload, headers });
const findLine = (message: string) =>
  testApp.logs.map((line) => JSON.parse(line) as Record<string, unknown>).find(({ msg }) => msg === message);

test("an error of a page is logged with its template, person, tenant and the request that it is about", async () => {
  const answer = await report(
    { message: "x is undefined", page: "/tenant/north/dashboard", requestId: "11111111-aaaa", stack: "at a.js:1:1" },
    signedInAs("user", "north", "u7"),
  );
  expect(answer.statusCode).toBe(202);
  expect(findLine("x is undefined")).toMatchObject({
    level: "error",
    part: "browser",
    tenant: "north",
    person: "u7",
    aboutRequest: "11111111-aaaa",
    page: "/tenant/{tenantId}/dashboard",
  });
});

test("a secret in the address, the message or the stack of a page is in no line", async () => {
  await report({
    message: "failed at https://x.example/reset?oobCode=canary-9 for canary-9@person.example",
    stack: "Error\n at https://u:canary-9@x.example/a.js?key=canary-9",
    page: "/laiqkan/canary-9",
  });
  expect(testApp.logs.join("")).toContain("/laiqkan/{tookan_id}");
  expect(testApp.logs.join("")).not.toContain("canary-9");
});

test("whoever sends many is told to wait", async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => report({ message: "m", page: "/login" })));
  expect(answers.some(({ statusCode }) => statusCode === 429)).toBe(true);
});

test("of the same error the first few of a minute are kept, then one of ten", () => {
  const sample = sampleAlike();
  const now = new Date("2026-11-18T10:00:00Z");
  const kept = Array.from({ length: 35 }, () => sample("a", now));
  expect(kept.filter((times) => times > 0)).toEqual([1, 1, 1, 1, 1, 10, 10, 10]);
  expect(sample("another", now)).toBe(1);
  expect(sample("a", new Date("2026-11-18T10:01:00Z"))).toBe(1);
});
