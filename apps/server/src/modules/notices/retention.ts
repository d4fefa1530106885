import type { RetentionRule } from "../../platform/retention/retention-rule.ts";
import { deleteNoticesBefore } from "./notice-store.ts";

/** What was told is kept only for a while. */
export const noticesRetentionRules: readonly RetentionRule[] = [
  { days: "notices", hasTenantRows: true, remove: deleteNoticesBefore },
];
