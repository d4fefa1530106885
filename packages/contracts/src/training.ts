import { z } from "zod";
import { askAnswer, question, trainingUse } from "./assistant.ts";
import { metricQuery } from "./metrics.ts";
import { instant } from "./primitives.ts";
import { route } from "./route.ts";

/** One way to read the words of a question. */
const reading = z.object({
  /** The query in one line. */
  label: z.string(),
  score: z.number(),
  /** What each part of the question became, in its order. */
  parts: z.array(z.object({ words: z.string(), became: z.string() })),
  /** Words that it leaves without a meaning, or whose role it has no use for. */
  unexplained: z.array(z.string()),
  /** Why it cannot be answered as it is, in words. */
  problems: z.array(z.string()),
});

/** Every step from the words of a question to what becomes of it. */
const questionTest = z.object({
  words: z.array(
    z.object({
      text: z.string(),
      /** The word that it was read as. */
      word: z.string(),
      isMended: z.boolean(),
      /** What it became in the best reading; null where it has no meaning there. */
      became: z.string().nullable(),
    }),
  ),
  candidates: z.array(
    z.object({
      words: z.string(),
      kind: z.string(),
      label: z.string(),
      score: z.number(),
      /** It was taught. */
      isTaught: z.boolean(),
    }),
  ),
  /** The best ones, the likeliest first. */
  readings: z.array(reading),
  /** How much likelier the first is than the second, and what is needed; null with fewer than two. */
  margin: z.number().nullable(),
  neededMargin: z.number(),
  /** What would make the outcome another one, a sentence each. */
  changes: z.array(z.string()),
  training: z.array(trainingUse),
  answer: askAnswer.omit({ result: true, panel: true, noise: true }),
});
export type QuestionTest = z.output<typeof questionTest>;

export const testQuestion = route({
  method: "POST",
  path: "/api/assistant/training/question-test",
  logPart: "assistant",
  leavesNoNote: true,
  permission: "training.manage",
  summary: "Shows every step by which a question is read: its words, what they may mean, the readings and the margin.",
  input: z.strictObject({
    question,
    /** The query of the answer before, which a follow-up edits. */
    previous: metricQuery.optional(),
  }),
  output: questionTest,
  limit: { calls: 600, perSeconds: 60, isForEachPerson: true },
  isOpenToPlatform: true,
  topics: ["metrics"],
});

/** How the ratings of like questions moved with a change of training. */
const trainingVerdicts = ["better", "worse", "same", "too_few"] as const;
const ratings = z.object({ rated: z.number(), down: z.number() });

export const readTrainingEffect = route({
  method: "GET",
  path: "/api/assistant/training/effect",
  logPart: "assistant",
  permission: "training.manage",
  summary:
    "How many answers to like questions were rated unhelpful in the days before training was last changed, and in those after.",
  input: z.strictObject({
    entity: z.enum(["words", "examples", "answers", "training-documents"]),
    id: z.string().max(100),
    days: z.coerce.number().int().min(7).max(90).default(28),
  }),
  output: z.object({
    /** When it was last put into use, changed there or taken back; null where it never was in use. */
    since: instant.nullable(),
    change: z.enum(["added", "changed", "approved", "archived", "restored", "read"]).nullable(),
    /** How many of the days after have passed. */
    daysAfter: z.number(),
    before: ratings,
    after: ratings,
    verdict: z.enum(trainingVerdicts),
    /** The latest of the questions that were counted. */
    questions: z.array(z.string()),
  }),
  topics: ["entities", "feedback"],
});
