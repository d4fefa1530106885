import { type UsageSplit, usageSplits } from "@console/contracts/usage-splits";
import { isDay } from "@console/figures/calendar";
import { resourceParameters } from "../../blocks/resource-page/resource-search.ts";
import { createSearchReader, parseKey, parseText } from "../../lib/search.ts";

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

const parseDay = (value: unknown) => {
  const day = parseText(value);
  return day !== undefined && isDay(day) ? day : undefined;
};

/** What stands in the address of the page of models. */
export const readModelsSearch = createSearchReader({
  ...resourceParameters,
  view: (value) => parseKey(modelsViews, value),
  /** The model that is shown. */
  model: parseText,
  /** The tenant whose policy is shown. */
  tenant: parseText,
  /** The evaluation that is shown. */
  trial: parseText,
  /** What usage is split by, the days it is shown for, and the part and day whose answers are listed. */
  by: (value) => parseKey<UsageSplit>(usageSplits, value),
  from: parseDay,
  to: parseDay,
  part: parseText,
  day: parseDay,
});
export type ModelsSearch = ReturnType<typeof readModelsSearch>;
