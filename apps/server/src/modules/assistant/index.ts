export { type EngineParts, partsWithout } from "./engine/read-question.ts";
export { evaluationCasesEntity } from "./evaluation/evaluation-cases-entity.ts";
export { evaluationSetsEntity } from "./evaluation/evaluation-sets-entity.ts";
export { assistantJobs } from "./jobs.ts";
export { assistantRoutes } from "./routes.ts";
export { answersEntity } from "./training/answers-entity.ts";
export { examplesEntity } from "./training/examples-entity.ts";
export { countTrainingUse, type TrainingCounter, trainingRetentionRules } from "./training/training-use.ts";
export { wordsEntity } from "./training/words-entity.ts";
