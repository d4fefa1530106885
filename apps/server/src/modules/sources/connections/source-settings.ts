import type { ConnectionKind } from "@console/contracts";
import type { Context } from "../../../platform/context.ts";
import { defineSettings, setting } from "../../../platform/settings/define-settings.ts";
import { readSettings } from "../../../platform/settings/read-settings.ts";

const minutes = { type: "count", unit: "minutes", min: 1, max: 10_080 } as const;

/** What new connections begin with, and how long one may fail. */
export const sourceSettings = defineSettings({
  name: "sources",
  label: "Sources",
  help: "Defaults for new connections, and what happens to those that keep failing.",
  specs: {
    minutes: setting<number>({
      ...minutes,
      label: "Default interval",
      initial: 60,
      help: "How often a new connection is synced. Existing connections keep their interval.",
    }),
    tookanMinutes: setting<number>({
      ...minutes,
      label: "Default Tookan interval",
      initial: 5,
      help: "The same for the delivery provider, which also sends webhooks.",
    }),
    tookanCalls: setting<number>({
      label: "Default Tookan rate",
      type: "count",
      unit: "calls per second",
      initial: 3,
      min: 1,
      max: 20,
      help: "The limit for connections without one of their own.",
    }),
    pausesAfterDays: setting<number>({
      label: "Pause after failing for",
      type: "count",
      unit: "days",
      initial: 30,
      max: 365,
      help: "A connection whose source cannot be reached for this long is paused, and admins are notified. 0 turns this off.",
    }),
    fileGigabytes: setting<number>({
      label: "Storage for pending files per tenant",
      type: "count",
      unit: "GB",
      initial: 10,
      min: 1,
      max: 1000,
      help: "For files that are uploaded but not imported yet. Drafts count too; they are removed after seven days.",
    }),
  },
});

/** How often a new connection is read where nothing else is chosen; null for files, which are read when they come. */
export async function usualInterval(context: Context, kind: ConnectionKind): Promise<number | null> {
  if (kind === "file") return null;
  const usual = await readSettings(context, sourceSettings);
  return kind === "tookan" ? usual.tookanMinutes : usual.minutes;
}

/** The settings of a connection with what is usual in the place of what was left out. */
export async function withUsual<Input extends object>(context: Context, kind: ConnectionKind, input: Input) {
  if (kind !== "tookan" || "requestsPerSecond" in input) return input;
  return { ...input, requestsPerSecond: (await readSettings(context, sourceSettings)).tookanCalls };
}
