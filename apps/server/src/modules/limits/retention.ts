import { dayAt } from "@console/figures/time-zone";
import type { RetentionRule } from "../../platform/retention/retention-rule.ts";
import { deleteAsksBefore, deleteCountsBefore } from "./limit-store.ts";
import { deleteUsageBefore, endForgotten } from "./usage-store.ts";

const dayMs = 86_400_000;
/** No period is longer than a month. */
const countsKeptMs = 62 * dayMs;

/** Who asked when is kept for a while, counts until their period is over. */
export const limitsRetentionRules: readonly RetentionRule[] = [
  {
    days: "assistantUsage",
    hasTenantRows: true,
    async remove(context, before) {
      const now = context.now.getTime();
      await deleteUsageBefore(context, before);
      await endForgotten(context, new Date(now - dayMs));
      const over = dayAt(now - countsKeptMs, "UTC");
      await deleteAsksBefore(context, over);
      await deleteCountsBefore(context, over);
    },
  },
];
