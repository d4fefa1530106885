import { createSearchReader, parseText } from "../../../lib/search.ts";

/** The address of the clients' page: the account, which of its clients are listed, and the one that is open. */
export const readClientSearch = createSearchReader({
  connection: parseText,
  q: parseText,
  show: parseText,
  row: parseText,
});
