/** How grave a log line is, from the least. */
export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal"] as const;
export type LogLevel = (typeof logLevels)[number];

/** The parts of the product that write log lines, as people read them. Entries of the audit log are shown among them. */
export const logParts = {
  application: "Application",
  auth: "Sign-in",
  jobs: "Jobs",
  sources: "Sources",
  mail: "Email",
  links: "Public links",
  browser: "Browser",
  assistant: "Assistant",
  audit: "Audit",
} as const;
export type LogPart = keyof typeof logParts;
