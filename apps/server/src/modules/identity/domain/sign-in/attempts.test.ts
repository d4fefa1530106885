import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { platformTenant, systemCaller } from "../../../../platform/context.ts";
import { createTestApp, type TestApp } from "../../../../testing/test-app.ts";
import {
  type AttemptSubject,
  findWait,
  forgetFailures,
  recordFailure,
  requireNoWait,
  signInSubjects,
} from "./attempts.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const [second, minute] = [1000, 60_000];
const start = new Date("2026-03-18T12:00:00Z").getTime();
const subjectFor = (kind: AttemptSubject["kind"]): AttemptSubject => ({ kind, name: randomUUID() });

/** Does something with attempts, so many milliseconds after the start. */
const at = <Result>(ms: number, work: (context: Parameters<typeof findWait>[0]) => Promise<Result>) =>
  testApp.as(systemCaller("test", platformTenant), (context) => work({ ...context, now: new Date(start + ms) }));

const fail = (subject: AttemptSubject, ms: number) => at(ms, (context) => recordFailure(context, [subject]));
const waitAt = (subject: AttemptSubject, ms: number) => at(ms, (context) => findWait(context, [subject]));

async function failTimes(subject: AttemptSubject, times: number, ms = 0) {
  for (let time = 0; time < times; time++) await fail(subject, ms);
}

test.each([
  ["pair", 5],
  ["account", 50],
  ["address", 40],
  ["mail", 5],
  ["mailAddress", 40],
  ["passcode", 5],
  ["passcodeAddress", 20],
] as const)("waiting begins for %s with failure %d", async (kind, limit) => {
  const subject = subjectFor(kind);
  await failTimes(subject, limit - 1);
  expect(await waitAt(subject, 0)).toBe(0);
  await fail(subject, 0);
  expect(await waitAt(subject, 0)).toBe(30 * second);
});

test("each further failure doubles the wait, up to a quarter of an hour", async () => {
  const subject = subjectFor("pair");
  await failTimes(subject, 4);
  const waits: number[] = [];
  for (let time = 0; time < 8; time++) {
    await fail(subject, 0);
    waits.push((await waitAt(subject, 0)) / second);
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
});

test("a wait goes by, and the refusal says how long it still is", async () => {
  const subject = subjectFor("pair");
  await failTimes(subject, 5);
  expect(await waitAt(subject, 20 * second)).toBe(10 * second);
  await expect(at(20 * second + 1, (context) => requireNoWait(context, [subject]))).rejects.toMatchObject({
    retryAfterSeconds: 10,
  });
  expect(await waitAt(subject, 30 * second)).toBe(0);
  await expect(at(30 * second, (context) => requireNoWait(context, [subject]))).resolves.toBeUndefined();
});

test("failures within a quarter of an hour count together, older ones no more", async () => {
  const [together, apart] = [subjectFor("pair"), subjectFor("pair")];
  await failTimes(together, 4);
  await fail(together, 15 * minute);
  expect(await waitAt(together, 15 * minute)).toBe(30 * second);
  await failTimes(apart, 4);
  await fail(apart, 15 * minute + 1);
  expect(await waitAt(apart, 15 * minute + 1)).toBe(0);
});

test("whoever still has to wait is not forgotten because the quarter of an hour is over", async () => {
  const subject = subjectFor("pair");
  await failTimes(subject, 12);
  await fail(subject, 14 * minute);
  expect(await waitAt(subject, 16 * minute)).toBe(13 * minute);
  await fail(subject, 16 * minute);
  expect(await waitAt(subject, 16 * minute)).toBe(15 * minute);
});

test("the longest wait of several counts, and forgetting one leaves the others", async () => {
  const [pair, account] = [subjectFor("pair"), subjectFor("account")];
  await failTimes(pair, 7);
  await failTimes(account, 50);
  expect(await at(0, (context) => findWait(context, [pair, account]))).toBe(120 * second);
  await at(0, (context) => forgetFailures(context, [pair]));
  expect(await at(0, (context) => findWait(context, [pair, account]))).toBe(30 * second);
});

test("a sign-in counts for the account and the address, together and each alone", () => {
  expect(signInSubjects("a@b.example", "203.0.113.7")).toEqual([
    { kind: "pair", name: "a@b.example|203.0.113.7" },
    { kind: "account", name: "a@b.example" },
    { kind: "address", name: "203.0.113.7" },
  ]);
});
