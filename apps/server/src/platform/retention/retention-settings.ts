import { defineSettings, setting } from "../settings/define-settings.ts";

const days = { type: "count", unit: "days", max: 3650 } as const;

/** How long the product keeps what it needs only for a while. */
export const retentionSettings = defineSettings({
  name: "retention",
  label: "Retention",
  help: "What is older is removed every night. The audit log is kept for good, and so are all facts.",
  specs: {
    events: setting<number>({
      ...days,
      label: "Events for open pages",
      initial: 7,
      min: 1,
      max: 90,
      help: "A page that was offline for longer loads anew.",
    }),
    exports: setting<number>({
      label: "Finished exports",
      type: "count",
      unit: "hours",
      initial: 24,
      min: 1,
      max: 720,
      help: "For files that are asked for from now on.",
    }),
    mails: setting<number>({
      ...days,
      label: "Mails in the outbox",
      initial: 90,
      min: 1,
      help: "Mails that still wait to be sent are kept.",
    }),
    runs: setting<number>({
      ...days,
      label: "Runs of sources",
      initial: 180,
      min: 7,
      help: "The last run of each connection is kept.",
    }),
    loads: setting<number>({
      ...days,
      label: "Undo of loads",
      initial: 90,
      min: 1,
      help: "After that a load can no longer be undone.",
    }),
    rejects: setting<number>({
      ...days,
      label: "Rejected rows",
      initial: 90,
      min: 7,
      help: "After that they can no longer be taken in.",
    }),
    linkUse: setting<number>({
      ...days,
      label: "Use of public links",
      initial: 180,
      min: 31,
      help: "How often they were opened on each day. The places are kept as marks that tell no address.",
    }),
    sessions: setting<number>({
      ...days,
      label: "Ended sessions",
      initial: 90,
      min: 1,
      isGuarded: true,
      help: "From the day on which a sign-in ended.",
    }),
    codes: setting<number>({
      ...days,
      label: "Used one-time codes",
      initial: 30,
      min: 1,
      isGuarded: true,
      help: "Links of mails that were used or are over; only their hashes are kept.",
    }),
  },
});
