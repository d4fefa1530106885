import { createSearchReader, parseText } from "../../lib/search.ts";

/** The address of the list of reports: what is searched for. */
export const readCatalogueSearch = createSearchReader({ q: parseText });
