export { beginUse, cancelUse, mostAnswerTokens, noteEvaluation, settleUse } from "./count-use.ts";
export { limitNoticeKinds } from "./limit-notices.ts";
export { limitsEntity } from "./limits-entity.ts";
export { limitsRetentionRules } from "./retention.ts";
export { limitsRoutes } from "./routes.ts";
export { readModelFigures } from "./usage-figures.ts";
export type { EndedUse } from "./usage-store.ts";
