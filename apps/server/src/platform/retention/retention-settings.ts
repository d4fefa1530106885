import { defineSettings, setting } from "../settings/define-settings.ts";

const days = { type: "count", unit: "days", max: 3650 } as const;

/** How long the product keeps what it needs only for a while. */
export const retentionSettings = defineSettings({
  name: "retention",
  label: "Retention",
  help: "Older data is removed every night. The audit log and all facts are kept permanently.",
  specs: {
    events: setting<number>({
      ...days,
      label: "Live page events",
      initial: 7,
      min: 1,
      max: 90,
      help: "A page that was offline for longer reloads.",
    }),
    exports: setting<number>({
      label: "Finished exports",
      type: "count",
      unit: "hours",
      initial: 24,
      min: 1,
      max: 720,
      help: "Applies to new exports.",
    }),
    mails: setting<number>({
      ...days,
      label: "Emails in the outbox",
      initial: 90,
      min: 1,
      help: "Emails that are still waiting are kept.",
    }),
    notices: setting<number>({
      ...days,
      label: "Notifications",
      initial: 90,
      min: 7,
      help: "From when they were last sent, read or not.",
    }),
    runs: setting<number>({
      ...days,
      label: "Source runs",
      initial: 180,
      min: 7,
      help: "The last run of each connection is kept.",
    }),
    loads: setting<number>({
      ...days,
      label: "Load undo",
      initial: 90,
      min: 1,
      help: "After that a load can no longer be undone.",
    }),
    rejects: setting<number>({
      ...days,
      label: "Rejected rows",
      initial: 90,
      min: 7,
      help: "After that they can no longer be replayed.",
    }),
    health: setting<number>({
      ...days,
      label: "Health history",
      initial: 180,
      min: 91,
      help: "The states of health checks. Uptime is shown for up to 90 days.",
    }),
    incidents: setting<number>({
      ...days,
      label: "Resolved incidents",
      initial: 730,
      min: 91,
      help: "With their timelines and post-mortems.",
    }),
    linkUse: setting<number>({
      ...days,
      label: "Use of public links",
      initial: 180,
      min: 31,
      help: "How often links were opened per day. Visitors are stored without their address.",
    }),
    trainingUse: setting<number>({
      ...days,
      label: "Use of training",
      initial: 180,
      min: 31,
      help: "How often words, examples and answers were used per day.",
    }),
    sessions: setting<number>({
      ...days,
      label: "Ended sessions",
      initial: 90,
      min: 1,
      isGuarded: true,
      help: "From the day the session ended.",
    }),
    codes: setting<number>({
      ...days,
      label: "Used one-time codes",
      initial: 30,
      min: 1,
      isGuarded: true,
      help: "Used or expired email links. Only their hashes are kept.",
    }),
  },
});
