import type { ModelsSearch } from "./models-search.ts";

/** The parts of the page, with what they are called. */
export const modelsViews = {
  providers: "Providers",
  models: "Models",
  custom: "Custom models",
  policies: "Policies",
  prompts: "Prompts",
  evaluation: "Evaluation",
  limits: "Limits",
  usage: "Usage",
} as const;
export type ModelsView = keyof typeof modelsViews;

/** What belongs to one part and means nothing in another. */
export const afresh: ModelsSearch = {
  q: undefined,
  sort: undefined,
  filter: undefined,
  row: undefined,
  tab: undefined,
  do: undefined,
  model: undefined,
  tenant: undefined,
  trial: undefined,
  view: undefined,
  by: undefined,
  from: undefined,
  to: undefined,
  part: undefined,
  day: undefined,
};
