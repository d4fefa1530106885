import type { LedgerEntry, LedgerRule, LedgerRuleProblem, LedgerRuleTrial, LedgerStatement } from "@console/contracts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import {
  bringDeliveries,
  type CodAccounts,
  collectedRule,
  feeRule,
  follow,
  makeCodBook,
  makeDelivery,
  switchOnRule,
} from "../cod/cod-fixture-for-tests.ts";
import { asPerson, type Person } from "../ledger-fixture-for-tests.ts";
import { noteFollowed } from "./rule-store.ts";

let testApp: TestApp;
type Failure = { error: { kind: string; message: string } };
type Page<Item> = { total: number; items: Item[] };

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T08:00:00Z" } });
});
afterAll(() => testApp.close());

const closing = async (person: Person, query: string) =>
  (await person<LedgerStatement>("GET", `statement?${query}`)).body.closingMinor;
const countEntries = async (person: Person) =>
  (await person<{ items: LedgerEntry[] }>("GET", "entries?limit=100")).body.items.length;
const listProblems = async (person: Person) =>
  (await person<Page<LedgerRuleProblem>>("GET", "rules/problems")).body.items;

let tenants = 0;
async function startBook(): Promise<{ tenant: string; keeper: Person; accounts: CodAccounts }> {
  tenants += 1;
  const tenant = `rules-${tenants}`;
  return { tenant, ...(await makeCodBook(testApp, tenant)) };
}

test("a trial says what a rule would post, and posts nothing", async () => {
  const { tenant, keeper, accounts } = await startBook();
  await bringDeliveries(testApp, tenant, [
    makeDelivery("1", "2026-03-16"),
    makeDelivery("2", "2026-03-17", { cod_collected_minor: 3333 }),
    makeDelivery("3", "2026-03-17", { customer: null }),
    makeDelivery("4", "2026-03-17", { cod_due_minor: 0, cod_collected_minor: 0 }),
    makeDelivery("5", "2026-03-17", { status: "Failed" }),
    makeDelivery("6", "2026-02-10"),
  ]);
  const { body: rule } = await keeper<LedgerRule>("POST", "rules", {
    name: "Fee",
    since: "2026-03-01",
    content: feeRule(accounts),
  });
  const { body: trial } = await keeper<LedgerRuleTrial>("POST", `rules/${rule.id}/trial`, {});
  expect(trial).toMatchObject({
    firstDay: "2026-02-17",
    lastDay: "2026-03-18",
    deliveries: 4,
    entries: 2,
    notConcerned: 1,
  });
  expect(trial.problems).toEqual([{ reason: "The delivery names no customer.", deliveries: 1, example: "ORD-3" }]);
  expect(trial.sums).toEqual([{ currency: "AED", amountMinor: 250 + 83, taxMinor: 13 + 4 }]);
  expect(trial.samples[0]?.lines.map(({ amountMinor }) => amountMinor)).toEqual([263, -250, -13]);
  expect(await countEntries(keeper)).toBe(0);
});

test("a rule is switched on once it was tried as it is, and off by a change", async () => {
  const { keeper, accounts } = await startBook();
  const input = { name: "COD", since: "2026-03-01", content: collectedRule(accounts) };
  const { body: rule } = await keeper<LedgerRule>("POST", "rules", input);
  const switchOn = () => keeper<LedgerRule & Failure>("POST", `rules/${rule.id}/switch`, { isOn: true });
  expect((await switchOn()).body.error.kind).toBe("conflict");
  await keeper("POST", `rules/${rule.id}/trial`, {});
  expect((await switchOn()).body.isOn).toBe(true);
  const changed = await keeper<LedgerRule>("PUT", `rules/${rule.id}`, { ...input, since: "2026-03-02" });
  expect(changed.body).toMatchObject({ isOn: false, triedAt: null });
  expect((await switchOn()).body.error.kind).toBe("conflict");
});

test("a delivery posts one entry for each rule, however often it is followed", async () => {
  const { tenant, keeper, accounts } = await startBook();
  await switchOnRule(keeper, { name: "COD", since: "2026-03-01", content: collectedRule(accounts) });
  await switchOnRule(keeper, { name: "Fee", since: "2026-03-01", content: feeRule(accounts) });
  const days = Array.from({ length: 120 }, (_, place) => `2026-03-${String(1 + (place % 17)).padStart(2, "0")}`);
  await bringDeliveries(testApp, tenant, [
    makeDelivery("old", "2026-02-28"),
    ...days.map((day, place) => makeDelivery(`d${place}`, day)),
  ]);
  await Promise.all([follow(testApp, tenant), follow(testApp, tenant, { isWhole: true })]);
  await follow(testApp, tenant);
  expect(await closing(keeper, `account=${accounts.cod_with_driver.id}&driver=Omar`)).toBe(120 * 10_000);
  expect(await closing(keeper, "customer=Nour%20Shop")).toBe(120 * (263 - 10_000));
  expect(await closing(keeper, `account=${accounts.tax.id}`)).toBe(-120 * 13);
  const rules = (await keeper<{ items: LedgerRule[] }>("GET", "rules")).body.items;
  expect(rules.map(({ name, entries }) => [name, entries])).toEqual([
    ["COD", 120],
    ["Fee", 120],
  ]);
  const { items } = (await keeper<{ items: LedgerEntry[] }>("GET", "entries?q=ORD-d117%20COD%20collected")).body;
  expect(items).toHaveLength(1);
  const entry = (await keeper<LedgerEntry>("GET", `entries/${items[0]?.id}`)).body;
  expect(entry).toMatchObject({
    valueDay: "2026-03-16",
    reference: "ORD-d117",
    cause: { kind: "delivery", id: "tookan d117" },
  });
});

test("what changes at the source is reversed and posted anew, and what is gone or undone is reversed", async () => {
  const { tenant, keeper, accounts } = await startBook();
  await switchOnRule(keeper, { name: "COD", since: "2026-03-01", content: collectedRule(accounts) });
  await bringDeliveries(
    testApp,
    tenant,
    ["1", "2", "3"].map((key) => makeDelivery(key, "2026-03-17")),
  );
  await follow(testApp, tenant);
  const balance = () => closing(keeper, `account=${accounts.cod_with_driver.id}`);
  expect(await balance()).toBe(30_000);
  await bringDeliveries(
    testApp,
    tenant,
    [
      makeDelivery("1", "2026-03-17", { cod_collected_minor: 9000 }),
      makeDelivery("2", "2026-03-17", { status: "Returned" }),
    ],
    ["3"],
  );
  await follow(testApp, tenant);
  expect(await balance()).toBe(9000);
  // Three entries, three reversals and the one that took the place of the first.
  expect(await countEntries(keeper)).toBe(7);
});

test("a delivery that is committed late is followed, within the hour by overlap and later by the sweep", async () => {
  const { tenant, keeper, accounts } = await startBook();
  await switchOnRule(keeper, { name: "COD", since: "2026-03-01", content: collectedRule(accounts) });
  await follow(testApp, tenant);
  const balance = () => closing(keeper, `account=${accounts.cod_with_driver.id}`);
  const followedTo = (iso: string) =>
    testApp.as(systemCaller("test", tenant), (context) => noteFollowed(context, new Date(iso)));
  await followedTo("2026-03-18T08:30:00Z");
  await bringDeliveries(testApp, tenant, [makeDelivery("late", "2026-03-17")]);
  await follow(testApp, tenant, { overlap: 0 });
  expect(await balance()).toBe(0);
  await follow(testApp, tenant);
  expect(await balance()).toBe(10_000);
  await followedTo("2026-03-20T08:00:00Z");
  await bringDeliveries(testApp, tenant, [makeDelivery("later", "2026-03-17")]);
  await follow(testApp, tenant);
  expect(await balance()).toBe(10_000);
  await follow(testApp, tenant, { isWhole: true });
  expect(await balance()).toBe(20_000);
});

test("what cannot be posted is listed with its reason until it can", async () => {
  const { tenant, keeper, accounts } = await startBook();
  await switchOnRule(keeper, { name: "COD", since: "2026-03-01", content: collectedRule(accounts) });
  await bringDeliveries(testApp, tenant, [
    makeDelivery("1", "2026-03-17", { driver: null }),
    makeDelivery("2", "2026-03-17", { driver: null }),
  ]);
  await follow(testApp, tenant);
  expect((await listProblems(keeper)).map(({ delivery, reason, reference }) => [delivery, reason, reference])).toEqual([
    ["tookan 1", "The delivery names no driver.", "ORD-1"],
    ["tookan 2", "The delivery names no driver.", "ORD-2"],
  ]);
  await bringDeliveries(testApp, tenant, [makeDelivery("1", "2026-03-17")], ["2"]);
  await follow(testApp, tenant);
  expect(await listProblems(keeper)).toEqual([]);
  await keeper("PATCH", `accounts/${accounts.cod_owed.id}`, { isOpen: false });
  await bringDeliveries(testApp, tenant, [makeDelivery("1", "2026-03-17", { cod_collected_minor: 1 })], []);
  await follow(testApp, tenant);
  expect((await listProblems(keeper))[0]?.reason).toMatch(/is closed/);
  await keeper("PATCH", `accounts/${accounts.cod_owed.id}`, { isOpen: true });
  await follow(testApp, tenant, { isWhole: true });
  expect(await listProblems(keeper)).toEqual([]);
  expect(await closing(keeper, `account=${accounts.cod_with_driver.id}`)).toBe(1);
});

test("a changed rule counts from its first day; what was delivered before follows it as it was", async () => {
  const { tenant, keeper, accounts } = await startBook();
  const rule = await switchOnRule(keeper, { name: "Fee", since: "2026-03-01", content: feeRule(accounts) });
  await bringDeliveries(testApp, tenant, [makeDelivery("1", "2026-03-09"), makeDelivery("2", "2026-03-10")]);
  await follow(testApp, tenant);
  const content = { ...feeRule(accounts), taxBasisPoints: 0, taxAccount: null };
  await keeper("PUT", `rules/${rule.id}`, { name: "Fee", since: "2026-03-10", content });
  await bringDeliveries(testApp, tenant, [makeDelivery("3", "2026-03-11")]);
  await follow(testApp, tenant, { isWhole: true });
  expect(await closing(keeper, `account=${accounts.tax.id}`)).toBe(-26);
  await keeper("POST", `rules/${rule.id}/trial`, {});
  await keeper("POST", `rules/${rule.id}/switch`, { isOn: true });
  await follow(testApp, tenant, { isWhole: true });
  expect(await closing(keeper, `account=${accounts.tax.id}`)).toBe(-13);
  expect(await closing(keeper, `account=${accounts.cod_fee.id}`)).toBe(-750);
});

test("rules are the tenant's own, and only those who manage the ledger change them", async () => {
  const { keeper, accounts } = await startBook();
  const { body: rule } = await keeper<LedgerRule>("POST", "rules", {
    name: "COD",
    since: "2026-03-01",
    content: collectedRule(accounts),
  });
  const stranger = (await startBook()).keeper;
  expect((await stranger<{ items: LedgerRule[] }>("GET", "rules")).body.items).toEqual([]);
  expect((await stranger("POST", `rules/${rule.id}/trial`, {})).status).toBe(404);
  expect((await stranger("DELETE", `rules/${rule.id}`)).status).toBe(404);
  const accountant = asPerson(testApp, `rules-${tenants - 1}`, "ben", "accountant");
  expect((await accountant("POST", `rules/${rule.id}/trial`, {})).status).toBe(403);
  expect((await keeper("DELETE", `rules/${rule.id}`)).status).toBe(200);
  const left = await testApp.as(systemCaller("test", `rules-${tenants - 1}`), (context) =>
    sql`select from ledger_rules where tenant_id = ${context.tenantId}`.execute(context.db),
  );
  expect(left.rows).toHaveLength(0);
});
