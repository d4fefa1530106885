import { type CheckResult, defineCheck } from "../health/health-check.ts";
import { readMailState } from "./outbox-store.ts";

const lateMinutes = 15;

/** Emails: when the last one left, how many wait, and how many failed. */
export const mailCheck = defineCheck({
  name: "mail",
  label: "Email",
  purpose: "Sends invitations, codes and notices.",
  everySeconds: 60,
  dependsOn: ["database", "queue"],
  affects: {
    summary: "Invitations, password resets and notices do not arrive.",
    tenantMessage: "Emails from the product are late.",
  },
  async run({ inPlatform }): Promise<CheckResult> {
    const { lastSent, waiting, waitedMinutes, failed, kept } = await inPlatform(readMailState);
    const figures = [
      lastSent
        ? ({ label: "Last sent", value: lastSent.toISOString(), isInstant: true } as const)
        : { label: "Last sent", value: "never" },
      { label: "Waiting", value: String(waiting) },
      { label: "Failed in 24 hours", value: String(failed) },
      ...(kept > 0 ? [{ label: "Kept, not sent", value: String(kept) }] : []),
    ];
    if (waitedMinutes > lateMinutes) {
      const message = `An email has been waiting for ${Math.round(waitedMinutes)} minutes. Check the mail server in the settings.`;
      return { state: "down", message, figures };
    }
    if (failed > 0) {
      const message = `${failed === 1 ? "1 email" : `${failed} emails`} could not be sent in the last 24 hours.`;
      return { state: "degraded", message, figures };
    }
    return { state: "up", message: null, figures };
  },
});
