import { z } from "zod";
import {
  type LedgerPurpose,
  largestAmount,
  ledgerAccountTypes,
  ledgerEntryStates,
  ledgerParties,
  ledgerPeriodStates,
  ledgerPurposes,
  mostBankDetails,
  mostLedgerFilter,
  mostLedgerLines,
} from "./ledger-words.ts";
import { day, firstDayAfter } from "./metrics.ts";
import { instant, pageInput, pageSchema } from "./primitives.ts";
import { route } from "./route.ts";

const keysOf = <Name extends string>(words: Readonly<Record<Name, string>>) =>
  z.enum(Object.keys(words) as [Name, ...Name[]]);
const accountType = keysOf(ledgerAccountTypes);
const partyKind = keysOf(ledgerParties);
const purpose = z.enum(Object.keys(ledgerPurposes) as [LedgerPurpose, ...LedgerPurpose[]]);
const id = z.string().min(1).max(64);
const word = z.string().trim().min(1).max(120);
const currency = z
  .string()
  .trim()
  .regex(/^[A-Z]{3}$/, "Give the three letters of a currency, such as USD.");
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, "Give a month such as 2026-03.");
const money = z.number().int();

const party = z.object({ kind: partyKind, name: word });

export const ledgerAccount = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  type: accountType,
  /** The one currency that it takes; null where it takes every one. */
  currency: z.string().nullable(),
  party: party.nullable(),
  /** What the flows of cash on delivery use it for. */
  purpose: purpose.nullable(),
  isOpen: z.boolean(),
  /** Debits less credits, by currency. */
  balances: z.array(z.object({ currency: z.string(), balanceMinor: money })),
});
export type LedgerAccount = z.output<typeof ledgerAccount>;

export const listLedgerAccounts = route({
  method: "GET",
  path: "/api/ledger/accounts",
  permission: "ledger.read",
  isOpenToPlatform: true,
  summary: "The plan of accounts with the balance of each, by code.",
  input: z.strictObject({ ...pageInput, q: z.string().trim().max(mostLedgerFilter).optional() }),
  output: pageSchema(ledgerAccount),
  topics: ["ledger"],
});

const code = z.string().trim().min(1).max(40);

export const createLedgerAccount = route({
  method: "POST",
  path: "/api/ledger/accounts",
  permission: "ledger.post",
  summary: "Adds an account to the plan.",
  input: z.strictObject({
    code,
    name: word,
    type: accountType,
    currency: currency.nullable().default(null),
    party: party.nullable().default(null),
    purpose: purpose.nullable().default(null),
  }),
  output: ledgerAccount,
  status: 201,
  topics: ["ledger"],
  failures: ["conflict"],
});

export const changeLedgerAccount = route({
  method: "PATCH",
  path: "/api/ledger/accounts/{account}",
  permission: "ledger.post",
  summary: "Renames, closes or opens an account; its type and currency can be changed until something is posted to it.",
  input: z.strictObject({
    account: id,
    code: code.optional(),
    name: word.optional(),
    type: accountType.optional(),
    currency: currency.nullable().optional(),
    party: party.nullable().optional(),
    purpose: purpose.nullable().optional(),
    isOpen: z.boolean().optional(),
  }),
  output: ledgerAccount,
  topics: ["ledger"],
  failures: ["conflict"],
});

const lineParties = {
  customer: word.nullable().default(null),
  supplier: word.nullable().default(null),
  driver: word.nullable().default(null),
  branch: word.nullable().default(null),
  costCenter: word.nullable().default(null),
};

const lineInput = z.strictObject({
  /** The id or the code of an account. */
  account: z.string().trim().min(1).max(64),
  /** Debits are above zero, credits below. */
  amountMinor: money
    .min(-largestAmount)
    .max(largestAmount)
    .refine((amount) => amount !== 0, "An amount of zero posts nothing."),
  /** That of the account when left out, or else that of the tenant. */
  currency: currency.optional(),
  ...lineParties,
  dueDay: day.nullable().default(null),
  text: z.string().trim().max(200).nullable().default(null),
});
export type LedgerLineInput = z.input<typeof lineInput>;

const ledgerLine = z.object({
  line: z.number(),
  account: z.object({ id: z.string(), code: z.string(), name: z.string() }),
  currency: z.string(),
  amountMinor: money,
  /** The same in the tenant's currency; null where the entry has no rate. */
  baseMinor: money.nullable(),
  customer: z.string().nullable(),
  supplier: z.string().nullable(),
  driver: z.string().nullable(),
  branch: z.string().nullable(),
  costCenter: z.string().nullable(),
  dueDay: z.string().nullable(),
  text: z.string().nullable(),
});

const entryLink = z.object({ id: z.string(), number: z.number() });

export const ledgerEntryHead = z.object({
  id: z.string(),
  /** Its place in the chain of the tenant. */
  number: z.number(),
  key: z.string(),
  state: z.enum(ledgerEntryStates),
  postingDay: z.string(),
  valueDay: z.string(),
  /** Its value day lies before the day on which it counts. */
  isBackDated: z.boolean(),
  text: z.string(),
  reference: z.string().nullable(),
  source: z.string(),
  createdAt: instant,
  createdBy: z.string().nullable(),
  /** Whether the caller has made it: someone else approves it. */
  isOwn: z.boolean(),
  needsApproval: z.boolean(),
  /** What its debits sum up to, by currency. */
  amounts: z.array(z.object({ currency: z.string(), amountMinor: money })),
  reverses: entryLink.nullable(),
  reversedBy: entryLink.nullable(),
});
export type LedgerEntryHead = z.output<typeof ledgerEntryHead>;

const ledgerEntry = ledgerEntryHead.extend({
  lines: z.array(ledgerLine),
  /** What it was made for, such as a delivery. */
  cause: z.object({ kind: z.string(), id: z.string() }).nullable(),
  baseCurrency: z.string().nullable(),
  rates: z.record(z.string(), z.string()),
  /** Who posted, approved or voided it, where it was pending. */
  decision: z
    .object({ kind: z.enum(["posted", "approved", "voided"]), at: instant, by: z.string().nullable() })
    .nullable(),
  /** What ties it to the entry before it. */
  mark: z.string(),
});
export type LedgerEntry = z.output<typeof ledgerEntry>;

export const listLedgerEntries = route({
  method: "GET",
  path: "/api/ledger/entries",
  permission: "ledger.read",
  isOpenToPlatform: true,
  summary: "The entries of the book, the newest first.",
  input: z.strictObject({
    ...pageInput,
    q: z.string().trim().max(mostLedgerFilter).optional(),
    state: z.enum(ledgerEntryStates).optional(),
    from: day.optional(),
    to: firstDayAfter.optional(),
  }),
  output: pageSchema(ledgerEntryHead),
  topics: ["ledger"],
});

const rate = z
  .string()
  .trim()
  .regex(/^\d{1,9}(\.\d{1,12})?$/, "Give a rate such as 1.0825.")
  .refine((text) => /[1-9]/.test(text), "A rate is above zero.");

export const postLedgerEntry = route({
  method: "POST",
  path: "/api/ledger/entries",
  permission: "ledger.post",
  summary:
    "Posts an entry. The same key with the same content answers with the entry that is there, with other content it is " +
    "a conflict. From the tenant's limit on it waits for a second person.",
  input: z.strictObject({
    /** The caller's own key of the entry. */
    key: z.string().trim().min(1).max(200),
    text: z.string().trim().min(1).max(300),
    /** When it counts from; its month must be open. Today, or the value day where its month is open, when left out. */
    postingDay: day.optional(),
    /** The day that it is about; the posting day when left out. */
    valueDay: day.optional(),
    reference: word.nullable().default(null),
    /** What one unit of a currency is worth in that of the tenant. */
    rates: z.record(currency, rate).default({}),
    /** It waits until it is posted or voided. */
    isPending: z.boolean().default(false),
    lines: z.array(lineInput).min(2, "An entry has two lines or more.").max(mostLedgerLines),
  }),
  output: ledgerEntry,
  status: 201,
  topics: ["ledger", "metrics"],
  failures: ["conflict"],
});

const openedEntry = ledgerEntry.extend({
  /** The order that its reference names, where there is one. */
  order: z.string().nullable(),
});
export type OpenedLedgerEntry = z.output<typeof openedEntry>;

export const getLedgerEntry = route({
  method: "GET",
  path: "/api/ledger/entries/{entry}",
  permission: "ledger.read",
  isOpenToPlatform: true,
  summary: "An entry with its lines, what reversed it, and its place in the chain.",
  input: z.strictObject({ entry: id }),
  output: openedEntry,
  topics: ["ledger"],
});

export const reverseLedgerEntry = route({
  method: "POST",
  path: "/api/ledger/entries/{entry}/reverse",
  permission: "ledger.reverse",
  summary: "Posts the opposite of an entry, linked both ways; an entry is reversed once.",
  input: z.strictObject({
    entry: id,
    /** Why. */
    text: z.string().trim().min(1).max(300),
    postingDay: day.optional(),
  }),
  output: ledgerEntry,
  status: 201,
  topics: ["ledger", "metrics"],
  failures: ["conflict"],
});

const decideEntry = { entry: id };

export const postPendingEntry = route({
  method: "POST",
  path: "/api/ledger/entries/{entry}/post",
  permission: "ledger.post",
  summary: "Posts a pending entry that needs no second person.",
  input: z.strictObject(decideEntry),
  output: ledgerEntry,
  topics: ["ledger", "metrics"],
  failures: ["conflict"],
});

export const voidPendingEntry = route({
  method: "POST",
  path: "/api/ledger/entries/{entry}/void",
  permission: "ledger.post",
  summary: "Ends a pending entry, which then never counts.",
  input: z.strictObject(decideEntry),
  output: ledgerEntry,
  topics: ["ledger"],
  failures: ["conflict"],
});

export const approveLedgerEntry = route({
  method: "POST",
  path: "/api/ledger/entries/{entry}/approve",
  permission: "ledger.approve",
  summary: "Posts a pending entry of someone else that needs a second person.",
  input: z.strictObject(decideEntry),
  output: ledgerEntry,
  topics: ["ledger", "metrics"],
  failures: ["conflict"],
});

const statementLine = z.object({
  entry: z.string(),
  number: z.number(),
  line: z.number(),
  postingDay: z.string(),
  valueDay: z.string(),
  account: z.object({ id: z.string(), code: z.string(), name: z.string() }),
  text: z.string(),
  reference: z.string().nullable(),
  dueDay: z.string().nullable(),
  debitMinor: money,
  creditMinor: money,
  /** What the account stood at after this line, whichever lines are shown. */
  balanceMinor: money,
  /** What of it is not settled, with its sign; null on accounts without open items. */
  openMinor: money.nullable(),
  isReversal: z.boolean(),
  reversedBy: entryLink.nullable(),
});
export type StatementLine = z.output<typeof statementLine>;

export const getLedgerStatement = route({
  method: "GET",
  path: "/api/ledger/statement",
  permission: "ledger.read",
  isOpenToPlatform: true,
  summary:
    "The lines of an account, or of a party over the accounts of the balance sheet, with opening, running and closing " +
    "balance. Filters and paging change no balance.",
  input: z.strictObject({
    /** The id or the code of an account. */
    account: z.string().trim().min(1).max(64).optional(),
    customer: word.optional(),
    supplier: word.optional(),
    driver: word.optional(),
    branch: word.optional(),
    /** The one that it is in; the tenant's own, or else the only one there is, when left out. */
    currency: currency.optional(),
    from: day.optional(),
    to: firstDayAfter.optional(),
    q: z.string().trim().max(mostLedgerFilter).optional(),
    side: z.enum(["debit", "credit"]).optional(),
    leastMinor: z.coerce.number().int().min(0).max(largestAmount).optional(),
    mostMinor: z.coerce.number().int().min(0).max(largestAmount).optional(),
    /** Only lines that are not wholly settled. */
    openOnly: z.enum(["0", "1"]).default("0"),
    order: z.enum(["oldest", "newest"]).default("oldest"),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  output: z.object({
    account: ledgerAccount.omit({ balances: true }).nullable(),
    currency: z.string(),
    /** All currencies that it has lines in. */
    currencies: z.array(z.string()),
    from: z.string().nullable(),
    to: z.string().nullable().describe("The first day after the range."),
    openingMinor: money,
    debitMinor: money,
    creditMinor: money,
    closingMinor: money,
    lines: z.number(),
    shown: z.object({ lines: z.number(), debitMinor: money, creditMinor: money }),
    /** What the lines sum up to that the filter leaves out: opening + shown + not shown = closing. */
    notShownMinor: money,
    page: z.number(),
    pages: z.number(),
    items: z.array(statementLine),
  }),
  topics: ["ledger"],
});
export type LedgerStatement = z.output<typeof getLedgerStatement.output>;

export const getTrialBalance = route({
  method: "GET",
  path: "/api/ledger/trial-balance",
  permission: "ledger.read",
  isOpenToPlatform: true,
  summary: "What every account stands at after a day; debits and credits are equal in each currency.",
  input: z.strictObject({ asOf: day.optional() }),
  output: z.object({
    asOf: z.string(),
    currencies: z.array(z.object({ currency: z.string(), debit: money, credit: money, difference: money })),
    accounts: z.array(
      z.object({
        id: z.string(),
        code: z.string(),
        name: z.string(),
        type: accountType,
        currency: z.string(),
        debit: money,
        credit: money,
        balance: money,
      }),
    ),
  }),
  topics: ["ledger"],
});
export type TrialBalance = z.output<typeof getTrialBalance.output>;

export const getLedgerAgeing = route({
  method: "GET",
  path: "/api/ledger/ageing",
  permission: "ledger.read",
  isOpenToPlatform: true,
  summary: "What customers owe, or what is owed to suppliers, by how late it is.",
  input: z.strictObject({ side: z.enum(["receivable", "payable"]).default("receivable"), asOf: day.optional() }),
  output: z.object({
    asOf: z.string(),
    currencies: z.array(z.object({ currency: z.string(), total: money, buckets: z.array(money) })),
    parties: z.array(
      z.object({ party: z.string().nullable(), currency: z.string(), total: money, buckets: z.array(money) }),
    ),
  }),
  topics: ["ledger"],
});
export type LedgerAgeing = z.output<typeof getLedgerAgeing.output>;

const ledgerPeriod = z.object({
  month: z.string(),
  state: z.enum(ledgerPeriodStates),
  askedBy: z.string().nullable(),
  askedAt: instant.nullable(),
  /** Whether the caller has asked: someone else decides. */
  isAskedByOneself: z.boolean(),
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  entries: z.number(),
  pending: z.number(),
});
export type LedgerPeriod = z.output<typeof ledgerPeriod>;

export const listLedgerPeriods = route({
  method: "GET",
  path: "/api/ledger/periods",
  permission: "ledger.read",
  isOpenToPlatform: true,
  summary: "The months of the book, the newest first.",
  input: z.strictObject({}),
  output: z.object({ items: z.array(ledgerPeriod) }),
  topics: ["ledger"],
});

export const addLedgerPeriod = route({
  method: "POST",
  path: "/api/ledger/periods",
  permission: "ledger.close",
  summary: "Adds a month that has no entries yet, so that it can be closed.",
  input: z.strictObject({ month }),
  output: ledgerPeriod,
  status: 201,
  topics: ["ledger"],
});

export const closeLedgerPeriod = route({
  method: "POST",
  path: "/api/ledger/periods/{period}/close",
  permission: "ledger.close",
  summary: "Asks to close a month, or closes it where another person has asked for it.",
  input: z.strictObject({ period: month }),
  output: ledgerPeriod,
  topics: ["ledger"],
  failures: ["conflict"],
});

export const reopenLedgerPeriod = route({
  method: "POST",
  path: "/api/ledger/periods/{period}/reopen",
  permission: "ledger.close",
  summary: "Asks to reopen a month, or reopens it where another person has asked for it; withdraws a wish to close it.",
  input: z.strictObject({ period: month }),
  output: ledgerPeriod,
  topics: ["ledger"],
  failures: ["conflict"],
});

export const verifyLedger = route({
  method: "GET",
  path: "/api/ledger/verification",
  permission: "ledger.read",
  isOpenToPlatform: true,
  summary: "Walks the whole book and names each entry that is not as it was written.",
  input: z.strictObject({}),
  output: z.object({
    checkedAt: instant,
    entries: z.number(),
    lines: z.number(),
    problems: z.array(z.string()),
    /** When the book was sealed last outside the database; null before the first night. */
    sealedAt: instant.nullable(),
  }),
  topics: ["ledger"],
  limit: { calls: 20, perSeconds: 60, isForEachPerson: true },
});

const ledgerSettings = z.object({
  /** From this amount on an entry takes a second person; null for none. */
  approvalMinor: z.int().min(1).max(largestAmount).nullable(),
  /** Where customers pay to, as it stands on statements. */
  bankDetails: z.string().nullable(),
  currency: z.string(),
});

export const getLedgerSettings = route({
  method: "GET",
  path: "/api/ledger/settings",
  permission: "ledger.read",
  isOpenToPlatform: true,
  summary: "From which amount on an entry takes a second person, and the bank details on statements.",
  input: z.strictObject({}),
  output: ledgerSettings,
  topics: ["ledger"],
});

export const changeLedgerSettings = route({
  method: "PUT",
  path: "/api/ledger/settings",
  permission: "ledger.manage",
  summary: "Changes from which amount on an entry takes a second person, and the bank details on statements.",
  input: z.strictObject({
    approvalMinor: ledgerSettings.shape.approvalMinor.optional(),
    bankDetails: z.string().trim().max(mostBankDetails).nullable().optional(),
  }),
  output: ledgerSettings,
  topics: ["ledger"],
});

/** All routes of the book. */
export const ledgerRoutes = {
  listLedgerAccounts,
  createLedgerAccount,
  changeLedgerAccount,
  listLedgerEntries,
  postLedgerEntry,
  getLedgerEntry,
  reverseLedgerEntry,
  postPendingEntry,
  voidPendingEntry,
  approveLedgerEntry,
  getLedgerStatement,
  getTrialBalance,
  getLedgerAgeing,
  listLedgerPeriods,
  addLedgerPeriod,
  closeLedgerPeriod,
  reopenLedgerPeriod,
  verifyLedger,
  getLedgerSettings,
  changeLedgerSettings,
};
