import { parseText, type Search } from "../../lib/search.ts";

/** What stands in the address of a report: its view, with each dimension under its own id, its rows, and whose it is. */
export type ReportSearch = Search & { readonly tenant?: string | undefined };

/** Keeps all that an address says: the server finds what it cannot read, and the page tells the reader. */
export function readReportSearch(search: Search): ReportSearch {
  return { ...search, tenant: parseText(search.tenant) };
}
