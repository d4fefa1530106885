import { defineSettings, setting } from "../settings/define-settings.ts";

const days = { type: "count", unit: "days", min: 1, max: 3650 } as const;

/** For how long the lines of each part are kept. */
export const logSettings = defineSettings({
  name: "logs",
  label: "Log retention",
  help: "Older log lines are removed every night. The audit log is kept permanently.",
  specs: {
    application: setting<number>({ ...days, label: "Application", initial: 30, help: "Requests and errors." }),
    auth: setting<number>({ ...days, label: "Sign-in", initial: 90, help: "Sign-ins, codes and sessions." }),
    jobs: setting<number>({ ...days, label: "Jobs", initial: 30, help: "Background work." }),
    sources: setting<number>({ ...days, label: "Sources", initial: 30, help: "Syncs and imports." }),
    mail: setting<number>({ ...days, label: "Email", initial: 30, help: "Sent and failed emails, without content." }),
    links: setting<number>({ ...days, label: "Public links", initial: 30, help: "Visits to public reports." }),
    browser: setting<number>({ ...days, label: "Browser", initial: 30, help: "Errors in the pages people have open." }),
    assistant: setting<number>({ ...days, label: "Assistant", initial: 30, help: "Questions, without their answers." }),
  },
});
