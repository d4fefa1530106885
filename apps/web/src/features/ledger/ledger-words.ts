import { type ledgerAgeingBuckets, ledgerParties } from "@console/contracts/ledger-words";
import type { LedgerSearch } from "./ledger-search.ts";

/** The parts of the page, with what they are called. */
export const ledgerViews = {
  statement: "Statement",
  entries: "Entries",
  waiting: "From sources",
  accounts: "Accounts",
  cod: "Cash on delivery",
  trial: "Trial balance",
  ageing: "Ageing",
  months: "Months",
  bank: "Bank",
} as const;
export type LedgerView = keyof typeof ledgerViews;

/** What a statement can be of. */
export const statementScopes = { account: "Account", ...ledgerParties } as const;
export const statementOrders = { oldest: "Oldest first", newest: "Newest first" } as const;
export const statementSides = { debit: "Debits", credit: "Credits" } as const;
export const nameBucket = (bucket: (typeof ledgerAgeingBuckets)[number]) =>
  bucket === "Not due" ? bucket : `${bucket} days late`;
export const ageingSides = { receivable: "Owed by customers", payable: "Owed to suppliers" } as const;
export const entryStates = {
  pending: "Pending",
  posted: "Posted",
  reversed: "Reversed",
  voided: "Voided",
} as const;

/** What is shown of the bank on an account. */
export const bankParts = {
  open: "To match",
  matched: "Matched",
  explained: "Explained",
  outstanding: "Not on the bank yet",
  rules: "Rules",
  files: "Files",
} as const;
export type BankPart = keyof typeof bankParts;

/** What belongs to one part and means nothing in another. */
export const afresh: LedgerSearch = {
  view: undefined,
  account: undefined,
  customer: undefined,
  supplier: undefined,
  branch: undefined,
  currency: undefined,
  from: undefined,
  to: undefined,
  q: undefined,
  side: undefined,
  order: undefined,
  page: undefined,
  state: undefined,
  asOf: undefined,
  of: undefined,
  bucket: undefined,
  entry: undefined,
  openOnly: undefined,
  part: undefined,
  driver: undefined,
  standing: undefined,
  only: undefined,
};
