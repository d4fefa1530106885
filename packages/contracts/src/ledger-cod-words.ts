import { type LedgerAccountType, type LedgerPurpose, ledgerPurposes } from "./ledger-words.ts";

type PlannedAccount = { purpose: LedgerPurpose; code: string; name: string };

/** The accounts that cash on delivery takes, as they are suggested. */
export const codAccountPlan: readonly PlannedAccount[] = [
  { purpose: "bank", code: "1010", name: "Bank" },
  { purpose: "cod_in_safe", code: "1020", name: "Cash in the safe" },
  { purpose: "cod_with_driver", code: "1210", name: "Cash with drivers" },
  { purpose: "cod_owed", code: "2110", name: "Owed to merchants" },
  { purpose: "driver_wallet", code: "2120", name: "Owed to drivers" },
  { purpose: "tax", code: "2130", name: "Tax" },
  { purpose: "delivery_fee", code: "4010", name: "Delivery fees" },
  { purpose: "cod_fee", code: "4020", name: "COD fees" },
  { purpose: "driver_pay", code: "5010", name: "Driver pay" },
  { purpose: "short_over", code: "5020", name: "Cash short and over" },
];

type OwnAccount = {
  name: string;
  type: LedgerAccountType;
  isOpen: boolean;
  purpose: LedgerPurpose | null;
  party: object | null;
};

/** Whether an account that is there can be used as one of the plan: it has the name and the type, and no other use. */
export const fitsPlan = ({ purpose, name }: PlannedAccount, account: OwnAccount): boolean =>
  account.name.toLowerCase() === name.toLowerCase() &&
  account.type === ledgerPurposes[purpose].type &&
  account.isOpen &&
  account.purpose === null &&
  account.party === null;

/** How the cash of a driver's day stands between tasks, hand-ins and the bank. */
export const codStates = {
  missing: "Missing",
  short: "Short",
  over: "Over",
  open: "Open",
  matched: "Matched",
} as const;
export type CodState = keyof typeof codStates;

/** From so many days after it was handed in on, cash that the bank does not show is missing. */
export const daysUntilBanked = 3;

/** Whom a line of a rule names. */
export const ruleParties = { none: "Nobody", driver: "The driver", customer: "The customer" } as const;
export type RuleParty = keyof typeof ruleParties;

export const mostRules = 50;
export const mostRuleMembers = 50;
export const mostBasisPoints = 100_000;
export const mostDenominations = 40;
export const mostPayoutLines = 500;
/** So many days before today a rule is tried on. */
export const trialDays = 30;
/** Deliveries further back are not followed. */
export const followedDays = 400;

type Amount = {
  collectedBasisPoints: number;
  dueBasisPoints: number;
  costBasisPoints: number;
  fixedMinor: number;
};

/** What rules are begun from; the accounts are chosen by their purpose. */
export const ruleTemplates: readonly {
  name: string;
  amount: Amount;
  debit: LedgerPurpose;
  debitParty: RuleParty;
  credit: LedgerPurpose;
  creditParty: RuleParty;
  isTaxed: boolean;
}[] = [
  {
    name: "COD collected",
    amount: { collectedBasisPoints: 10_000, dueBasisPoints: 0, costBasisPoints: 0, fixedMinor: 0 },
    debit: "cod_with_driver",
    debitParty: "driver",
    credit: "cod_owed",
    creditParty: "customer",
    isTaxed: false,
  },
  {
    name: "COD fee",
    amount: { collectedBasisPoints: 200, dueBasisPoints: 0, costBasisPoints: 0, fixedMinor: 0 },
    debit: "cod_owed",
    debitParty: "customer",
    credit: "cod_fee",
    creditParty: "customer",
    isTaxed: true,
  },
  {
    name: "Delivery fee",
    amount: { collectedBasisPoints: 0, dueBasisPoints: 0, costBasisPoints: 10_000, fixedMinor: 0 },
    debit: "cod_owed",
    debitParty: "customer",
    credit: "delivery_fee",
    creditParty: "customer",
    isTaxed: true,
  },
  {
    name: "Driver pay",
    amount: { collectedBasisPoints: 0, dueBasisPoints: 0, costBasisPoints: 0, fixedMinor: 1000 },
    debit: "driver_pay",
    debitParty: "driver",
    credit: "driver_wallet",
    creditParty: "driver",
    isTaxed: false,
  },
];
