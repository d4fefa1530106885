import { isDay } from "@console/figures/calendar";
import { createSearchReader, parseKey, parseText } from "../../lib/search.ts";

/** The parts of the page, with what they are called. */
export const ledgerViews = {
  statement: "Statement",
  entries: "Entries",
  accounts: "Accounts",
  trial: "Trial balance",
  ageing: "Ageing",
  months: "Months",
} as const;
export type LedgerView = keyof typeof ledgerViews;

export const statementOrders = { oldest: "Oldest first", newest: "Newest first" } as const;
export const statementSides = { debit: "Debits", credit: "Credits" } as const;
export const ageingSides = { receivable: "Owed by customers", payable: "Owed to suppliers" } as const;
export const entryStates = {
  pending: "Pending",
  posted: "Posted",
  reversed: "Reversed",
  voided: "Voided",
} as const;

const parseDay = (value: unknown) => {
  const day = parseText(value);
  return day !== undefined && isDay(day) ? day : undefined;
};

/** What stands in the address of the ledger. */
export const readLedgerSearch = createSearchReader({
  view: (value) => parseKey(ledgerViews, value),
  /** Whose statement is shown: an account by its id, or a party. */
  account: parseText,
  customer: parseText,
  supplier: parseText,
  currency: parseText,
  from: parseDay,
  to: parseDay,
  q: parseText,
  side: (value) => parseKey(statementSides, value),
  order: (value) => parseKey(statementOrders, value),
  page: parseText,
  state: (value) => parseKey(entryStates, value),
  asOf: parseDay,
  of: (value) => parseKey(ageingSides, value),
  /** The entry that is shown. */
  entry: parseText,
});
export type LedgerSearch = ReturnType<typeof readLedgerSearch>;

/** What belongs to one part and means nothing in another. */
export const afresh: LedgerSearch = {
  view: undefined,
  account: undefined,
  customer: undefined,
  supplier: undefined,
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
  entry: undefined,
};
