import type { Context } from "../context.ts";
import { readSettings } from "../settings/read-settings.ts";
import { retentionSettings } from "./retention-settings.ts";

/** Something that is kept only for some days. */
export type Tidying = {
  /** The setting that says for how many. */
  days: Exclude<keyof (typeof retentionSettings)["specs"], "exports">;
  /** Whether every tenant has rows of it, or only the platform. */
  isOfTenants: boolean;
  /** Removes what is over since before the instant, in the tenant of the context. */
  remove(context: Context, before: Date): Promise<void>;
};

const dayMs = 86_400_000;

/** Removes all that is older than the settings say. */
export async function tidy(context: Context, tidyings: readonly Tidying[]): Promise<void> {
  const kept = await readSettings(context, retentionSettings);
  for (const { days, remove } of tidyings) await remove(context, new Date(context.now.getTime() - kept[days] * dayMs));
}
