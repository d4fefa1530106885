import type { LedgerEntry, LedgerStatement } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { asPerson, makeBook, type Person } from "../ledger-fixture-for-tests.ts";
import { type KeptEntry, type KeptOutcome, keepEntries } from "./keep-entries.ts";

let testApp: TestApp;
let ann: Person;
beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T08:00:00Z" } });
  await makeBook(testApp, "north");
  ann = asPerson(testApp, "north", "ann");
});
afterAll(() => testApp.close());

const line = (account: string, amountMinor: number) => ({
  account,
  amountMinor,
  customer: null,
  supplier: null,
  driver: null,
  branch: null,
  costCenter: null,
  dueDay: null,
  text: null,
});

function delivery(key: string, amountMinor: number | null, account = "2100"): KeptEntry {
  return {
    key,
    entry:
      amountMinor === null
        ? null
        : {
            text: "Delivered",
            valueDay: "2026-03-10",
            reference: null,
            rates: {},
            isPending: false,
            lines: [line("1200", amountMinor), line(account, -amountMinor)],
          },
    origin: { source: "deliveries", cause: { kind: "delivery", id: key } },
    why: "The delivery has changed.",
  };
}

const keep = (...things: KeptEntry[]): Promise<Map<string, KeptOutcome>> =>
  testApp.as(systemCaller("test", "north"), (context) => keepEntries(context, things));
const entries = async (): Promise<LedgerEntry[]> =>
  (await ann<{ items: LedgerEntry[] }>("GET", "entries?limit=100")).body.items;
const balance = async (account: string) =>
  (await ann<LedgerStatement>("GET", `statement?account=${account}`)).body.closingMinor;

test("a thing has one entry, however often it is told, and another in its place where it changes", async () => {
  expect((await keep(delivery("a", 1000), delivery("b", 500))).get("a")).toMatchObject({ outcome: "posted" });
  expect((await keep(delivery("a", 1000))).get("a")).toMatchObject({ outcome: "unchanged" });
  expect(await balance("1200")).toBe(1500);
  expect((await keep(delivery("a", 1200))).get("a")).toMatchObject({ outcome: "replaced" });
  expect(await balance("1200")).toBe(1700);
  const [replacing, reversal] = await entries();
  expect(replacing).toMatchObject({ key: "a #2", state: "posted", postingDay: "2026-03-10", source: "deliveries" });
  expect(reversal).toMatchObject({ text: "The delivery has changed.", postingDay: "2026-03-10" });
  expect((await keep(delivery("a", null))).get("a")).toMatchObject({ outcome: "reversed" });
  expect((await keep(delivery("a", null))).get("a")).toMatchObject({ outcome: "none" });
  expect((await keep(delivery("a", 1200))).get("a")).toMatchObject({ outcome: "posted" });
  expect(await balance("1200")).toBe(1700);
});

test("what cannot be posted leaves what stands, and the others are posted", async () => {
  await keep(delivery("c", 100));
  const before = await balance("1200");
  const outcomes = await keep(delivery("c", 300, "9999"), delivery("d", 70));
  expect(outcomes.get("c")).toEqual({ problem: "There is no account 9999." });
  expect(outcomes.get("d")).toMatchObject({ outcome: "posted" });
  expect(await balance("1200")).toBe(before + 70);
});

test("what somebody has reversed is not reversed again, and counts anew only when it changes", async () => {
  await keep(delivery("e", 900));
  const before = await balance("1200");
  const [entry] = await entries();
  await ann("POST", `entries/${entry?.id}/reverse`, { text: "Not ours" });
  expect((await keep(delivery("e", 900))).get("e")).toMatchObject({ outcome: "unchanged" });
  expect(await balance("1200")).toBe(before - 900);
  expect((await keep(delivery("e", 950))).get("e")).toMatchObject({ outcome: "replaced" });
  expect(await balance("1200")).toBe(before + 50);
});

test("a correction of a closed month counts from today", async () => {
  await keep(delivery("f", 400));
  const ben = asPerson(testApp, "north", "ben");
  for (const month of ["2026-02", "2026-03"]) {
    await ann("POST", "periods", { month });
    for (const person of [ann, ben]) await person("POST", `periods/${month}/close`);
  }
  expect((await keep(delivery("f", 450))).get("f")).toMatchObject({ outcome: "replaced" });
  const [replacing, reversal] = await entries();
  expect(replacing).toMatchObject({ postingDay: "2026-04-01", valueDay: "2026-03-10", isBackDated: true });
  expect(reversal).toMatchObject({ postingDay: "2026-04-01", isBackDated: true });
  expect((await ann<{ problems: string[] }>("GET", "verification")).body.problems).toEqual([]);
});
