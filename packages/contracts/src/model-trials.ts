import { z } from "zod";
import { evaluationGrades, evaluationStates } from "./evaluation.ts";
import { instant } from "./primitives.ts";
import { route } from "./route.ts";

/** How a question of a trial was answered. */
export const trialGrades = { ...evaluationGrades, failed: "The model failed" } as const;
export type TrialGrade = keyof typeof trialGrades;

/** How many questions are asked unless someone says otherwise, and how many may be. */
export const usualTrialQuestions = 30;
export const mostTrialQuestions = 200;

const names = <Name extends string>(record: Readonly<Record<Name, string>>) => Object.keys(record) as [Name, ...Name[]];
const trialId = z.string().min(1).max(64);

const side = z.strictObject({
  /** A provider and a model of it, as `provider/name`. */
  model: z.string().min(3).max(300),
  /** What it is told beside the rules that nobody changes. */
  instructions: z.string().trim().max(4000).default(""),
});

const trialSide = z.object({
  model: z.string(),
  instructions: z.string(),
  asked: z.number(),
  right: z.number(),
  wrong: z.number(),
  /** Neither right nor wrong: asked back, not answered, or not comparable. */
  unanswered: z.number(),
  failed: z.number(),
  /** Numbers of its answers that stand in no result. */
  unverified: z.number(),
  time: z.object({ p50: z.number(), p95: z.number() }).nullable(),
  /** Whether it did no worse than the other; null until all is asked. */
  passes: z.boolean().nullable(),
});
export type TrialSide = z.output<typeof trialSide>;

const modelTrial = z.object({
  id: z.string(),
  a: trialSide,
  b: trialSide,
  state: z.enum(names(evaluationStates)),
  /** How many answers are asked for, and how many have come. */
  total: z.number(),
  done: z.number(),
  problem: z.string().nullable(),
  startedBy: z.string(),
  createdAt: instant,
  endedAt: instant.nullable(),
});
export type ModelTrial = z.output<typeof modelTrial>;

const trialAnswer = z.object({
  grade: z.enum(names(trialGrades)),
  unverified: z.number(),
  totalMs: z.number(),
  answer: z.string(),
});

const trialQuestion = z.object({
  case: z.string(),
  question: z.string(),
  /** What is right, in words. */
  expected: z.string(),
  a: trialAnswer.nullable(),
  b: trialAnswer.nullable(),
});
export type TrialQuestion = z.output<typeof trialQuestion>;

const about = { permission: "models.manage", logPart: "assistant", topics: ["models"] } as const;

export const listModelTrials = route({
  method: "GET",
  path: "/api/assistant/model-trials",
  ...about,
  isQuiet: true,
  summary: "The last 20 trials of models, the newest first, and how far each is.",
  input: z.strictObject({}),
  output: z.object({ items: z.array(modelTrial) }),
});

export const startModelTrial = route({
  method: "POST",
  path: "/api/assistant/model-trials",
  ...about,
  summary: "Asks two models, or one with two sets of instructions, the same evaluation questions in the background.",
  input: z.strictObject({
    a: side,
    b: side,
    /** The evaluation set that is asked; all of them when left out. */
    set: z.string().max(100).optional(),
    questions: z.number().int().min(1).max(mostTrialQuestions).default(usualTrialQuestions),
  }),
  output: z.object({ id: z.string() }),
  status: 201,
  failures: ["conflict"],
});

export const readModelTrial = route({
  method: "GET",
  path: "/api/assistant/model-trials/{trial}",
  ...about,
  isQuiet: true,
  summary: "A trial of two models with each question and how both answered it.",
  input: z.strictObject({ trial: trialId }),
  output: modelTrial.extend({ questions: z.array(trialQuestion) }),
  failures: ["not_found"],
});

export const cancelModelTrial = route({
  method: "POST",
  path: "/api/assistant/model-trials/{trial}/cancel",
  ...about,
  summary: "Stops a trial that waits or goes on; what has come is kept.",
  input: z.strictObject({ trial: trialId }),
  output: z.object({ id: z.string() }),
  failures: ["not_found"],
});
