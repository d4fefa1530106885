export { feedbackEntity } from "./feedback-entity.ts";
export { feedbackNoticeKinds } from "./feedback-notices.ts";
export { type RatedQuestion, selectRatedQuestions } from "./feedback-store.ts";
export { changeOwnFeedback, giveFeedback } from "./give-feedback.ts";
export { feedbackRetentionRules } from "./retention.ts";
export { type AnswerFeedback, feedbackReference, findAnswerFeedback, settleRetried } from "./retry-feedback.ts";
export { feedbackRoutes } from "./routes.ts";
