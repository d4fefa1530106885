import type { ModelsSearch } from "./models-search.ts";

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
