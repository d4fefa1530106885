import type { LedgerAccount } from "@console/contracts";
import { codAccountPlan } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { platformTenant, systemCaller } from "../../../platform/context.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { insertTenant } from "../../directory/index.ts";
import { ingestFacts } from "../../metrics/index.ts";
import { followPostings } from "../arrivals/follow-postings.ts";
import { asPerson, type Person } from "../ledger-fixture-for-tests.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

type Outcome = { added: LedgerAccount[]; used: LedgerAccount[] };
const addAccounts = async (person: Person) => (await person<Outcome>("POST", "accounts/cod", {})).body;
const listAccounts = async (person: Person) =>
  (await person<{ items: LedgerAccount[] }>("GET", "accounts?limit=100")).body.items;
const names = (accounts: readonly LedgerAccount[]) => accounts.map(({ name }) => name);

async function startBook(tenant: string): Promise<Person> {
  await testApp.as(systemCaller("test", platformTenant), (context) =>
    insertTenant(context, { id: tenant, name: tenant, aiq_type: "Tookan", time_zone: "Asia/Dubai", currency: "AED" }),
  );
  return asPerson(testApp, tenant, "ann");
}

/** Brings an entry of two postings as a source does. */
function bring(tenant: string, entry: string, debit: [string, string], credit: [string, string]) {
  const posting = (key: string, [account, type]: [string, string], minor: number) => ({
    source_key: `${entry}-${key}`,
    entry_key: entry,
    account,
    account_type: type,
    posted_at: "2026-03-02T09:00:00Z",
    amount_minor: minor,
  });
  return testApp.as(systemCaller("test", tenant), async (context) => {
    const records = [posting("1", debit, 500), posting("2", credit, -500)];
    await ingestFacts(context, { fact: "ledger_postings", source: "shop", records });
    return followPostings(context, { source: "shop", entryKeys: [entry], hasOneSide: false });
  });
}

test("accounts of the same name and type that sources have brought are used, and only the others are added", async () => {
  const ann = await startBook("brought");
  await bring("brought", "E1", ["bank", "Cash"], ["COD fees", "Income"]);
  const { added, used } = await addAccounts(ann);
  expect(used.map(({ name, purpose, balances }) => [name, purpose, balances])).toEqual([
    ["bank", "bank", [{ currency: "AED", balanceMinor: 500 }]],
    ["COD fees", "cod_fee", [{ currency: "AED", balanceMinor: -500 }]],
  ]);
  expect(added).toHaveLength(codAccountPlan.length - 2);
  expect(names(await listAccounts(ann)).filter((name) => name.endsWith("(COD)"))).toEqual([]);
  expect(await addAccounts(ann)).toEqual({ added: [], used: [] });
  const driver = added.find(({ purpose }) => purpose === "cod_with_driver");
  await ann("PATCH", `accounts/${driver?.id}`, { purpose: null });
  expect(await addAccounts(ann)).toMatchObject({ added: [], used: [{ id: driver?.id, purpose: "cod_with_driver" }] });
});

test("an account that is closed, of another type, about a party or used already is left as it is", async () => {
  const ann = await startBook("unfit");
  const create = async (account: object) => (await ann<LedgerAccount>("POST", "accounts", account)).body;
  const closed = await create({ code: "1", name: "Bank", type: "cash" });
  await ann("PATCH", `accounts/${closed.id}`, { isOpen: false });
  await create({ code: "2", name: "Driver pay", type: "asset" });
  await create({ code: "3", name: "Tax", type: "liability", party: { kind: "supplier", name: "Tax office" } });
  await create({ code: "4", name: "Owed to drivers", type: "liability", purpose: "cod_owed" });
  const dollars = await create({ code: "5", name: "cod FEES", type: "income", currency: "USD" });
  const { added, used } = await addAccounts(ann);
  expect(used).toMatchObject([{ id: dollars.id, purpose: "cod_fee", currency: "USD" }]);
  expect(names(added)).toEqual([
    "Bank (COD)",
    "Cash in the safe",
    "Cash with drivers",
    "Owed to drivers (COD)",
    "Tax (COD)",
    "Delivery fees",
    "Driver pay (COD)",
    "Cash short and over",
  ]);
});

test("accounts of sources are added as before after those of cash on delivery, until one is made by hand", async () => {
  const ann = await startBook("by-hand");
  await addAccounts(ann);
  expect((await bring("by-hand", "E1", ["Fuel", "Expense"], ["Bank", "Cash"])).waiting.size).toBe(0);
  expect(names(await listAccounts(ann))).toContain("Fuel");
  await ann("POST", "accounts", { code: "9000", name: "Own bank", type: "cash", purpose: "bank" });
  const { waiting } = await bring("by-hand", "E2", ["Parking", "Expense"], ["Bank", "Cash"]);
  expect([...waiting.values()]).toEqual([expect.stringContaining("The book has no account “Parking”.")]);
});
