import { isDay } from "@console/figures/calendar";
import { resourceParameters } from "../../blocks/resource-page/resource-search.ts";
import { createSearchReader, parseText } from "../../lib/search.ts";

const parseDay = (value: unknown) => {
  const day = parseText(value);
  return day !== undefined && isDay(day) ? day : undefined;
};

/** What stands in the address of the page of models. */
export const readModelsSearch = createSearchReader({
  ...resourceParameters,
  view: parseText,
  /** The model that is shown. */
  model: parseText,
  /** The tenant whose policy is shown. */
  tenant: parseText,
  /** The evaluation that is shown. */
  trial: parseText,
  /** What usage is split by, the days it is shown for, and the part and day whose answers are listed. */
  by: parseText,
  from: parseDay,
  to: parseDay,
  part: parseText,
  day: parseDay,
});
export type ModelsSearch = ReturnType<typeof readModelsSearch>;
