import type { LedgerRuleContent } from "@console/contracts";
import { expect, test } from "vitest";
import type { AccountRow } from "../accounts/account-store.ts";
import { noAmount, noConditions } from "../cod/cod-fixture-for-tests.ts";
import type { DeliveryRow } from "./delivery-store.ts";
import { findVersion, judgeDelivery, roundShare } from "./judge-delivery.ts";

const account = (id: string, more: Partial<AccountRow> = {}): [string, AccountRow] => [
  id,
  { id, code: id, is_open: true, currency: null, ...more } as AccountRow,
];
const bench = { accounts: new Map([account("owed"), account("fee"), account("tax")]), base: "AED" };
const rule: LedgerRuleContent = {
  ...noConditions,
  amount: { ...noAmount, collectedBasisPoints: 250 },
  taxBasisPoints: 500,
  taxAccount: "tax",
  debit: { account: "owed", party: "customer" },
  credit: { account: "fee", party: "none" },
  text: "Fee",
};
const delivery: DeliveryRow = {
  source: "tookan",
  source_key: "1",
  order_reference: "ORD-1",
  currency: "AED",
  cost_minor: 700,
  cod_due_minor: 9990,
  cod_collected_minor: 9990,
  is_delivered: true,
  day: "2026-03-10",
  driver: "Omar",
  customer: "Nour",
  zone: "Marina",
  service_level: null,
};

/** The amount and the tax, or why there is none. */
function measure(amount: Partial<LedgerRuleContent["amount"]>, more: Partial<DeliveryRow> = {}) {
  const verdict = judgeDelivery({ ...rule, amount: { ...noAmount, ...amount } }, { ...delivery, ...more }, bench);
  if (verdict.kind === "entry") return [verdict.amountMinor, verdict.taxMinor];
  return verdict.kind === "problem" ? verdict.reason : null;
}

test("shares are rounded half away from zero, once", () => {
  expect([49n, 5000n, 4999n, 15_000n, -5000n, -4999n].map(roundShare)).toEqual([0n, 1n, 0n, 2n, -1n, 0n]);
  // 2.5 % of 99.90 is 2.4975; 5 % of 2.50 is 0.125.
  expect(measure({ collectedBasisPoints: 250 })).toEqual([250, 13]);
  // 50 % of 1 and 50 % of 1 are 1 together, and would be 2 if each was rounded.
  expect(measure({ dueBasisPoints: 5000, costBasisPoints: 5000 }, { cod_due_minor: 1, cost_minor: 1 })).toEqual([1, 0]);
});

test("amounts that numbers with a point would miss are exact", () => {
  expect(measure({ collectedBasisPoints: 10_000 }, { cod_collected_minor: 900_000_000_000_001 })).toEqual([
    900_000_000_000_001, 45_000_000_000_000,
  ]);
  expect(measure({ collectedBasisPoints: 100_000 }, { cod_collected_minor: 900_000_000_000_001 })).toBe(
    "The amount is larger than a book can hold.",
  );
});

test("a fixed amount, the least and the most hold", () => {
  expect(measure({ fixedMinor: 300 })).toEqual([300, 15]);
  expect(measure({ collectedBasisPoints: 250, fixedMinor: 100 })).toEqual([350, 18]);
  expect(measure({ collectedBasisPoints: 250, leastMinor: 400 })).toEqual([400, 20]);
  expect(measure({ collectedBasisPoints: 250, mostMinor: 200 })).toEqual([200, 10]);
});

test("where there is nothing to take a share of, nothing is posted; what nobody knows is said", () => {
  expect(measure({ collectedBasisPoints: 250, leastMinor: 400 }, { cod_due_minor: 0, cod_collected_minor: 0 })).toBe(
    null,
  );
  expect(measure({ collectedBasisPoints: 250 }, { cod_due_minor: null, cod_collected_minor: null })).toBe(null);
  expect(measure({ collectedBasisPoints: 250 }, { cod_collected_minor: null })).toBe(
    "It is not known what was collected.",
  );
  expect(measure({ costBasisPoints: 250 }, { cost_minor: null })).toBe("It is not known what it cost.");
  expect(measure({ collectedBasisPoints: 250 }, { is_delivered: false })).toBe(null);
});

test("the lines balance and name whom they are about", () => {
  const verdict = judgeDelivery(rule, delivery, bench);
  expect(
    verdict.kind === "entry" && verdict.entry.lines.map((line) => [line.account, line.amountMinor, line.customer]),
  ).toEqual([
    ["owed", 263, "Nour"],
    ["fee", -250, null],
    ["tax", -13, null],
  ]);
});

test("conditions choose deliveries, and what a line needs must be there", () => {
  const judge = (more: Partial<LedgerRuleContent>, row: Partial<DeliveryRow> = {}) =>
    judgeDelivery({ ...rule, ...more }, { ...delivery, ...row }, bench);
  expect(judge({ zones: ["Marina"], customers: ["Nour", "Sami"] }).kind).toBe("entry");
  expect(judge({ zones: ["Deira"] }).kind).toBe("none");
  expect(judge({ serviceLevels: ["Express"] }).kind).toBe("none");
  expect(judge({}, { customer: null })).toEqual({ kind: "problem", reason: "The delivery names no customer." });
  const closed = { ...bench, accounts: new Map([...bench.accounts, account("fee", { is_open: false })]) };
  expect(judgeDelivery(rule, delivery, closed)).toEqual({ kind: "problem", reason: "Account fee is closed." });
  const dollars = judge({ amount: { ...noAmount, fixedMinor: 5 } }, { currency: "USD" });
  expect(dollars).toMatchObject({ kind: "problem", reason: expect.stringContaining("in AED") });
});

test("a delivery follows the rule as it was on its day", () => {
  const old = { ...rule, text: "Old" };
  const versions = { since: "2026-03-10", content: rule, earlier: [{ since: "2026-02-01", content: old }] };
  expect(findVersion(versions, "2026-01-31")).toBe(null);
  expect(findVersion(versions, "2026-03-09")).toBe(old);
  expect(findVersion(versions, "2026-03-10")).toBe(rule);
});
