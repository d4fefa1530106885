import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "../../../platform/context.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { asPerson, makeBook, makeEntry, type Person, post } from "../ledger-fixture-for-tests.ts";
import { type SettledPart, settleLines } from "./settle-lines.ts";

let testApp: TestApp;
let ann: Person;
let receivables: string;
let bank: string;
const caller: Caller = {
  actor: { kind: "user", uid: "ann", role: "manager", sessionId: null },
  tenantId: "north",
  permissions: new Set(),
};

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T08:00:00Z" } });
  const accounts = await makeBook(testApp, "north");
  receivables = accounts["1100"]?.id ?? "";
  bank = accounts["1000"]?.id ?? "";
  ann = asPerson(testApp, "north", "ann");
});
afterAll(() => testApp.close());

const settle = (parts: SettledPart[], account = receivables, currency = "AED") =>
  testApp.as(caller, (context) => settleLines(context, { account, currency, parts }));

/** An invoice of 100.00 and a payment of 60.00 for it. */
async function makeOpenLines() {
  const invoice = await post(ann, makeEntry("1100", "4000", 10_000));
  const payment = await post(ann, makeEntry("1000", "1100", 6000));
  return { invoice: invoice.id, payment: payment.id };
}

test("lines of an account settle each other in parts, never beyond what is open", async () => {
  const { invoice, payment } = await makeOpenLines();
  const first = await settle([
    { entry: invoice, line: 1, amountMinor: 4000 },
    { entry: payment, line: 2, amountMinor: -4000 },
  ]);
  expect(first.id).toMatch(/^[0-9a-f-]{36}$/);
  const more = [
    { entry: invoice, line: 1, amountMinor: 2001 },
    { entry: payment, line: 2, amountMinor: -2001 },
  ];
  await expect(settle(more)).rejects.toThrow("has only 20.00 AED open");
  await settle(more.map((part) => ({ ...part, amountMinor: Math.sign(part.amountMinor) * 2000 })));
  const left = [
    { entry: invoice, line: 1, amountMinor: 1 },
    { entry: payment, line: 2, amountMinor: -1 },
  ];
  await expect(settle(left)).rejects.toThrow("has only 0.00 AED open");
});

test("parts of other sides, sums, accounts and currencies are refused", async () => {
  const { invoice, payment } = await makeOpenLines();
  const debit = { entry: invoice, line: 1, amountMinor: 6000 };
  const credit = { entry: payment, line: 2, amountMinor: -6000 };
  await expect(settle([debit, { ...credit, amountMinor: -5999 }])).rejects.toThrow("0.01 AED higher");
  await expect(settle([debit, { ...credit, amountMinor: 6000 }])).rejects.toThrow("its own side");
  await expect(settle([debit, credit, credit])).rejects.toThrow("named twice");
  await expect(settle([debit, credit], receivables, "USD")).rejects.toThrow("no line 1 of this entry in USD");
  await expect(settle([debit, { ...credit, line: 1 }])).rejects.toThrow("has no line 1");
  await expect(settle([{ entry: payment, line: 1, amountMinor: 6000 }], bank)).rejects.toThrow("has no open items");
  await settle([debit, credit]);
});

test("an entry and its reversal leave nothing open between them", async () => {
  const { invoice, payment } = await makeOpenLines();
  await ann("POST", `entries/${invoice}/reverse`, { text: "Wrong customer" });
  const parts = [
    { entry: invoice, line: 1, amountMinor: 6000 },
    { entry: payment, line: 2, amountMinor: -6000 },
  ];
  await expect(settle(parts)).rejects.toThrow("has only 0.00 AED open");
});

test("two people who settle the same line at once settle it once", async () => {
  const { invoice, payment } = await makeOpenLines();
  const parts = [
    { entry: invoice, line: 1, amountMinor: 6000 },
    { entry: payment, line: 2, amountMinor: -6000 },
  ];
  const outcomes = await Promise.allSettled([settle(parts), settle(parts), settle(parts)]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});
