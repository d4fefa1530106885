/** What usage is split by. */
export const usageSplits = {
  tenant: "Tenant",
  person: "Person",
  role: "Role",
  provider: "Model server",
  model: "Model",
} as const;
export type UsageSplit = keyof typeof usageSplits;
