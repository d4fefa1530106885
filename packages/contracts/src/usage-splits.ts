/** What usage is split by. */
export const usageSplits = {
  tenant: "Tenant",
  person: "Person",
  role: "Role",
  provider: "Model server",
  model: "Model",
  source: "Source",
} as const;
/** Where answers were asked for. */
export const usageSources = { chat: "Conversations", evaluation: "Evaluations" } as const;
export type UsageSource = keyof typeof usageSources;

export type UsageSplit = keyof typeof usageSplits;
