import type { LedgerRuleContent } from "@console/contracts";
import { largestAmount } from "@console/contracts";
import type { AccountRow } from "../accounts/account-store.ts";
import type { EntryInput } from "../book/draft-entry.ts";
import type { DeliveryRow } from "./delivery-store.ts";

/** A rule with how it was before, the newest last. */
export type RuleVersions = { since: string; content: LedgerRuleContent; earlier: readonly RuleVersion[] };
export type RuleVersion = { since: string; content: LedgerRuleContent };

export type RuleEntry = Omit<EntryInput, "key">;
export type Verdict =
  | { kind: "none" }
  | { kind: "problem"; reason: string }
  | { kind: "entry"; entry: RuleEntry; amountMinor: number; taxMinor: number };

/** What a verdict takes beside the rule and the delivery. */
export type Bench = { accounts: ReadonlyMap<string, AccountRow>; base: string };

const none: Verdict = { kind: "none" };
const problem = (reason: string): Verdict => ({ kind: "problem", reason });

/** How a rule was on a day: null before its first one. */
export function findVersion({ since, content, earlier }: RuleVersions, day: string): LedgerRuleContent | null {
  const versions = [...earlier, { since, content }].filter((version) => version.since <= day);
  return versions.at(-1)?.content ?? null;
}

/** What a rule posts for a delivery. */
export function judgeDelivery(rule: LedgerRuleContent, delivery: DeliveryRow, { accounts, base }: Bench): Verdict {
  if (!delivery.is_delivered || !isConcerned(rule, delivery)) return none;
  const money = measureAmount(rule, delivery, base);
  if (typeof money === "string") return problem(money);
  if (money.amountMinor === 0) return none;
  const { amountMinor, taxMinor } = money;
  const sides = [
    { side: rule.debit, amountMinor: amountMinor + taxMinor },
    { side: rule.credit, amountMinor: -amountMinor },
    ...(taxMinor > 0 && rule.taxAccount !== null
      ? [{ side: { account: rule.taxAccount, party: "none" as const }, amountMinor: -taxMinor }]
      : []),
  ];
  for (const { side } of sides) {
    const account = accounts.get(side.account);
    if (!account) return problem("An account of the rule is no more.");
    if (!account.is_open) return problem(`Account ${account.code} is closed.`);
    if (account.currency !== null && account.currency !== delivery.currency) {
      return problem(
        `Account ${account.code} takes ${account.currency} only, and the delivery is in ${delivery.currency}.`,
      );
    }
    if (side.party !== "none" && delivery[side.party] === null) return problem(`The delivery names no ${side.party}.`);
  }
  const entry = {
    text: rule.text,
    valueDay: delivery.day,
    reference: delivery.order_reference?.slice(0, 120) ?? null,
    rates: {},
    isPending: false,
    lines: sides.map(({ side, amountMinor: amount }) => ({
      account: side.account,
      amountMinor: amount,
      currency: delivery.currency,
      customer: side.party === "customer" ? delivery.customer : null,
      supplier: null,
      driver: side.party === "driver" ? delivery.driver : null,
      branch: null,
      costCenter: null,
      dueDay: null,
      text: null,
    })),
  };
  return { kind: "entry", entry, amountMinor, taxMinor };
}

function isConcerned(rule: LedgerRuleContent, delivery: DeliveryRow): boolean {
  const conditions: [readonly string[], string | null][] = [
    [rule.customers, delivery.customer],
    [rule.zones, delivery.zone],
    [rule.serviceLevels, delivery.service_level],
    [rule.drivers, delivery.driver],
  ];
  return conditions.every(([wanted, name]) => wanted.length === 0 || (name !== null && wanted.includes(name)));
}

/**
 * The amount and its tax: the shares are added up and rounded once, half away from zero, then the fixed amount is added
 * and the bounds hold; the tax is rounded by itself. Where there is nothing to take a share of, nothing is posted.
 */
function measureAmount(
  { amount, taxBasisPoints }: LedgerRuleContent,
  delivery: DeliveryRow,
  base: string,
): { amountMinor: number; taxMinor: number } | string {
  const shares: [number, number | null, string][] = [
    [amount.collectedBasisPoints, readCollected(delivery), "what was collected"],
    [amount.dueBasisPoints, delivery.cod_due_minor, "what was due"],
    [amount.costBasisPoints, delivery.cost_minor, "what it cost"],
  ];
  const asked = shares.filter(([points]) => points > 0);
  const unknown = asked.find(([, minor]) => minor === null);
  if (unknown) return `It is not known ${unknown[2]}.`;
  const negative = asked.find(([, minor]) => (minor ?? 0) < 0);
  if (negative) return `The delivery says less than zero for ${negative[2]}.`;
  if (asked.length > 0 && asked.every(([, minor]) => minor === 0)) return { amountMinor: 0, taxMinor: 0 };
  const hasOwnAmounts = amount.fixedMinor > 0 || amount.leastMinor !== null || amount.mostMinor !== null;
  if (hasOwnAmounts && delivery.currency !== base) {
    return `The fixed amounts of the rule are in ${base}, and the delivery is in ${delivery.currency}.`;
  }
  const sum = asked.reduce((total, [points, minor]) => total + BigInt(points) * BigInt(minor ?? 0), 0n);
  let minor = roundShare(sum) + BigInt(amount.fixedMinor);
  if (amount.mostMinor !== null && minor > BigInt(amount.mostMinor)) minor = BigInt(amount.mostMinor);
  if (amount.leastMinor !== null && minor < BigInt(amount.leastMinor)) minor = BigInt(amount.leastMinor);
  const tax = roundShare(minor * BigInt(taxBasisPoints));
  if (minor + tax > BigInt(largestAmount)) return "The amount is larger than a book can hold.";
  return { amountMinor: Number(minor), taxMinor: Number(tax) };
}

/** What was collected; where nothing was due and nobody has written down an amount, nothing was. */
function readCollected({ cod_collected_minor: collected, cod_due_minor: due }: DeliveryRow): number | null {
  return collected ?? ((due ?? 0) === 0 ? 0 : null);
}

/** Ten-thousandths as a whole number, rounded half away from zero. */
export function roundShare(tenThousandths: bigint): bigint {
  const half = tenThousandths < 0n ? -5000n : 5000n;
  return (tenThousandths + half) / 10_000n;
}
