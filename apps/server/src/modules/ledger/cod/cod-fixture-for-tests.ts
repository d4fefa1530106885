import type { LedgerAccount, LedgerPurpose, LedgerRule, LedgerRuleContent } from "@console/contracts";
import { platformTenant, systemCaller } from "../../../platform/context.ts";
import type { TestApp } from "../../../testing/test-app.ts";
import { insertTenant } from "../../directory/index.ts";
import { ingestFacts } from "../../metrics/index.ts";
import { asPerson, type Person } from "../ledger-fixture-for-tests.ts";
import { followDeliveries } from "../rules/follow-deliveries.ts";

/** What an account is used for leads to it. */
export type CodAccounts = Record<LedgerPurpose, LedgerAccount>;

/** A tenant with the accounts for cash on delivery. */
export async function makeCodBook(
  testApp: TestApp,
  tenant: string,
): Promise<{ keeper: Person; accounts: CodAccounts }> {
  await testApp.as(systemCaller("test", platformTenant), (context) =>
    insertTenant(context, { id: tenant, name: tenant, aiq_type: "Tookan", time_zone: "Asia/Dubai", currency: "AED" }),
  );
  const keeper = asPerson(testApp, tenant, `keeper of ${tenant}`);
  const { body } = await keeper<{ added: LedgerAccount[] }>("POST", "accounts/cod", {});
  const accounts = Object.fromEntries(body.added.map((account) => [account.purpose ?? "", account])) as CodAccounts;
  return { keeper, accounts };
}

/** A delivery that was delivered on a day at noon, as a source brings it. */
export function makeDelivery(key: string, day: string, more: Record<string, unknown> = {}) {
  return {
    source_key: key,
    status: "Delivered",
    created_at: `${day}T06:00:00Z`,
    completed_at: `${day}T08:00:00Z`,
    driver: "Omar",
    customer: "Nour Shop",
    order_reference: `ORD-${key}`,
    currency: "AED",
    cost_minor: 1500,
    cod_due_minor: 10_000,
    cod_collected_minor: 10_000,
    ...more,
  };
}

export function bringDeliveries(
  testApp: TestApp,
  tenant: string,
  records: NonNullable<Parameters<typeof ingestFacts>[1]["records"]>,
  deletions: string[] = [],
) {
  return testApp.as(systemCaller("test", tenant), (context) =>
    ingestFacts(context, { fact: "delivery_tasks", source: "tookan", records, deletions }),
  );
}

export function follow(testApp: TestApp, tenant: string, how: { isWhole?: boolean; overlap?: number } = {}) {
  return followDeliveries(
    {
      inTenant: (work) => testApp.as(systemCaller("test", tenant), work),
      signal: new AbortController().signal,
    },
    { isWhole: false, ...how },
  );
}

/** A tenant with two rules whose drivers have collected cash: Omar on three days, Sara on one. */
export async function startCodBook(testApp: TestApp, tenant: string, more: Record<string, unknown>[] = []) {
  const book = await makeCodBook(testApp, tenant);
  await switchOnRule(book.keeper, { name: "COD", since: "2026-03-01", content: collectedRule(book.accounts) });
  await switchOnRule(book.keeper, { name: "Fee", since: "2026-03-01", content: feeRule(book.accounts) });
  await bringDeliveries(testApp, tenant, [
    makeDelivery("a", "2026-03-15"),
    makeDelivery("b", "2026-03-16"),
    makeDelivery("c", "2026-03-18"),
    makeDelivery("d", "2026-03-16", { driver: "Sara", customer: "Lina Store" }),
    ...more,
  ]);
  await follow(testApp, tenant);
  return { tenant, ...book };
}

export const noConditions = { customers: [], zones: [], serviceLevels: [], drivers: [] };
export const noAmount = {
  collectedBasisPoints: 0,
  dueBasisPoints: 0,
  costBasisPoints: 0,
  fixedMinor: 0,
  leastMinor: null,
  mostMinor: null,
};

/** The rule by which what was collected stands with the driver and is owed to the merchant. */
export function collectedRule(accounts: CodAccounts): LedgerRuleContent {
  return {
    ...noConditions,
    amount: { ...noAmount, collectedBasisPoints: 10_000 },
    taxBasisPoints: 0,
    taxAccount: null,
    debit: { account: accounts.cod_with_driver.id, party: "driver" },
    credit: { account: accounts.cod_owed.id, party: "customer" },
    text: "COD collected",
  };
}

/** A fee of the merchant's, with tax on top. */
export function feeRule(accounts: CodAccounts): LedgerRuleContent {
  return {
    ...noConditions,
    amount: { ...noAmount, collectedBasisPoints: 250 },
    taxBasisPoints: 500,
    taxAccount: accounts.tax.id,
    debit: { account: accounts.cod_owed.id, party: "customer" },
    credit: { account: accounts.cod_fee.id, party: "customer" },
    text: "COD fee",
  };
}

/** Adds a rule, tries it and switches it on. */
export async function switchOnRule(
  keeper: Person,
  rule: { name: string; since: string; content: LedgerRuleContent },
): Promise<LedgerRule> {
  const { body } = await keeper<LedgerRule>("POST", "rules", rule);
  await keeper("POST", `rules/${body.id}/trial`, {});
  const switched = await keeper<LedgerRule>("POST", `rules/${body.id}/switch`, { isOn: true });
  if (switched.status !== 200) throw new Error(`Not switched on: ${JSON.stringify(switched.body)}`);
  return switched.body;
}
