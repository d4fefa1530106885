import { z } from "zod";
import { instant } from "./primitives.ts";
import { route } from "./route.ts";

/** What should become of a question. */
export const expectedOutcomes = {
  answer: "Answered",
  clarify: "Asked back",
  refuse: "Not answered",
  no_answer: "Asked back or not answered",
  passage: "A passage is found",
} as const;
export type ExpectedOutcome = keyof typeof expectedOutcomes;

/** How a question of a set was answered, from the best to the worst. */
export const evaluationGrades = {
  right: "Right",
  offered: "Right after one choice",
  declined: "Not answered",
  wrong: "Wrong",
  broken: "Not comparable",
} as const;
export type EvaluationGrade = keyof typeof evaluationGrades;

export const evaluationStates = {
  waiting: "Waiting",
  running: "Running",
  done: "Done",
  failed: "Failed",
  cancelled: "Cancelled",
} as const;
export type EvaluationState = keyof typeof evaluationStates;

const names = <Name extends string>(record: Readonly<Record<Name, string>>) => Object.keys(record) as [Name, ...Name[]];
const grade = z.enum(names(evaluationGrades));
const grades = z.object({
  right: z.number(),
  offered: z.number(),
  declined: z.number(),
  wrong: z.number(),
  broken: z.number(),
});

const evaluation = z.object({
  id: z.string(),
  set: z.string(),
  trigger: z.enum(["manual", "nightly"]),
  startedBy: z.string().nullable(),
  state: z.enum(names(evaluationStates)),
  total: z.number(),
  done: z.number(),
  grades,
  /** Why it failed. */
  problem: z.string().nullable(),
  createdAt: instant,
  endedAt: instant.nullable(),
});
export type Evaluation = z.output<typeof evaluation>;

const graded = z.object({
  case: z.string(),
  question: z.string(),
  /** What is right, in words. */
  expected: z.string(),
  grade,
  /** Its grade in the run before; null where it was not asked then. */
  before: grade.nullable(),
  outcome: z.string(),
  answer: z.string(),
});
export type GradedQuestion = z.output<typeof graded>;

const limit = { calls: 120, perSeconds: 60, isForEachPerson: true } as const;
const about = { logPart: "assistant", permission: "training.manage", topics: ["entities"] } as const;

export const startEvaluation = route({
  ...about,
  method: "POST",
  path: "/api/assistant/evaluations",
  summary: "Asks all questions of an evaluation set in the background. One that is running already is given back.",
  input: z.strictObject({ set: z.string().max(100) }),
  output: z.object({ id: z.string() }),
  status: 201,
  limit,
});

export const listEvaluations = route({
  ...about,
  method: "GET",
  path: "/api/assistant/evaluations",
  summary: "The last 30 runs of an evaluation set, the newest first.",
  input: z.strictObject({ set: z.string().max(100) }),
  output: z.object({ items: z.array(evaluation) }),
});

export const readEvaluation = route({
  ...about,
  method: "GET",
  path: "/api/assistant/evaluations/{evaluation}",
  summary: "A run of an evaluation set: how far it is, each question with its grade, and its grade in the run before.",
  input: z.strictObject({ evaluation: z.string().max(100) }),
  output: evaluation.extend({
    name: z.string(),
    /** When the run that it is compared with began; null where it is the first. */
    comparedWith: instant.nullable(),
    questions: z.array(graded),
  }),
});

export const cancelEvaluation = route({
  ...about,
  method: "POST",
  path: "/api/assistant/evaluations/{evaluation}/cancel",
  summary: "Stops a run that waits or goes on; what was graded is kept.",
  input: z.strictObject({ evaluation: z.string().max(100) }),
  output: z.object({ state: z.enum(names(evaluationStates)) }),
});

/** A question that would be answered better or worse. */
const movedQuestion = z.object({
  set: z.string(),
  question: z.string(),
  before: grade,
  after: grade,
  answer: z.string(),
});

const trainingTrial = z.object({
  /** How many questions were asked, of how many sets. */
  questions: z.number(),
  sets: z.number(),
  better: z.array(movedQuestion),
  worse: z.array(movedQuestion),
  /** The question of the feedback that it was made of, asked with it; null where there is none. */
  own: z
    .object({ question: z.string(), outcome: z.string(), answer: z.string(), isRight: z.boolean().nullable() })
    .nullable(),
});
export type TrainingTrial = z.output<typeof trainingTrial>;

export const tryTraining = route({
  ...about,
  method: "POST",
  path: "/api/assistant/training/trial",
  summary: "What a draft, or something that was archived, would make better and worse in the evaluation sets.",
  input: z.strictObject({ entity: z.enum(["words", "examples", "answers"]), id: z.string().max(100) }),
  output: trainingTrial,
  limit,
});

export const readTrainingDraft = route({
  ...about,
  method: "GET",
  path: "/api/assistant/training/draft",
  summary: "What feedback on an answer says for training: its question, what it should have been, and unknown words.",
  input: z.strictObject({ feedback: z.string().max(100) }),
  output: z.object({
    question: z.string(),
    /** The tenant whose person gave it; null for one who runs the platform. */
    tenant: z.string().nullable(),
    /** What it should have been; else what was answered. */
    query: z.record(z.string(), z.unknown()).nullable(),
    isExpected: z.boolean(),
    words: z.array(z.string()),
  }),
});

const gap = z.object({
  /** Why it was not answered, as a reason of answers; "unused" for words that played no part. */
  reason: z.string(),
  /** The word that was missing; empty where no single one was. */
  label: z.string(),
  people: z.number(),
  times: z.number(),
  /** One of the questions, the latest. */
  question: z.string(),
});
export type CoverageGap = z.output<typeof gap>;

export const readCoverage = route({
  ...about,
  method: "GET",
  path: "/api/assistant/coverage",
  summary:
    "What was asked and not answered, by what was missing and how many asked; words that played no part; training that nobody used.",
  input: z.strictObject({
    days: z.coerce.number().int().min(7).max(180).default(30),
    tenant: z.string().max(128).optional(),
  }),
  output: z.object({
    asked: z.object({ answered: z.number(), clarified: z.number(), refused: z.number() }),
    missing: z.array(gap),
    unused: z.array(gap),
    /** Words, examples, answers and documents in use for these days that no question needed. */
    idle: z.array(
      z.object({
        entity: z.enum(["words", "examples", "answers", "documents"]),
        id: z.string(),
        label: z.string(),
        since: instant,
      }),
    ),
  }),
});
