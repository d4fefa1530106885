/** What an account is for; debits raise the balance of the first three and of expenses, credits that of the others. */
export const ledgerAccountTypes = {
  receivable: "Receivable",
  cash: "Cash and bank",
  asset: "Other asset",
  payable: "Payable",
  liability: "Other liability",
  equity: "Equity",
  income: "Income",
  expense: "Expense",
} as const;
export type LedgerAccountType = keyof typeof ledgerAccountTypes;

/** With whom an account, a line or a statement is about. */
export const ledgerParties = {
  customer: "Customer",
  supplier: "Supplier",
  driver: "Driver",
  branch: "Branch",
} as const;
export type LedgerParty = keyof typeof ledgerParties;

/** How an entry stands. A pending one counts nowhere until it is posted. */
export const ledgerEntryStates = ["pending", "posted", "voided", "reversed"] as const;
export type LedgerEntryState = (typeof ledgerEntryStates)[number];

/** The largest amount of one line, in minor units. */
export const largestAmount = 1_000_000_000_000_000;
export const mostLedgerLines = 200;
export const mostLedgerFilter = 120;

/** How late an open amount is. */
export const ledgerAgeingBuckets = ["Not due", "1-30", "31-60", "61-90", "90+"] as const;

export const ledgerPeriodStates = ["open", "closing", "closed", "reopening"] as const;
