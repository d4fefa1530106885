import { z } from "zod";
import { getLedgerStatement } from "./ledger.ts";
import { ledgerAgeingBuckets, ledgerParties, mostLedgerFilter } from "./ledger-words.ts";
import { day } from "./metrics.ts";
import { route } from "./route.ts";

const money = z.number().int();

const statementMonth = z.object({
  month: z.string(),
  /** The days of the month that lie in the span. */
  from: z.string(),
  to: z.string().describe("The first day after the range."),
  openingMinor: money,
  debitMinor: money,
  creditMinor: money,
  closingMinor: money,
  lines: z.number(),
});
export type StatementMonth = z.output<typeof statementMonth>;

export const getLedgerStatementMonths = route({
  method: "GET",
  path: "/api/ledger/statement/months",
  permission: "ledger.read",
  isOpenToPlatform: true,
  summary:
    "The months of a statement from its first line to its last, each with opening + debits − credits = closing; the " +
    "last 24 where there are more. The closing balance of the last one is that of the statement.",
  input: getLedgerStatement.input.pick({
    account: true,
    customer: true,
    supplier: true,
    driver: true,
    branch: true,
    currency: true,
    from: true,
    to: true,
  }),
  output: z.object({
    currency: z.string(),
    /** How many months lie before those that are answered. */
    earlier: z.number(),
    items: z.array(statementMonth),
  }),
  topics: ["ledger"],
});

const ageingLine = z.object({
  entry: z.string(),
  number: z.number(),
  line: z.number(),
  postingDay: z.string(),
  dueDay: z.string().nullable(),
  account: z.object({ id: z.string(), code: z.string(), name: z.string() }),
  text: z.string(),
  reference: z.string().nullable(),
  /** What it adds to the figure, in the currency of the figure. */
  amountMinor: money,
  /** What was posted, where that is in another currency. */
  original: z.object({ currency: z.string(), amountMinor: money }).nullable(),
});
export type AgeingLine = z.output<typeof ageingLine>;

export const getLedgerAgeingLines = route({
  method: "GET",
  path: "/api/ledger/ageing/lines",
  permission: "ledger.read",
  isOpenToPlatform: true,
  summary: "The lines behind one figure of the ageing, the ones due first at the top; their sum is the figure.",
  input: z.strictObject({
    side: z.enum(["receivable", "payable"]).default("receivable"),
    asOf: day.optional(),
    /** A customer or supplier as the ageing names it; lines without one when left out. */
    party: z.string().min(1).max(500).optional(),
    currency: z.string().regex(/^[A-Z]{3}$/, "Give the three letters of a currency, such as USD."),
    bucket: z.enum(ledgerAgeingBuckets),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  output: z.object({
    asOf: z.string(),
    totalMinor: money,
    lines: z.number(),
    page: z.number(),
    pages: z.number(),
    items: z.array(ageingLine),
  }),
  topics: ["ledger"],
});

export const listLedgerParties = route({
  method: "GET",
  path: "/api/ledger/parties",
  permission: "ledger.read",
  isOpenToPlatform: true,
  summary: "The customers, suppliers, drivers or branches that lines of the book name, by name; 50 at a time.",
  input: z.strictObject({
    kind: z.enum(Object.keys(ledgerParties) as [keyof typeof ledgerParties]),
    q: z.string().trim().max(mostLedgerFilter).optional(),
  }),
  output: z.object({ items: z.array(z.string()) }),
  topics: ["ledger"],
});

/** What stands beside statements and ageing. */
export const statementPartRoutes = { getLedgerStatementMonths, getLedgerAgeingLines, listLedgerParties };
