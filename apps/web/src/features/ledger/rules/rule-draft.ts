import type { LedgerAccount, LedgerRule, LedgerRuleContent } from "@console/contracts";
import { type RuleParty, type ruleTemplates, trialDays } from "@console/contracts/ledger-cod-words";
import { addDays } from "@console/figures/calendar";
import { countCurrencyDigits } from "@console/figures/currency";
import { type FormatChoices, formatMoney } from "@console/figures/format";
import { readAmount } from "../amounts.ts";

/** A rule as it is typed. */
export type RuleDraft = {
  name: string;
  since: string;
  collected: string;
  due: string;
  cost: string;
  fixed: string;
  least: string;
  most: string;
  tax: string;
  taxAccount: string;
  debit: string;
  debitParty: RuleParty;
  credit: string;
  creditParty: RuleParty;
  customers: string;
  zones: string;
  serviceLevels: string;
  drivers: string;
  text: string;
};

const writePercent = (points: number) => (points === 0 ? "" : String(points / 100));
const writePlain = (minor: number | null, currency: string) =>
  minor === null || minor === 0 ? "" : String(minor / 10 ** countCurrencyDigits(currency));

type Template = (typeof ruleTemplates)[number];

export function draftFromTemplate(
  template: Template,
  { accounts, currency }: { accounts: readonly LedgerAccount[]; currency: string },
): RuleDraft {
  const find = (purpose: string) => accounts.find((one) => one.isOpen && one.purpose === purpose)?.id ?? "";
  const { amount } = template;
  return {
    name: template.name,
    since: addDays(new Date().toISOString().slice(0, 10), -trialDays),
    collected: writePercent(amount.collectedBasisPoints),
    due: writePercent(amount.dueBasisPoints),
    cost: writePercent(amount.costBasisPoints),
    fixed: writePlain(amount.fixedMinor, currency),
    least: "",
    most: "",
    tax: template.isTaxed ? "5" : "",
    taxAccount: find("tax"),
    debit: find(template.debit),
    debitParty: template.debitParty,
    credit: find(template.credit),
    creditParty: template.creditParty,
    customers: "",
    zones: "",
    serviceLevels: "",
    drivers: "",
    text: template.name,
  };
}

export function draftFromRule({ name, since, content }: LedgerRule, currency: string): RuleDraft {
  const { amount } = content;
  return {
    name,
    since,
    collected: writePercent(amount.collectedBasisPoints),
    due: writePercent(amount.dueBasisPoints),
    cost: writePercent(amount.costBasisPoints),
    fixed: writePlain(amount.fixedMinor, currency),
    least: writePlain(amount.leastMinor, currency),
    most: writePlain(amount.mostMinor, currency),
    tax: writePercent(content.taxBasisPoints),
    taxAccount: content.taxAccount ?? "",
    debit: content.debit.account,
    debitParty: content.debit.party,
    credit: content.credit.account,
    creditParty: content.credit.party,
    customers: content.customers.join("\n"),
    zones: content.zones.join("\n"),
    serviceLevels: content.serviceLevels.join("\n"),
    drivers: content.drivers.join("\n"),
    text: content.text,
  };
}

const readNames = (text: string) => [
  ...new Set(
    text
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

/** What a draft says, or what is wrong with it. */
export function readDraft(draft: RuleDraft, currency: string): LedgerRuleContent | string {
  const shares = [draft.collected, draft.due, draft.cost, draft.tax].map(readPercent);
  if (shares.includes(null)) return "Give percentages such as 2.5, with two decimals at most.";
  const amounts = [draft.fixed, draft.least, draft.most].map((text) =>
    text.trim() === "" ? "none" : (readAmount(text, currency) ?? "wrong"),
  );
  if (amounts.includes("wrong")) return "Give amounts such as 1,250.50.";
  const [collected = 0, due = 0, cost = 0, tax = 0] = shares.map((share) => share ?? 0);
  const [fixed = null, least = null, most = null] = amounts.map((amount) =>
    typeof amount === "number" ? amount : null,
  );
  if (draft.debit === "" || draft.credit === "") return "Choose the accounts of both sides.";
  if (tax > 0 && draft.taxAccount === "") return "Choose the account for the tax.";
  return {
    customers: readNames(draft.customers),
    zones: readNames(draft.zones),
    serviceLevels: readNames(draft.serviceLevels),
    drivers: readNames(draft.drivers),
    amount: {
      collectedBasisPoints: collected,
      dueBasisPoints: due,
      costBasisPoints: cost,
      fixedMinor: fixed ?? 0,
      leastMinor: least,
      mostMinor: most,
    },
    taxBasisPoints: tax,
    taxAccount: tax > 0 ? draft.taxAccount : null,
    debit: { account: draft.debit, party: draft.debitParty },
    credit: { account: draft.credit, party: draft.creditParty },
    text: draft.text.trim(),
  };
}

/** Hundredths of a percent; null for what is no percentage. */
export function readPercent(text: string): number | null {
  if (text.trim() === "") return 0;
  const [, whole = "", fraction = ""] = /^(\d{1,3})(?:\.(\d{0,2}))?$/.exec(text.trim()) ?? [];
  return whole === "" ? null : Number(whole + fraction.padEnd(2, "0"));
}

/** What a rule posts, in words. */
export function sayAmount(
  { amount, taxBasisPoints }: LedgerRuleContent,
  currency: string,
  formats: Pick<FormatChoices, "numberFormat">,
): string {
  const money = (minor: number) => `${formatMoney(minor, currency, formats)} ${currency}`;
  const share = (points: number, of: string) => (points === 0 ? [] : [`${points / 100} % of ${of}`]);
  const parts = [
    ...share(amount.collectedBasisPoints, "the cash collected"),
    ...share(amount.dueBasisPoints, "the cash due"),
    ...share(amount.costBasisPoints, "the cost"),
    ...(amount.fixedMinor === 0 ? [] : [money(amount.fixedMinor)]),
  ];
  const bounds = [
    ...(amount.leastMinor === null ? [] : [`at least ${money(amount.leastMinor)}`]),
    ...(amount.mostMinor === null ? [] : [`at most ${money(amount.mostMinor)}`]),
    ...(taxBasisPoints === 0 ? [] : [`and ${taxBasisPoints / 100} % tax on top`]),
  ];
  return [parts.join(" + "), ...bounds].join(", ");
}
