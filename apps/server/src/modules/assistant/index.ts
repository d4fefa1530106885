export { documentJobs } from "./documents/document-jobs.ts";
export { documentsEntity } from "./documents/documents-entity.ts";
export { type SeededDocument, seedDocuments } from "./documents/seed-document.ts";
export { type EngineParts, partsWithout } from "./engine/read-question.ts";
export { assistantRoutes } from "./routes.ts";
export { answersEntity } from "./training/answers-entity.ts";
export { examplesEntity } from "./training/examples-entity.ts";
export { countTrainingUse, type TrainingCounter, trainingRetentionRules } from "./training/training-use.ts";
export { wordsEntity } from "./training/words-entity.ts";
