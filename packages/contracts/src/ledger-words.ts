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

/** What the flows of cash on delivery use an account for, and the type that it has then. */
export const ledgerPurposes = {
  cod_with_driver: { label: "Cash with drivers", type: "asset" },
  cod_in_safe: { label: "Cash in the safe", type: "cash" },
  bank: { label: "Bank", type: "cash" },
  cod_owed: { label: "Owed to merchants", type: "liability" },
  driver_wallet: { label: "Owed to drivers", type: "liability" },
  delivery_fee: { label: "Delivery fees", type: "income" },
  cod_fee: { label: "COD fees", type: "income" },
  driver_pay: { label: "Driver pay", type: "expense" },
  short_over: { label: "Cash short and over", type: "expense" },
  tax: { label: "Tax", type: "liability" },
} as const satisfies Record<string, { label: string; type: LedgerAccountType }>;
export type LedgerPurpose = keyof typeof ledgerPurposes;

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

/** The languages that a statement can be printed in. */
export const statementLanguages = { en: "English", ar: "Arabic" } as const;
export type StatementLanguage = keyof typeof statementLanguages;

export const mostBankDetails = 500;
