import { createSearchReader, parseText, parseTexts } from "../../lib/search.ts";

/** The parameters of every page of rows. */
export const resourceParameters = {
  q: parseText,
  sort: parseText,
  filter: parseTexts,
  row: parseText,
  tab: parseText,
  do: parseText,
} as const;

/** What stands in the address of a page of rows. */
export const readResourceSearch = createSearchReader(resourceParameters);
export type ResourceSearch = ReturnType<typeof readResourceSearch>;
