import { z } from "zod";
import { mostBasisPoints, mostRuleMembers, type RuleParty, ruleParties } from "./ledger-cod-words.ts";
import { largestAmount } from "./ledger-words.ts";
import { day } from "./metrics.ts";
import { instant } from "./primitives.ts";
import { route } from "./route.ts";

const id = z.string().min(1).max(64);
const members = z.array(z.string().trim().min(1).max(200)).max(mostRuleMembers).default([]);
const points = z.int().min(0).max(mostBasisPoints).default(0);
const minor = z.int().min(0).max(largestAmount);
const party = z.enum(Object.keys(ruleParties) as [RuleParty, ...RuleParty[]]);
const account = z.string().trim().min(1).max(64);

/** What a rule posts for a delivery that was delivered. */
export const ledgerRuleContent = z.strictObject({
  /** Which deliveries; all where none is named. */
  customers: members,
  zones: members,
  serviceLevels: members,
  drivers: members,
  /** Shares in hundredths of a percent, added up and rounded half away from zero; then what is fixed is added. */
  amount: z.strictObject({
    collectedBasisPoints: points,
    dueBasisPoints: points,
    costBasisPoints: points,
    fixedMinor: minor.default(0),
    leastMinor: minor.nullable().default(null),
    mostMinor: minor.nullable().default(null),
  }),
  /** On top of the amount, rounded by itself. */
  taxBasisPoints: points,
  /** Accounts by their id or code. */
  taxAccount: account.nullable().default(null),
  debit: z.strictObject({ account, party: party.default("none") }),
  credit: z.strictObject({ account, party: party.default("none") }),
  text: z.string().trim().min(1).max(200),
});
export type LedgerRuleContent = z.output<typeof ledgerRuleContent>;

const rule = z.object({
  id: z.string(),
  name: z.string(),
  isOn: z.boolean(),
  since: z.string(),
  content: ledgerRuleContent,
  /** When it was tried as it is now; null where it was not. */
  triedAt: instant.nullable(),
  /** How many entries stand for it. */
  entries: z.number(),
  problems: z.number(),
});
export type LedgerRule = z.output<typeof rule>;

const ruleInput = { name: z.string().trim().min(1).max(120), since: day, content: ledgerRuleContent };

export const listLedgerRules = route({
  method: "GET",
  path: "/api/ledger/rules",
  permission: "ledger.read",
  isOpenToPlatform: true,
  summary: "The rules by which deliveries post entries.",
  input: z.strictObject({}),
  output: z.object({ currency: z.string(), items: z.array(rule), followedTo: instant.nullable() }),
  topics: ["ledger"],
});

export const addLedgerRule = route({
  method: "POST",
  path: "/api/ledger/rules",
  permission: "ledger.manage",
  summary: "Adds a rule, which posts nothing until it was tried and switched on.",
  input: z.strictObject(ruleInput),
  output: rule,
  status: 201,
  topics: ["ledger"],
  failures: ["conflict"],
});

export const changeLedgerRule = route({
  method: "PUT",
  path: "/api/ledger/rules/{rule}",
  permission: "ledger.manage",
  summary:
    "Changes a rule and switches it off until it was tried again. What was delivered before its first day follows it " +
    "as it was.",
  input: z.strictObject({ rule: id, ...ruleInput }),
  output: rule,
  topics: ["ledger"],
  failures: ["conflict"],
});

export const removeLedgerRule = route({
  method: "DELETE",
  path: "/api/ledger/rules/{rule}",
  permission: "ledger.manage",
  summary: "Removes a rule that no entry stands for.",
  input: z.strictObject({ rule: id }),
  output: z.object({ id: z.string() }),
  topics: ["ledger"],
  failures: ["conflict"],
});

export const switchLedgerRule = route({
  method: "POST",
  path: "/api/ledger/rules/{rule}/switch",
  permission: "ledger.manage",
  summary: "Switches a rule on, once it was tried as it is, or off. Entries that were made stay.",
  input: z.strictObject({ rule: id, isOn: z.boolean() }),
  output: rule,
  topics: ["ledger"],
  failures: ["conflict"],
});

const sampleLine = z.object({
  account: z.string(),
  currency: z.string(),
  amountMinor: z.number(),
  driver: z.string().nullable(),
  customer: z.string().nullable(),
});

const ruleTrial = z.object({
  triedAt: instant,
  firstDay: z.string(),
  lastDay: z.string(),
  /** Deliveries of these days that were delivered. */
  deliveries: z.number(),
  /** Those that would be posted, those that the rule is not about, and those that could not be posted. */
  entries: z.number(),
  notConcerned: z.number(),
  /** Each with the order of one of its deliveries, or the key of that delivery where it has none. */
  problems: z.array(z.object({ reason: z.string(), deliveries: z.number(), example: z.string() })),
  sums: z.array(z.object({ currency: z.string(), amountMinor: z.number(), taxMinor: z.number() })),
  samples: z.array(
    z.object({ delivery: z.string(), reference: z.string().nullable(), day: z.string(), lines: z.array(sampleLine) }),
  ),
});
export type LedgerRuleTrial = z.output<typeof ruleTrial>;

export const tryLedgerRule = route({
  method: "POST",
  path: "/api/ledger/rules/{rule}/trial",
  permission: "ledger.manage",
  summary: "Says what a rule would have posted for the deliveries of the last 30 days, and posts nothing.",
  input: z.strictObject({ rule: id }),
  output: ruleTrial,
  topics: ["ledger"],
  limit: { calls: 30, perSeconds: 60, isForEachPerson: true },
});

const ruleProblem = z.object({
  rule: z.object({ id: z.string(), name: z.string() }),
  delivery: z.string(),
  reference: z.string().nullable(),
  reason: z.string(),
  since: instant,
});
export type LedgerRuleProblem = z.output<typeof ruleProblem>;

export const listLedgerRuleProblems = route({
  method: "GET",
  path: "/api/ledger/rules/problems",
  permission: "ledger.read",
  isOpenToPlatform: true,
  summary: "What rules could not post, with the reason, until they can.",
  input: z.strictObject({
    rule: id.optional(),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(25),
  }),
  output: z.object({ total: z.number(), page: z.number(), pages: z.number(), items: z.array(ruleProblem) }),
  topics: ["ledger"],
});

/** All routes of the rules. */
export const ledgerRuleRoutes = {
  listLedgerRules,
  addLedgerRule,
  changeLedgerRule,
  removeLedgerRule,
  switchLedgerRule,
  tryLedgerRule,
  listLedgerRuleProblems,
};
