import { createSearchReader, parseText, parseTexts } from "../../lib/search.ts";

/** What stands in the address of a dashboard: the figure whose rows are open. */
export const readDashboardSearch = createSearchReader({
  at: parseTexts,
  "at.sort": parseText,
  "at.q": parseText,
  row: parseText,
});
