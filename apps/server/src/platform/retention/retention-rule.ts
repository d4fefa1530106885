import type { Context } from "../context.ts";
import { readSettings } from "../settings/read-settings.ts";
import { retentionSettings } from "./retention-settings.ts";

/** Something that is kept only for some days. */
export type RetentionRule = {
  /** The setting that says for how many. */
  days: Exclude<keyof (typeof retentionSettings)["specs"], "exports">;
  /** Whether every tenant has rows of it, or only the platform. */
  hasTenantRows: boolean;
  /** Removes what is over since before the instant, in the tenant of the context. */
  remove(context: Context, before: Date): Promise<void>;
};

const dayMs = 86_400_000;

/** Removes all that is older than the settings say. */
export async function applyRetention(context: Context, rules: readonly RetentionRule[]): Promise<void> {
  const retention = await readSettings(context, retentionSettings);
  for (const { days, remove } of rules)
    await remove(context, new Date(context.now.getTime() - retention[days] * dayMs));
}
