import { resourceParameters } from "../../blocks/resource-page/resource-search.ts";
import { createSearchReader, parseKey, parseText } from "../../lib/search.ts";

/** The parts of the page, with what they are called. */
export const trainingViews = {
  words: "Words",
  examples: "Examples",
  answers: "Answers",
  documents: "Documents",
  sites: "Websites",
  test: "Test",
  retrieval: "Retrieval test",
  evaluation: "Evaluation",
  questions: "Questions",
  coverage: "Coverage",
} as const;
export type TrainingView = keyof typeof trainingViews;

/** What stands in the address of the training page. */
export const readTrainingSearch = createSearchReader({
  ...resourceParameters,
  view: (value) => parseKey(trainingViews, value),
  /** The word that a new one begins with. */
  word: parseText,
  /** The question that is tested. */
  question: parseText,
  /** The tenant that platform admins test in. */
  tenant: parseText,
  /** The feedback that something is made from. */
  feedback: parseText,
  /** The evaluation set that a new question belongs to. */
  set: parseText,
  /** The run of an evaluation set that is shown. */
  run: parseText,
  /** The passage of a document that is shown where it stands. */
  passage: parseText,
});
export type TrainingSearch = ReturnType<typeof readTrainingSearch>;
