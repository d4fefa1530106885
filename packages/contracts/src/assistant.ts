import { z } from "zod";
import { metricAnswer, metricQuery } from "./metrics.ts";
import { instant } from "./primitives.ts";
import { reportPanel } from "./report-panels.ts";
import { route } from "./route.ts";

export const question = z.string().trim().min(1).max(500);

/** Why a question is asked back or not answered. */
export const askReasons = [
  ...(["unknown_metric", "unknown_dimension", "unknown_value", "ambiguous_value", "ambiguous_metric"] as const),
  ...(["incompatible", "other_tenant", "forecast", "future", "no_data", "write", "instructions", "judgement"] as const),
  ...(["off_topic", "unused_words"] as const),
] as const;
export type AskReason = (typeof askReasons)[number];

/** What was taken to be meant; each can be changed. */
const assumption = z.object({
  kind: z.enum(["metric", "period", "filter", "comparison", "split", "order"]),
  label: z.string(),
});
export type Assumption = z.output<typeof assumption>;

/** A metric query as somebody would write it: what holds only a default is left out. */
const askedQuery = z.record(z.string(), z.unknown());

/** Something that was taught and made the answer what it is. */
export const trainingUse = z.object({
  kind: z.enum(["word", "example", "answer", "document"]),
  id: z.string(),
  scope: z.enum(["tenant", "platform"]),
  /** The word or the question that was taught, as it was written. */
  label: z.string(),
});
export type TrainingUse = z.output<typeof trainingUse>;

/** A passage of a document, as it stands there. */
export const quotedPassage = z.object({
  document: z.string(),
  passage: z.string(),
  title: z.string(),
  /** The headings that it stands under, the outermost first. */
  headings: z.array(z.string()),
  page: z.number().nullable(),
  kind: z.enum(["text", "table"]),
  content: z.string(),
  /** Whether the document is one of the platform, for all organisations. */
  isShared: z.boolean(),
  /** Since when nobody can say that it is still true; null where that is not in doubt. */
  staleSince: instant.nullable(),
  /** Whether it stands in a file of the reader's own, which `document` is then. */
  isFromFile: z.boolean().optional(),
});
export type QuotedPassage = z.output<typeof quotedPassage>;

export const askAnswer = z.object({
  outcome: z.enum(["answer", "clarify", "refuse"]),
  /** Null where it is answered. */
  reason: z.enum(askReasons).nullable(),
  /** One or two sentences; every number in them is in the result. */
  text: z.string(),
  query: askedQuery.optional(),
  /** Only where the outcome is an answer. */
  result: metricAnswer.optional(),
  /** Metrics whose change is within what single days usually differ by; absent where no whole is compared. */
  noise: z.array(z.string()).optional(),
  /** How the result is drawn: a panel of the report engine. */
  panel: reportPanel.optional(),
  /** Questions back, or the nearest things that can be asked; each is answered by `/api/assistant/run`. */
  options: z.array(z.object({ label: z.string(), query: askedQuery })).optional(),
  assumptions: z.array(assumption),
  /** Words of the question that played no part. */
  unused: z.array(z.string()),
  /** Words that stand for something which is not known here, where that is why it is not answered. */
  unknown: z.array(z.string()).optional(),
  /** What was taught and used; absent where nothing was. */
  training: z.array(trainingUse).optional(),
  /** Who stands for an answer that was written by a person, and until when. */
  verified: z.object({ by: z.string().nullable(), at: instant, endsOn: z.string().nullable() }).optional(),
  /**
   * What documents say, where the question is about words and not figures: they are the answer then, or the nearest
   * that was found where nothing answers it.
   */
  passages: z.array(quotedPassage).optional(),
  /** The report that shows the metric, with period and filters in its address, and what an address cannot hold. */
  open: z
    .object({
      report: z.string(),
      path: z.string(),
      query: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
      leftOut: z.array(z.string()),
    })
    .optional(),
});
export type AskAnswer = z.output<typeof askAnswer>;

export const askQuestion = route({
  method: "POST",
  path: "/api/assistant/ask",
  logPart: "assistant",
  leavesNoNote: true,
  permission: "assistant.ask",
  summary:
    "Answers a question in words about the figures of one's tenant, asks back where it is ambiguous, or says why not.",
  input: z.strictObject({
    question,
    /** Earlier questions of the same conversation, the oldest first. */
    context: z.array(question).max(10).optional(),
    /** The query of the answer before, which a follow-up edits. */
    previous: metricQuery.optional(),
    /** The report that the question was asked on, and what it shows. */
    page: z.strictObject({ report: z.string().max(64), query: metricQuery.partial().optional() }).optional(),
  }),
  output: askAnswer,
  limit: { calls: 1200, perSeconds: 60, isForEachPerson: true },
  isOpenToPlatform: true,
  topics: ["metrics"],
});

export const runQuestion = route({
  method: "POST",
  path: "/api/assistant/run",
  logPart: "assistant",
  leavesNoNote: true,
  permission: "assistant.ask",
  summary:
    "Answers a metric query in words, with how it is drawn: an option that was offered, or an edited assumption.",
  input: z.strictObject({ query: metricQuery }),
  output: askAnswer,
  limit: { calls: 1200, perSeconds: 60, isForEachPerson: true },
  isOpenToPlatform: true,
  topics: ["metrics"],
});
