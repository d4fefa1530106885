import { createSearchReader, parseText } from "../../lib/search.ts";

/** What stands in the address of a source's page: its list, one connection, and what is looked at there. */
export const readSourceSearch = createSearchReader({
  q: parseText,
  state: parseText,
  source: parseText,
  connection: parseText,
  tenant: parseText,
  tab: parseText,
  do: parseText,
  import: parseText,
  run: parseText,
  runState: parseText,
  runFrom: parseText,
  runTo: parseText,
  runSearch: parseText,
  status: parseText,
  team: parseText,
  agent: parseText,
  type: parseText,
  check: parseText,
  docs: parseText,
  find: parseText,
});
export type SourceSearch = ReturnType<typeof readSourceSearch>;
