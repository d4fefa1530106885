import { z } from "zod";
import { largestAmount, mostLedgerFilter } from "./ledger-words.ts";
import { instant, pageInput, pageSchema } from "./primitives.ts";
import { route } from "./route.ts";

const word = z.string().trim().min(1).max(120);
const money = z.number().int();
const account = z.object({ id: z.string(), code: z.string(), name: z.string() });
const currency = z.string().regex(/^[A-Z]{3}$/, "Give the three letters of a currency, such as USD.");

/** What a person may settle at once. */
const mostParts = 200;

const openItem = z.object({
  entry: z.string(),
  number: z.number(),
  line: z.number(),
  account,
  currency: z.string(),
  postingDay: z.string(),
  dueDay: z.string().nullable(),
  text: z.string(),
  reference: z.string().nullable(),
  /** The customer, supplier, driver or branch of the line. */
  party: z.string().nullable(),
  /** Debits are above zero, credits below. */
  amountMinor: money,
  /** What of it is not settled, with the same sign. */
  openMinor: money,
});
export type LedgerOpenItem = z.output<typeof openItem>;

const ofParty = {
  /** The id or the code of an account. */
  account: z.string().trim().min(1).max(64).optional(),
  customer: word.optional(),
  supplier: word.optional(),
  driver: word.optional(),
  branch: word.optional(),
};

export const listLedgerOpenItems = route({
  method: "GET",
  path: "/api/ledger/open-items",
  permission: "ledger.read",
  isOpenToPlatform: true,
  summary:
    "Lines of receivables, payables, what is owed to merchants and to drivers that are not wholly settled, the oldest " +
    "first. An entry and its reversal settle each other.",
  input: z.strictObject({
    ...pageInput,
    ...ofParty,
    currency: currency.optional(),
    q: z.string().trim().max(mostLedgerFilter).optional(),
  }),
  output: z.object({
    items: z.array(openItem),
    next: z.string().nullable(),
    /** What all of them sum up to, by currency. */
    totals: z.array(z.object({ currency: z.string(), lines: z.number(), debitMinor: money, creditMinor: money })),
  }),
  topics: ["ledger"],
});

const part = z.strictObject({
  entry: z.guid(),
  line: z.int().min(1).max(10_000),
  /** How much of the line, with its sign: a debit is above zero. */
  amountMinor: z
    .int()
    .min(-largestAmount)
    .max(largestAmount)
    .refine((amount) => amount !== 0, "A part of zero settles nothing."),
});

const settlement = z.object({
  id: z.string(),
  account,
  currency: z.string(),
  createdAt: instant,
  createdBy: z.string().nullable(),
  /** When it was taken back; null where it stands. */
  undoneAt: instant.nullable(),
  undoneBy: z.string().nullable(),
  lines: z.array(
    z.object({
      entry: z.string(),
      number: z.number(),
      line: z.number(),
      text: z.string(),
      postingDay: z.string(),
      amountMinor: money,
    }),
  ),
});
export type LedgerSettlement = z.output<typeof settlement>;

export const listLedgerSettlements = route({
  method: "GET",
  path: "/api/ledger/settlements",
  permission: "ledger.read",
  isOpenToPlatform: true,
  summary: "What was settled with what, the newest first; what was undone stays in the list.",
  input: z.strictObject({ ...pageInput, account: z.string().trim().min(1).max(64).optional() }),
  output: pageSchema(settlement),
  topics: ["ledger"],
});

export const settleLedgerLines = route({
  method: "POST",
  path: "/api/ledger/settlements",
  permission: "ledger.post",
  summary: "Settles lines of one account and currency with each other, wholly or in part. No balance changes.",
  input: z.strictObject({
    account: z.string().trim().min(1).max(64),
    currency,
    parts: z.array(part).min(2, "Choose two lines or more.").max(mostParts),
  }),
  output: settlement,
  status: 201,
  topics: ["ledger"],
  failures: ["conflict"],
});

export const undoLedgerSettlement = route({
  method: "POST",
  path: "/api/ledger/settlements/{settlement}/undo",
  permission: "ledger.post",
  summary: "Takes a settlement back: its lines are open again. It stays in the list.",
  input: z.strictObject({ settlement: z.string().min(1).max(64) }),
  output: settlement,
  topics: ["ledger"],
  failures: ["conflict"],
});

export const suggestLedgerSettlement = route({
  method: "GET",
  path: "/api/ledger/settlements/suggestion",
  permission: "ledger.read",
  isOpenToPlatform: true,
  summary: "Which open lines of an account would settle each other, the oldest first. Nothing is written.",
  input: z.strictObject({ ...ofParty, account: z.string().trim().min(1).max(64), currency }),
  output: z.object({
    account,
    currency: z.string(),
    parts: z.array(openItem.extend({ settledMinor: money })),
    /** There are more open lines than are settled at once. */
    hasMore: z.boolean(),
  }),
  topics: ["ledger"],
});
export type SettlementSuggestion = z.output<typeof suggestLedgerSettlement.output>;

/** All routes of open items. */
export const ledgerOpenItemRoutes = {
  listLedgerOpenItems,
  listLedgerSettlements,
  settleLedgerLines,
  undoLedgerSettlement,
  suggestLedgerSettlement,
};
