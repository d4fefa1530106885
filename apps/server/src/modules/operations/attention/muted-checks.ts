import { formatAge } from "@console/figures/format";
import type { AttentionSource } from "../../../platform/health/attention.ts";
import { selectChecks } from "../../../platform/health/check-store.ts";
import type { HealthCheck } from "../../../platform/health/health-check.ts";

/** A pause that lasts longer was probably forgotten. */
const longestPauseMs = 7 * 86_400_000;

/** Checks that someone paused more than a week ago: nobody would notice if their part failed. */
export function mutedChecks(checks: readonly Pick<HealthCheck, "name" | "label">[]): AttentionSource {
  return {
    kind: "muted checks",
    label: "Paused checks",
    async list(context) {
      const labels = new Map(checks.map(({ name, label }) => [name, label]));
      const rows = await selectChecks(context);
      return rows.flatMap(({ name, is_paused, paused_at }) => {
        const label = labels.get(name);
        const pausedMs = paused_at ? context.now.getTime() - paused_at.getTime() : 0;
        if (!is_paused || paused_at === null || pausedMs <= longestPauseMs || label === undefined) return [];
        return [
          {
            id: `muted ${name} ${paused_at.toISOString()}`,
            title: `The check "${label}" is paused`,
            text: `It has been paused for ${formatAge(pausedMs)}. If this part fails, no one is told.`,
            harm: 1 as const,
            since: paused_at,
            action: { label: "Open check", path: `/admin/system-health?${new URLSearchParams({ check: name })}` },
          },
        ];
      });
    },
  };
}
