import { z } from "zod";
import { answeredDayAfter, firstDayAfter } from "./metrics.ts";
import { instant, pageInput, pageSchema } from "./primitives.ts";
import { route } from "./route.ts";
import { type UsageSource, type UsageSplit, usageSources, usageSplits } from "./usage-splits.ts";

/** What a limit counts. */
export const limitMeasures = ["messages", "tokens"] as const;
export type LimitMeasure = (typeof limitMeasures)[number];

/** Whose part of a limit is used up: one's own, or that of all of them together. */
export const limitOwners = ["person", "role", "tenant", "platform"] as const;

const ownLimit = z.object({
  id: z.string(),
  name: z.string(),
  owner: z.enum(limitOwners),
  what: z.enum(limitMeasures),
  period: z.enum(["day", "month"]),
  used: z.number(),
  most: z.number(),
  /** From so many on it is nearly used up. */
  warnsFrom: z.number(),
  /** Whether the next message would pass it; with tokens, the next one to a model. */
  isReached: z.boolean(),
  resetsAt: instant,
  /** The time zone whose days and months are counted. */
  timeZone: z.string(),
  /** What someone is told whose message would pass it. */
  words: z.string(),
  /** Whether one has asked for more today. */
  hasAsked: z.boolean(),
});
export type OwnLimit = z.output<typeof ownLimit>;

export const listOwnLimits = route({
  method: "GET",
  path: "/api/assistant/limits/mine",
  logPart: "assistant",
  permission: "assistant.chat",
  isQuiet: true,
  summary: "The limits that hold for one's messages to the assistant, how much of each is used and when it resets.",
  input: z.strictObject({}),
  output: z.object({ items: z.array(ownLimit) }),
  topics: ["limits"],
});

/** The most characters of a reason why someone asks for more. */
export const longestAskReason = 500;

export const askForMore = route({
  method: "POST",
  path: "/api/assistant/limits/ask",
  logPart: "assistant",
  permission: "assistant.chat",
  summary: "Asks those who set a limit for more, once a day.",
  input: z.strictObject({
    limit: z.string().min(1).max(64),
    reason: z.string().trim().max(longestAskReason).default(""),
  }),
  output: z.object({ limit: z.string() }),
  topics: ["limits"],
  failures: ["not_found", "conflict"],
  limit: { calls: 20, perSeconds: 60, isForEachPerson: true },
});

/** The part of the answers that came without a model. */
export const withoutModel = "none";

/** How an answer that was asked for ended; `open` while it is being written. */
export const usageOutcomes = ["done", "stopped", "failed", "interrupted", "open"] as const;

const usageFilter = {
  from: z.iso.date().optional(),
  to: firstDayAfter.optional(),
  tenant: z.string().min(1).max(128).optional(),
  person: z.string().min(1).max(128).optional(),
  role: z.string().min(1).max(64).optional(),
  provider: z.string().min(1).max(64).optional(),
  model: z.string().min(1).max(300).optional(),
  source: z.enum(Object.keys(usageSources) as [UsageSource]).optional(),
};

/** The median and the 95th percentile; null without any answer to tell from. */
const spread = z.object({ p50: z.number(), p95: z.number() }).nullable();

const usageFigures = z.object({
  answers: z.number(),
  done: z.number(),
  stopped: z.number(),
  failed: z.number(),
  interrupted: z.number(),
  open: z.number(),
  /** Answers that failed, were interrupted, or came without the model that was asked. */
  errors: z.number(),
  promptTokens: z.number(),
  answerTokens: z.number(),
  /** Answers of models whose server did not say how many tokens they took: theirs are in neither sum. */
  untold: z.number(),
  firstWordMs: spread,
  totalMs: spread,
});
export type UsageFigures = z.output<typeof usageFigures>;

const managed = { permission: "limits.manage", logPart: "assistant", topics: ["limits"] } as const;

export const readAssistantUsage = route({
  method: "GET",
  path: "/api/assistant/usage",
  ...managed,
  summary: "How the assistant is used by day, split by tenant, person, role, model or its server; 30 days by default.",
  input: z.strictObject({
    by: z.enum(Object.keys(usageSplits) as [UsageSplit, ...UsageSplit[]]).default("tenant"),
    ...usageFilter,
  }),
  output: z.object({
    from: z.string(),
    to: answeredDayAfter,
    timeZone: z.string(),
    total: usageFigures,
    /** Those with the most answers first. */
    groups: z.array(usageFigures.extend({ key: z.string(), name: z.string() })),
    /** Groups that are not among them. */
    rest: z.number(),
    days: z.array(z.object({ day: z.string(), key: z.string(), answers: z.number() })),
  }),
});

const usageRow = z.object({
  id: z.string(),
  at: instant,
  person: z.string(),
  role: z.string(),
  tenant: z.string(),
  model: z.string().nullable(),
  provider: z.string().nullable(),
  outcome: z.enum(usageOutcomes),
  problem: z.string().nullable(),
  source: z.enum(Object.keys(usageSources) as [UsageSource]),
  promptTokens: z.number().nullable(),
  answerTokens: z.number().nullable(),
  firstWordMs: z.number().nullable(),
  totalMs: z.number().nullable(),
});
export type UsageRow = z.output<typeof usageRow>;

export const listUsageRows = route({
  method: "GET",
  path: "/api/assistant/usage/rows",
  ...managed,
  summary: "The answers behind figures of usage, newest first: who asked when, and what it took. Never what was asked.",
  input: z.strictObject({ ...pageInput, ...usageFilter }),
  output: pageSchema(usageRow).extend({
    /** How many there are. */
    count: z.number(),
  }),
});
