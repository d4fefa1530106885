import { z } from "zod";
import { ledgerAccount } from "./ledger.ts";
import { type CodState, codStates, mostDenominations, mostPayoutLines } from "./ledger-cod-words.ts";
import { largestAmount } from "./ledger-words.ts";
import { day, firstDayAfter } from "./metrics.ts";
import { instant } from "./primitives.ts";
import { route } from "./route.ts";

const id = z.string().min(1).max(64);
const word = z.string().trim().min(1).max(120);
const reason = z.string().trim().min(1).max(300);
const key = z.string().trim().min(1).max(160);
const account = z.string().trim().min(1).max(64);
const currency = z
  .string()
  .trim()
  .regex(/^[A-Z]{3}$/, "Give the three letters of a currency, such as USD.");
const money = z.number().int();
const codState = z.enum(Object.keys(codStates) as [CodState, ...CodState[]]);
const entryLink = z.object({ id: z.string(), number: z.number() });
/** Whether the entry of a flow counts, waits for its second person, or counts no more. */
const flowState = z.enum(["pending", "posted", "voided", "reversed"]);
export type CodFlowState = z.output<typeof flowState>;
const accountLink = z.object({ id: z.string(), code: z.string(), name: z.string() });
/** What hand-ins, deposits and payouts have in common. */
const flow = z.object({
  id: z.string(),
  entry: entryLink,
  state: flowState,
  currency: z.string(),
  createdAt: instant,
  createdBy: z.string().nullable(),
});
const pageOf = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(25),
};
const pageAnswer = { total: z.number(), page: z.number(), pages: z.number() };

export const addCodAccounts = route({
  method: "POST",
  path: "/api/ledger/accounts/cod",
  permission: "ledger.post",
  summary:
    "Gives each purpose of cash on delivery an account: one of its name and type that is there, or else a new one.",
  input: z.strictObject({}),
  output: z.object({
    added: z.array(ledgerAccount),
    /** Those that were there, and are used for cash on delivery from now on. */
    used: z.array(ledgerAccount),
  }),
  status: 201,
  topics: ["ledger"],
  failures: ["conflict"],
});

const openCash = z.object({
  driver: z.string().nullable(),
  currency: z.string(),
  openMinor: money,
  /** The day of the oldest that is open; null where nothing is. */
  oldestDay: z.string().nullable(),
  days: z.array(
    z.object({
      day: z.string(),
      /** What is open of it in the book. */
      openMinor: money,
      /** What hand-ins that wait for a second person take of it. */
      pendingMinor: money,
    }),
  ),
});
export type DriverOpenCash = z.output<typeof openCash>;

export const listDriverCash = route({
  method: "GET",
  path: "/api/ledger/driver-cash",
  permission: "ledger.read",
  isOpenToPlatform: true,
  summary: "The cash that each driver has now, by the day on which it was collected.",
  input: z.strictObject({ driver: word.optional() }),
  output: z.object({ asOf: instant, items: z.array(openCash) }),
  topics: ["ledger"],
});

const denomination = z.object({
  valueMinor: z.int().min(1).max(largestAmount),
  count: z.int().min(0).max(1_000_000),
});

const handIn = flow.extend({
  driver: z.string(),
  branch: z.string().nullable(),
  expectedMinor: money,
  countedMinor: money,
  /** What was counted less what was expected. */
  differenceMinor: money,
  depositedMinor: money,
  denominations: z.array(denomination),
  reason: z.string().nullable(),
  days: z.array(z.object({ day: z.string(), expectedMinor: money, countedMinor: money })),
  safe: accountLink,
});
export type HandIn = z.output<typeof handIn>;

export const listHandIns = route({
  method: "GET",
  path: "/api/ledger/hand-ins",
  permission: "ledger.read",
  isOpenToPlatform: true,
  summary: "What drivers have handed in, the newest first.",
  input: z.strictObject({
    ...pageOf,
    driver: word.optional(),
    /** Those that are about a day of collection. */
    day: day.optional(),
    /** Those whose cash is not all at the bank yet. */
    isUndeposited: z.stringbool().optional(),
  }),
  output: z.object({ ...pageAnswer, items: z.array(handIn) }),
  topics: ["ledger"],
});

export const addHandIn = route({
  method: "POST",
  path: "/api/ledger/hand-ins",
  permission: "ledger.post",
  summary:
    "Takes in the cash of a driver, counted by denomination. What differs from what the driver should have goes to " +
    "short and over with a reason.",
  input: z.strictObject({
    key,
    driver: word,
    /** The days of collection that it is about; all that are open when left out. */
    days: z.array(day).min(1).max(400).optional(),
    currency: currency.optional(),
    /** Where the cash goes; the one account for cash in the safe when left out. */
    safe: account.optional(),
    branch: word.nullable().default(null),
    denominations: z.array(denomination).max(mostDenominations),
    reason: reason.nullable().default(null),
  }),
  output: handIn,
  status: 201,
  topics: ["ledger", "metrics"],
  failures: ["conflict"],
});

const deposit = flow.extend({
  amountMinor: money,
  reference: z.string().nullable(),
  /** Whether a line of the bank was matched with it. */
  isBanked: z.boolean(),
  safe: accountLink,
  bank: accountLink,
  parts: z.array(z.object({ handIn: z.string(), driver: z.string(), amountMinor: money })),
});
export type CashDeposit = z.output<typeof deposit>;

export const listDeposits = route({
  method: "GET",
  path: "/api/ledger/deposits",
  permission: "ledger.read",
  isOpenToPlatform: true,
  summary: "What was brought from the safe to the bank, the newest first.",
  input: z.strictObject({
    ...pageOf,
    driver: word.optional(),
    /** Those with cash of a day of collection. */
    day: day.optional(),
  }),
  output: z.object({ ...pageAnswer, items: z.array(deposit) }),
  topics: ["ledger"],
});

export const addDeposit = route({
  method: "POST",
  path: "/api/ledger/deposits",
  permission: "ledger.post",
  summary:
    "Books cash that goes from the safe to the bank: whole hand-ins, or an amount, which takes the oldest first.",
  input: z
    .strictObject({
      key,
      handIns: z.array(id).min(1).max(200).optional(),
      amountMinor: z.int().min(1).max(largestAmount).optional(),
      currency: currency.optional(),
      safe: account.optional(),
      bank: account.optional(),
      reference: word.nullable().default(null),
    })
    .refine(({ handIns, amountMinor }) => (handIns === undefined) !== (amountMinor === undefined), {
      message: "Choose hand-ins, or give an amount.",
      path: ["handIns"],
    }),
  output: deposit,
  status: 201,
  topics: ["ledger", "metrics"],
  failures: ["conflict"],
});

const partyKind = z.enum(["customer", "driver"]);

const payoutLine = z.object({
  entry: z.string(),
  number: z.number(),
  line: z.number(),
  valueDay: z.string(),
  text: z.string(),
  reference: z.string().nullable(),
  /** What is open of it, with its sign in the book: what is owed is below zero. */
  openMinor: money,
});
export type PayoutLine = z.output<typeof payoutLine>;

export const listPayable = route({
  method: "GET",
  path: "/api/ledger/payable",
  permission: "ledger.read",
  isOpenToPlatform: true,
  summary: "Whom money is owed to that was collected or earned.",
  input: z.strictObject({ kind: partyKind.default("customer") }),
  output: z.object({
    items: z.array(z.object({ party: z.string(), currency: z.string(), owedMinor: money, lines: z.number() })),
  }),
  topics: ["ledger"],
});

export const listPayableLines = route({
  method: "GET",
  path: "/api/ledger/payable/lines",
  permission: "ledger.read",
  isOpenToPlatform: true,
  summary: "What is open with a merchant or a driver, the oldest first.",
  input: z.strictObject({ kind: partyKind, party: word, currency }),
  output: z.object({
    currency: z.string(),
    /** What is owed over all open lines. */
    owedMinor: money,
    /** How many there are, of which at most the oldest are listed. */
    total: z.number(),
    items: z.array(payoutLine),
  }),
  topics: ["ledger"],
});

const payout = flow.extend({
  kind: partyKind,
  party: z.string(),
  amountMinor: money,
  reference: z.string().nullable(),
  lines: z.number(),
});
export type CodPayout = z.output<typeof payout>;

export const listPayouts = route({
  method: "GET",
  path: "/api/ledger/payouts",
  permission: "ledger.read",
  isOpenToPlatform: true,
  summary: "What was paid to merchants and drivers, the newest first.",
  input: z.strictObject({ ...pageOf, kind: partyKind.optional(), party: word.optional() }),
  output: z.object({ ...pageAnswer, items: z.array(payout) }),
  topics: ["ledger"],
});

export const getPayout = route({
  method: "GET",
  path: "/api/ledger/payouts/{payout}",
  permission: "ledger.read",
  isOpenToPlatform: true,
  summary: "A payout with the lines that it pays.",
  input: z.strictObject({ payout: id }),
  output: payout.extend({ items: z.array(payoutLine) }),
  topics: ["ledger"],
});

export const addPayout = route({
  method: "POST",
  path: "/api/ledger/payouts",
  permission: "ledger.post",
  summary: "Pays what chosen lines come to, after fees and tax, to a merchant or a driver.",
  input: z.strictObject({
    key,
    kind: partyKind,
    party: word,
    currency,
    bank: account.optional(),
    reference: word.nullable().default(null),
    lines: z
      .array(z.strictObject({ entry: id, line: z.int().min(1).max(1000) }))
      .min(1)
      .max(mostPayoutLines),
  }),
  output: payout,
  status: 201,
  topics: ["ledger", "metrics"],
  failures: ["conflict"],
});

const matchingRow = z.object({
  driver: z.string().nullable(),
  day: z.string(),
  currency: z.string(),
  /** What the tasks of the day say; null where no task says it. */
  tasks: z.number(),
  dueMinor: money.nullable(),
  collectedMinor: money.nullable(),
  /** What of it is in the book. */
  bookedMinor: money,
  /** What hand-ins took over of it, and what was counted then. */
  handedInMinor: money,
  countedMinor: money,
  differenceMinor: money,
  openMinor: money,
  depositedMinor: money,
  bankedMinor: money,
  state: codState,
  reason: z.string(),
  owner: z.string().nullable(),
  ageDays: z.number(),
  explanation: z.object({ id: z.string(), at: instant, by: z.string().nullable() }).nullable(),
});
export type MatchingRow = z.output<typeof matchingRow>;

export const getCodMatching = route({
  method: "GET",
  path: "/api/ledger/matching",
  permission: "ledger.read",
  isOpenToPlatform: true,
  summary: "The cash of each driver and day in three ways: by tasks, by hand-ins and at the bank.",
  input: z.strictObject({
    driver: word.optional(),
    from: day.optional(),
    to: firstDayAfter.optional(),
    state: codState.optional(),
    /** Only what does not match and has no explanation. */
    isUnexplained: z.stringbool().optional(),
    ...pageOf,
  }),
  output: z.object({
    ...pageAnswer,
    asOf: z.string(),
    states: z.array(
      z.object({ state: codState, currency: z.string(), rows: z.number(), unexplained: z.number(), gapMinor: money }),
    ),
    items: z.array(matchingRow),
  }),
  topics: ["ledger"],
});
export type CodMatching = z.output<typeof getCodMatching.output>;

const task = z.object({
  delivery: z.string(),
  reference: z.string().nullable(),
  customer: z.string().nullable(),
  dueMinor: money.nullable(),
  collectedMinor: money.nullable(),
});

export const listMatchingTasks = route({
  method: "GET",
  path: "/api/ledger/matching/tasks",
  permission: "ledger.read",
  isOpenToPlatform: true,
  summary: "The tasks with cash of a driver and day.",
  input: z.strictObject({ ...pageOf, driver: word.optional(), day, currency }),
  output: z.object({ ...pageAnswer, items: z.array(task) }),
  topics: ["ledger", "metrics"],
});

export const explainMatching = route({
  method: "POST",
  path: "/api/ledger/matching/explanations",
  permission: "ledger.post",
  summary: "Says why the cash of a driver's day does not match, and who sees to it.",
  input: z.strictObject({ driver: word.nullable(), day, currency, reason, owner: word }),
  output: z.object({ id: z.string() }),
  status: 201,
  topics: ["ledger"],
  failures: ["conflict"],
});

export const takeBackExplanation = route({
  method: "POST",
  path: "/api/ledger/matching/explanations/{explanation}/take-back",
  permission: "ledger.post",
  summary: "Takes an explanation back.",
  input: z.strictObject({ explanation: id }),
  output: z.object({ id: z.string() }),
  topics: ["ledger"],
  failures: ["conflict"],
});

/** All routes of cash on delivery. */
export const ledgerCodRoutes = {
  addCodAccounts,
  listDriverCash,
  listHandIns,
  addHandIn,
  listDeposits,
  addDeposit,
  listPayable,
  listPayableLines,
  listPayouts,
  getPayout,
  addPayout,
  getCodMatching,
  listMatchingTasks,
  explainMatching,
  takeBackExplanation,
};
