import { formatAge } from "@console/figures/format";
import { readBackupAge } from "../../../platform/backup/backup-store.ts";
import type { Context } from "../../../platform/context.ts";
import type { AttentionSource } from "../../../platform/health/attention.ts";
import { type CheckResult, defineCheck } from "../../../platform/health/health-check.ts";
import { readSettings } from "../../../platform/settings/read-settings.ts";
import { backupSettings } from "../backup-settings.ts";

const hourMs = 3_600_000;
/** A night and some more; after three of them something is wrong. */
const lateMs = 26 * hourMs;
const missingMs = 74 * hourMs;

async function readBackups(context: Context) {
  const { folder } = await readSettings(context, backupSettings);
  return { isOn: folder !== null, last: await readBackupAge(context) };
}

/** How old the last backup is, where backups are made every night. */
export const backupCheck = defineCheck({
  name: "backup",
  label: "Backups",
  purpose: "Bring everything back after a loss.",
  everySeconds: 300,
  dependsOn: ["database", "workers", "scheduler"],
  affects: { summary: "After a loss of the database, newer data could not be brought back.", tenantMessage: null },
  async run({ inPlatform }): Promise<CheckResult> {
    const { isOn, last } = await inPlatform(readBackups);
    const figures = [
      last
        ? ({ label: "Last backup", value: last.at.toISOString(), isInstant: true } as const)
        : { label: "Last backup", value: "none" },
      { label: "Every night", value: isOn ? "yes" : "no" },
    ];
    if (!isOn || (last !== null && last.ageMs <= lateMs)) return { state: "up", message: null, figures };
    const message = last ? `The last backup is ${formatAge(last.ageMs)} old.` : "No backup has been made yet.";
    return { state: last && last.ageMs > missingMs ? "down" : "degraded", message, figures };
  },
});

/** That no backup is made, or none for days. */
export const backupAttention: AttentionSource = {
  kind: "backups",
  label: "Backups",
  async list(context) {
    const { isOn, last } = await readBackups(context);
    if (last !== null && last.ageMs <= lateMs) return [];
    return [
      {
        id: "backup missing",
        title: last ? `The last backup is ${formatAge(last.ageMs)} old` : "No backup has been made",
        text: isOn
          ? "Look at the jobs to see why the nightly backup does not run."
          : "Choose a folder in the settings, and a backup is made every night.",
        harm: isOn ? 2 : 1,
        since: last?.at ?? null,
        action: isOn
          ? { label: "Open scheduled jobs", path: "/admin/schedules" }
          : { label: "Open settings", path: "/admin/global-settings" },
      },
    ];
  },
};
