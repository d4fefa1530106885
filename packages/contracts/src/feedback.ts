import { z } from "zod";
import { askReasons, trainingUse } from "./assistant.ts";
import { metricQuery } from "./metrics.ts";
import { route } from "./route.ts";

/** What may be wrong with an answer, as it is chosen. */
export const feedbackReasons = {
  wrong_figure: "Wrong figure",
  wrong_period: "Wrong period",
  wrong_thing: "Not what I asked for",
  not_understood: "Not understood",
  too_slow: "Too slow",
} as const;
export type FeedbackReason = keyof typeof feedbackReasons;

/** What a remark about a page is. */
export const feedbackCategories = { problem: "Problem", idea: "Idea", question: "Question", praise: "Praise" } as const;
export type FeedbackCategory = keyof typeof feedbackCategories;

/** How feedback stands; `withdrawn` is decided by whoever gave it. */
export const feedbackStates = {
  new: "New",
  triaged: "Triaged",
  in_work: "In progress",
  fixed: "Fixed",
  will_not: "Won't fix",
  withdrawn: "Withdrawn",
} as const;
export type FeedbackState = keyof typeof feedbackStates;

export const feedbackReason = z.enum(Object.keys(feedbackReasons) as [FeedbackReason, ...FeedbackReason[]]);
const category = z.enum(Object.keys(feedbackCategories) as [FeedbackCategory, ...FeedbackCategory[]]);
const state = z.enum(Object.keys(feedbackStates) as [FeedbackState, ...FeedbackState[]]);
const words = z.string().trim().max(4000);
const instant = z.iso.datetime({ offset: true });
const cell = z.union([z.string().max(500), z.number(), z.boolean(), z.null()]);

/** The most rows of an answer that are kept with what is said of it. */
export const keptAnswerRows = 50;

const keptPassage = z.strictObject({
  title: z.string().max(300),
  headings: z.array(z.string().max(500)).max(20),
  page: z.number().nullable(),
  kind: z.enum(["text", "table"]),
  content: z.string().max(5000),
});

/** An answer as its reader saw it. */
const givenAnswer = z.strictObject({
  question: z.string().trim().min(1).max(500),
  outcome: z.enum(["answer", "clarify", "refuse"]),
  reason: z.enum(askReasons).nullable(),
  text: z.string().max(4000),
  /** What was taken to be meant, as the chips say it. */
  reading: z.array(z.string().max(300)).max(40),
  unused: z.array(z.string().max(100)).max(100),
  query: metricQuery.optional(),
  rows: z
    .array(z.record(z.string().max(100), cell))
    .max(keptAnswerRows)
    .optional(),
  /** The currency of its amounts. */
  currency: z.string().max(3).optional(),
  /** What documents said. */
  passages: z.array(keptPassage).max(10).optional(),
  /** What was taught and had made it what it was. */
  training: z
    .array(trainingUse.extend({ id: z.string().max(100), label: z.string().max(500) }))
    .max(50)
    .optional(),
});
export type GivenAnswer = z.output<typeof givenAnswer>;

/** The most bytes of a screenshot; as text it is a third longer. */
export const screenshotBytes = 650_000;

/** A picture as its type and its bytes in base64. */
const screenshot = z.strictObject({
  type: z.enum(["image/png", "image/jpeg", "image/webp"]),
  data: z.base64().max(Math.ceil(screenshotBytes / 3) * 4),
});
export type Screenshot = z.output<typeof screenshot>;

export const giveFeedback = route({
  method: "POST",
  path: "/api/feedback",
  permission: "account.own",
  summary: "Keeps what one says of an answer (its rating, with the answer as it was) or of a page (its text).",
  input: z.strictObject({
    kind: z.enum(["answer", "page"]),
    /** Of an answer. */
    rating: z.enum(["up", "down"]).optional(),
    reasons: z.array(feedbackReason).max(5).default([]),
    answer: givenAnswer.optional(),
    /** The query that the answer should have been. */
    expected: metricQuery.optional(),
    /** Of a page. */
    category: category.default("problem"),
    /** The page as it looked, as far as it was not covered. */
    screenshot: screenshot.optional(),
    text: words.default(""),
    page: z.string().startsWith("/").max(300),
    /** What the page adds by itself. */
    pageQuery: z.string().max(2000).optional(),
    requestId: z.string().max(100).optional(),
    version: z.string().max(100).optional(),
    viewport: z
      .string()
      .regex(/^\d{1,5}×\d{1,5}$/)
      .optional(),
  }),
  output: z.object({ id: z.string() }),
  topics: ["feedback"],
  status: 201,
  limit: { calls: 30, perSeconds: 60, isForEachPerson: true },
});

const ownFeedback = z.object({
  id: z.string(),
  kind: z.enum(["answer", "page"]),
  rating: z.enum(["up", "down"]).nullable(),
  category: category.nullable(),
  reasons: z.array(feedbackReason),
  text: z.string(),
  /** The question of an answer, or the page. */
  about: z.string(),
  page: z.string(),
  state,
  reply: z.string().nullable(),
  repliedAt: instant.nullable(),
  createdAt: instant,
  /** It can be changed and withdrawn while nobody works on it. */
  isOpen: z.boolean(),
});
export type OwnFeedback = z.output<typeof ownFeedback>;

export const listOwnFeedback = route({
  method: "GET",
  path: "/api/feedback/mine",
  permission: "account.own",
  summary: "What one has said of answers and pages, the newest first, with what became of it. At most 100.",
  input: z.strictObject({}),
  output: z.object({ items: z.array(ownFeedback) }),
  topics: ["feedback"],
});

export const changeOwnFeedback = route({
  method: "PATCH",
  path: "/api/feedback/{feedback}",
  permission: "account.own",
  summary:
    "Changes the words and reasons of one's own feedback, says what the answer should have been, or withdraws it, while nobody works on it.",
  input: z.strictObject({
    feedback: z.string(),
    text: words.optional(),
    reasons: z.array(feedbackReason).max(5).optional(),
    expected: metricQuery.optional(),
    isWithdrawn: z.literal(true).optional(),
  }),
  output: ownFeedback,
  topics: ["feedback"],
  failures: ["conflict"],
});

export const replyToFeedback = route({
  method: "POST",
  path: "/api/feedback/{feedback}/reply",
  permission: "feedback.answer",
  summary: "Answers whoever gave feedback; they are told by the bell and by email, as they chose.",
  input: z.strictObject({ feedback: z.string(), text: words.min(1) }),
  output: z.object({ repliedAt: instant }),
  topics: ["feedback", "entities"],
  failures: ["conflict"],
});

const transcript = z.object({
  question: z.string(),
  outcome: givenAnswer.shape.outcome,
  text: z.string(),
  reading: z.array(z.string()),
  /** The columns of its figures, each with its unit where it is a figure. */
  columns: z.array(z.object({ id: z.string(), label: z.string(), unit: z.string().nullable() })),
  rows: z.array(z.record(z.string(), cell)),
  currency: z.string().nullable(),
  passages: z.array(keptPassage),
  training: z.array(trainingUse),
});
export type Transcript = z.output<typeof transcript>;

export const openTranscript = route({
  method: "POST",
  path: "/api/feedback/{feedback}/transcript",
  permission: "feedback.read",
  summary:
    "The rated answer as it was, with its figures and passages. Whoever did not give the feedback says why they open it; the reason is noted in the audit log.",
  input: z.strictObject({ feedback: z.string(), reason: z.string().trim().max(300).default("") }),
  output: transcript,
  topics: [],
});

export const openScreenshot = route({
  method: "GET",
  path: "/api/feedback/{feedback}/screenshot",
  permission: "feedback.read",
  summary: "The screenshot that came with feedback on a page. Opening it is noted in the audit log.",
  input: z.strictObject({ feedback: z.string() }),
  output: screenshot,
  topics: [],
});

const count = z.object({ label: z.string(), count: z.number() });

export const readFeedbackTrends = route({
  method: "GET",
  path: "/api/feedback/trends",
  permission: "feedback.read",
  summary: "How much was said by week, for which reasons, about which metrics and by which tenants.",
  input: z.strictObject({
    tenant: z.string().max(128).optional(),
    weeks: z.coerce.number().int().min(4).max(52).default(12),
  }),
  output: z.object({
    weeks: z.array(z.object({ week: z.iso.date(), up: z.number(), down: z.number(), pages: z.number() })),
    reasons: z.array(count),
    metrics: z.array(count),
    tenants: z.array(count),
  }),
  topics: ["feedback"],
});
