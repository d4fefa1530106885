import type { RetentionRule } from "../../platform/retention/retention-rule.ts";
import { deleteFeedbackBefore } from "./feedback-store.ts";

/** What people said is kept only for a while. */
export const feedbackRetentionRules: readonly RetentionRule[] = [
  { days: "feedback", hasTenantRows: true, remove: deleteFeedbackBefore },
];
