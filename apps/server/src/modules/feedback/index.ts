export { feedbackEntity } from "./feedback-entity.ts";
export { feedbackNoticeKinds } from "./feedback-notices.ts";
export { feedbackRetentionRules } from "./retention.ts";
export { feedbackRoutes } from "./routes.ts";
