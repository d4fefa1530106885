import { parseText, type Search } from "../../lib/search.ts";

/** The address of an embedded report: its view, and the client whose it is. */
export function readEmbedSearch(search: Search): Search & { readonly client?: string | undefined } {
  return { ...search, client: parseText(search.client) };
}
