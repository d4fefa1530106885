import { z } from "zod";
import { fileEncodings } from "./file-encodings.ts";
import { type LedgerParty, largestAmount, ledgerParties, mostLedgerFilter } from "./ledger-words.ts";
import { day } from "./metrics.ts";
import { instant, pageInput, pageSchema } from "./primitives.ts";
import { route } from "./route.ts";

const id = z.string().min(1).max(64);
const account = z.string().trim().min(1).max(64);
const word = z.string().trim().min(1).max(120);
const money = z.number().int();
const currency = z.string().regex(/^[A-Z]{3}$/, "Give the three letters of a currency, such as USD.");
const partyKind = z.enum(Object.keys(ledgerParties) as [LedgerParty, ...LedgerParty[]]);
const ofAccount = { account };

/** What columns of a bank's file are read as, in the order in which people choose them. */
export const bankFields = {
  day: "Day",
  amount: "Amount",
  moneyOut: "Money out",
  moneyIn: "Money in",
  direction: "In or out",
  text: "Text",
  reference: "Reference",
  counterparty: "Counterparty",
  currency: "Currency",
} as const;
export type BankField = keyof typeof bankFields;

const column = z.string().min(1).max(200).optional();

/** From which columns a file of a bank or courier is read, and how they are written. */
export const bankMapping = z.strictObject({
  day: column,
  /** One amount with its sign; or else money out and money in in columns of their own. */
  amount: column,
  moneyOut: column,
  moneyIn: column,
  /** Says of each amount whether it came in or went out, such as CR and DR. */
  direction: column,
  text: column,
  reference: column,
  counterparty: column,
  currency: column,
  dates: z.enum(["iso", "dmy", "mdy", "ymd", "unix", "excel"]).optional(),
  decimal: z.enum(["point", "comma"]).optional(),
  /** The file is written from the other side, as of a courier that says what it owes. */
  isOtherSide: z.boolean().optional(),
});
export type BankMapping = z.output<typeof bankMapping>;

const bankImport = z.object({
  id: z.string(),
  account: z.object({ id: z.string(), code: z.string(), name: z.string() }),
  fileName: z.string(),
  rowsRead: z.number(),
  rowsWritten: z.number(),
  rowsDuplicate: z.number(),
  rowsRejected: z.number(),
  takenAt: instant,
  takenBy: z.string().nullable(),
});
export type BankImport = z.output<typeof bankImport>;

const bankPreview = z.object({
  worksheet: z.string().nullable(),
  worksheets: z.array(z.string()),
  encoding: z.string(),
  /** Its text can be read in other encodings. */
  hasEncodings: z.boolean(),
  columns: z.array(z.object({ name: z.string(), examples: z.array(z.string()) })),
  /** That of the call, or the suggested one. */
  mapping: bankMapping,
  /** What must be chosen before the file can be taken in. */
  questions: z.array(z.object({ field: z.string(), message: z.string() })),
  /** The first rows as they would be read. */
  rows: z.array(
    z.object({
      row: z.number(),
      day: z.string().nullable(),
      amountMinor: money.nullable(),
      currency: z.string().nullable(),
      text: z.string().nullable(),
      reference: z.string().nullable(),
      counterparty: z.string().nullable(),
      problem: z.string().nullable(),
    }),
  ),
  /** Of the whole file; null while something must be chosen. */
  counts: z.object({ read: z.number(), written: z.number(), duplicate: z.number(), rejected: z.number() }).nullable(),
  /** When the same file was taken in before. */
  takenBefore: instant.nullable(),
});
export type BankPreview = z.output<typeof bankPreview>;

export const importBankFile = route({
  method: "POST",
  path: "/api/ledger/imports",
  permission: "ledger.post",
  status: 201,
  summary:
    "Takes in a file of a bank or courier (CSV, TSV, XLSX) about an account, as a form's field `file` or as the body. " +
    "With `isPreview` it answers how the file would be read and stores nothing.",
  input: z.strictObject({
    ...ofAccount,
    /** A mapping as JSON; without it, columns are matched by their names and values. */
    mapping: z.string().max(20_000).optional(),
    worksheet: z.string().min(1).max(255).optional(),
    encoding: z.enum(fileEncodings).optional(),
    isPreview: z.enum(["0", "1"]).default("0"),
    /** The file's name, where the body is the file. */
    name: z.string().max(255).optional(),
  }),
  output: z.object({
    preview: bankPreview.nullable(),
    import: bankImport
      .extend({
        /** What rules have posted of it. */
        rowsPosted: z.number(),
      })
      .nullable(),
  }),
  topics: ["ledger", "metrics"],
  failures: ["conflict", "too_large"],
  limit: { calls: 60, perSeconds: 60, isForEachPerson: true },
  takesFile: true,
});

export const listBankImports = route({
  method: "GET",
  path: "/api/ledger/imports",
  permission: "ledger.read",
  isOpenToPlatform: true,
  summary: "Files of banks and couriers, the newest first, with what became of their rows.",
  input: z.strictObject({ ...pageInput, account: account.optional() }),
  output: pageSchema(bankImport),
  topics: ["ledger"],
});

export const listBankRejects = route({
  method: "GET",
  path: "/api/ledger/imports/{import}/rejects",
  permission: "ledger.read",
  isOpenToPlatform: true,
  summary: "Rows of a file that were not taken, with the reason of each.",
  input: z.strictObject({ ...pageInput, import: id }),
  output: pageSchema(z.object({ row: z.number(), reason: z.string(), content: z.string() })),
  topics: ["ledger"],
});

const bookLine = z.object({
  entry: z.string(),
  number: z.number(),
  line: z.number(),
  postingDay: z.string(),
  text: z.string(),
  reference: z.string().nullable(),
  currency: z.string(),
  amountMinor: money,
});
export type BankBookLine = z.output<typeof bookLine>;

const suggestion = z.object({
  /** Why they may belong together, in words. */
  reason: z.string(),
  /** There is no other as good, and no other line of the bank wants the same. */
  isUnambiguous: z.boolean(),
  lines: z.array(bookLine),
});
export type BankSuggestion = z.output<typeof suggestion>;

export const bankLineStates = ["open", "matched", "explained"] as const;
export type BankLineState = (typeof bankLineStates)[number];

const bankLine = z.object({
  id: z.string(),
  account: z.object({ id: z.string(), code: z.string(), name: z.string() }),
  state: z.enum(bankLineStates),
  day: z.string(),
  /** What came in is above zero, what went out below. */
  amountMinor: money,
  currency: z.string(),
  text: z.string(),
  reference: z.string().nullable(),
  counterparty: z.string().nullable(),
  fileName: z.string(),
  row: z.number(),
  /** Days since its day. */
  ageDays: z.number(),
  /** Why it waits or was not posted by a rule. */
  note: z.string().nullable(),
  explanation: z.object({ text: z.string(), at: instant, by: z.string().nullable() }).nullable(),
  match: z.object({ reason: z.string(), at: instant, by: z.string().nullable(), lines: z.array(bookLine) }).nullable(),
  suggestions: z.array(suggestion),
});
export type BankLine = z.output<typeof bankLine>;

export const listBankLines = route({
  method: "GET",
  path: "/api/ledger/bank-lines",
  permission: "ledger.read",
  isOpenToPlatform: true,
  summary:
    "Lines of the bank on an account, the oldest first; open ones with the lines of the book that may be theirs.",
  input: z.strictObject({
    ...pageInput,
    ...ofAccount,
    state: z.enum(bankLineStates).default("open"),
    q: z.string().trim().max(mostLedgerFilter).optional(),
  }),
  output: z.object({
    items: z.array(bankLine),
    next: z.string().nullable(),
    counts: z.object({
      open: z.number(),
      matched: z.number(),
      explained: z.number(),
      /** Open lines whose suggestion is unambiguous. */
      unambiguous: z.number(),
    }),
    /** Only so many of the oldest open lines have suggestions; null where all have. */
    suggestedFor: z.number().nullable(),
  }),
  topics: ["ledger"],
});
export type BankQueue = z.output<typeof listBankLines.output>;

export const matchBankLine = route({
  method: "POST",
  path: "/api/ledger/bank-lines/{bankLine}/match",
  permission: "ledger.post",
  summary: "Says which lines of the book a line of the bank is; they sum up to it exactly, and each is used once.",
  input: z.strictObject({
    bankLine: id,
    lines: z
      .array(z.strictObject({ entry: z.guid(), line: z.int().min(1).max(10_000) }))
      .min(1, "Choose a line of the book.")
      .max(100),
  }),
  output: bankLine,
  topics: ["ledger"],
  failures: ["conflict"],
});

export const acceptBankSuggestions = route({
  method: "POST",
  path: "/api/ledger/bank-lines/accept",
  permission: "ledger.post",
  summary: "Matches all open lines of an account whose suggestion is unambiguous.",
  input: z.strictObject(ofAccount),
  output: z.object({ matched: z.number() }),
  topics: ["ledger"],
});

export const unmatchBankLine = route({
  method: "POST",
  path: "/api/ledger/bank-lines/{bankLine}/unmatch",
  permission: "ledger.post",
  summary: "Takes the match of a line back; it stays on record with who undid it.",
  input: z.strictObject({ bankLine: id }),
  output: bankLine,
  topics: ["ledger"],
  failures: ["conflict"],
});

export const postBankLine = route({
  method: "POST",
  path: "/api/ledger/bank-lines/{bankLine}/post",
  permission: "ledger.post",
  summary:
    "Posts the entry that is missing for a line of the bank and matches it. Above the limit it waits for approval.",
  input: z.strictObject({
    bankLine: id,
    /** The id or the code of the account on the other side. */
    counterAccount: account,
    party: z.strictObject({ kind: partyKind, name: word }).nullable().default(null),
    /** That of the bank when left out. */
    text: z.string().trim().min(1).max(300).optional(),
  }),
  output: bankLine,
  topics: ["ledger", "metrics"],
  failures: ["conflict"],
});

export const explainBankLine = route({
  method: "POST",
  path: "/api/ledger/bank-lines/{bankLine}/explain",
  permission: "ledger.post",
  summary: "Says why a line of the bank needs no entry, or takes that back.",
  input: z.strictObject({
    bankLine: id,
    /** Null takes the explanation back. */
    text: z.string().trim().min(1).max(300).nullable(),
  }),
  output: bankLine,
  topics: ["ledger"],
  failures: ["conflict"],
});

export const listBankOutstanding = route({
  method: "GET",
  path: "/api/ledger/bank-outstanding",
  permission: "ledger.read",
  isOpenToPlatform: true,
  summary:
    "Lines of the book on an account that no line of the bank is matched with, the oldest first, or those nearest to a day.",
  input: z.strictObject({
    ...pageInput,
    ...ofAccount,
    q: z.string().trim().max(mostLedgerFilter).optional(),
    /** Only those that came in, or that went out. */
    direction: z.enum(["in", "out"]).optional(),
    currency: currency.optional(),
    /** Only those since the first line of the files: what was before is taken as known to the bank. */
    isExpected: z.stringbool().optional(),
    /** The day whose neighbours come first. */
    near: day.optional(),
  }),
  output: pageSchema(bookLine.extend({ ageDays: z.number() })),
  topics: ["ledger"],
});

export const getBankReconciliation = route({
  method: "GET",
  path: "/api/ledger/bank-reconciliation",
  permission: "ledger.read",
  isOpenToPlatform: true,
  summary:
    "What an account stands at in the book at the end of a day, less what the bank has not, plus what only the bank has: " +
    "the balance that the bank should show.",
  input: z.strictObject({ ...ofAccount, asOf: day.optional() }),
  output: z.object({
    asOf: z.string(),
    currencies: z.array(
      z.object({
        currency: z.string(),
        bookMinor: money,
        /** The first day of the files; null where there are none, and nothing is known of the bank. */
        since: z.string().nullable(),
        outstandingMinor: money.nullable(),
        unmatchedMinor: money.nullable(),
        explainedMinor: money.nullable(),
        bankMinor: money.nullable(),
      }),
    ),
  }),
  topics: ["ledger"],
});
export type BankReconciliation = z.output<typeof getBankReconciliation.output>;

const ruleContent = {
  name: word,
  textContains: word.nullable().default(null),
  counterpartyContains: word.nullable().default(null),
  direction: z.enum(["in", "out"]).nullable().default(null),
  leastMinor: z.int().min(0).max(largestAmount).nullable().default(null),
  mostMinor: z.int().min(0).max(largestAmount).nullable().default(null),
  /** The id or the code of the account on the other side. */
  counterAccount: account,
  party: z.strictObject({ kind: partyKind, name: word }).nullable().default(null),
  /** What the entry says; that of the bank when null. */
  entryText: z.string().trim().min(1).max(300).nullable().default(null),
};

const ruleAccount = z.object({ id: z.string(), code: z.string(), name: z.string() });
const bankRule = z.object({
  id: z.string(),
  account: ruleAccount,
  name: z.string(),
  textContains: z.string().nullable(),
  counterpartyContains: z.string().nullable(),
  direction: z.enum(["in", "out"]).nullable(),
  leastMinor: money.nullable(),
  mostMinor: money.nullable(),
  counterAccount: ruleAccount,
  party: z.object({ kind: partyKind, name: z.string() }).nullable(),
  entryText: z.string().nullable(),
  isOn: z.boolean(),
  /** When it was tried as it is now; null where it was not, and cannot be switched on. */
  triedAt: instant.nullable(),
});
export type BankRule = z.output<typeof bankRule>;

export const listBankRules = route({
  method: "GET",
  path: "/api/ledger/bank-rules",
  permission: "ledger.read",
  isOpenToPlatform: true,
  summary: "Rules that post lines of the bank on an account, in the order in which they are tried.",
  input: z.strictObject(ofAccount),
  output: z.object({ items: z.array(bankRule) }),
  topics: ["ledger"],
});

export const createBankRule = route({
  method: "POST",
  path: "/api/ledger/bank-rules",
  permission: "ledger.manage",
  status: 201,
  summary: "Adds a rule; it is off until it was tried.",
  input: z.strictObject({ ...ofAccount, ...ruleContent }),
  output: bankRule,
  topics: ["ledger"],
  failures: ["conflict"],
});

export const changeBankRule = route({
  method: "PUT",
  path: "/api/ledger/bank-rules/{rule}",
  permission: "ledger.manage",
  summary: "Changes what a rule says; it is off until it was tried again.",
  input: z.strictObject({ rule: id, ...ruleContent }),
  output: bankRule,
  topics: ["ledger"],
  failures: ["conflict"],
});

export const switchBankRule = route({
  method: "POST",
  path: "/api/ledger/bank-rules/{rule}/switch",
  permission: "ledger.manage",
  summary: "Switches a rule on or off. It posts new lines only.",
  input: z.strictObject({ rule: id, isOn: z.boolean() }),
  output: bankRule,
  topics: ["ledger"],
  failures: ["conflict"],
});

export const removeBankRule = route({
  method: "DELETE",
  path: "/api/ledger/bank-rules/{rule}",
  permission: "ledger.manage",
  summary: "Removes a rule; what it has posted stays.",
  input: z.strictObject({ rule: id }),
  output: z.object({}),
  topics: ["ledger"],
});

export const tryBankRule = route({
  method: "POST",
  path: "/api/ledger/bank-rules/{rule}/trial",
  permission: "ledger.manage",
  summary: "Which lines of the last 30 days a rule would have posted. Nothing is posted.",
  input: z.strictObject({ rule: id }),
  output: z.object({
    rule: bankRule,
    from: z.string(),
    /** All lines of the bank since then. */
    lines: z.number(),
    fits: z.number(),
    sums: z.array(z.object({ currency: z.string(), amountMinor: money })),
    /** The newest of those that fit. */
    items: z.array(
      z.object({
        id: z.string(),
        day: z.string(),
        amountMinor: money,
        currency: z.string(),
        text: z.string(),
        counterparty: z.string().nullable(),
        state: z.enum(bankLineStates),
      }),
    ),
  }),
  topics: ["ledger"],
});
export type BankRuleTrial = z.output<typeof tryBankRule.output>;

/** All routes of files of banks and couriers. */
export const ledgerBankRoutes = {
  importBankFile,
  listBankImports,
  listBankRejects,
  listBankLines,
  matchBankLine,
  acceptBankSuggestions,
  unmatchBankLine,
  postBankLine,
  explainBankLine,
  listBankOutstanding,
  getBankReconciliation,
  listBankRules,
  createBankRule,
  changeBankRule,
  switchBankRule,
  removeBankRule,
  tryBankRule,
};
