import { createSearchReader, parseText } from "../../../lib/search.ts";

/** The address of the clients' page: the account, and which of its clients are listed. */
export const readClientSearch = createSearchReader({ connection: parseText, q: parseText, show: parseText });
