import type { ConnectionState } from "@console/contracts";
import { mergeSearch } from "../../lib/search.ts";
import { useAddress } from "../../lib/use-address.ts";
import { readSourceSearch, type SourceSearch } from "./source-search.ts";
import { stateWords } from "./state-words.ts";

/** What the address of a source's page says, and how to change it. */
export function useSourceAddress() {
  const { query, go } = useAddress(readSourceSearch);
  const { q: search = "", state } = query;
  return {
    query,
    search,
    state: state !== undefined && Object.hasOwn(stateWords, state) ? (state as ConnectionState) : undefined,
    go,
  };
}

/** The address of another part of the same source's page. */
export function mergeSourceSearch(part: SourceSearch) {
  return mergeSearch(part);
}

/** What takes a reader from one connection, with all that was looked at there, back to the list. */
export const backToList: SourceSearch = {
  source: undefined,
  connection: undefined,
  tenant: undefined,
  tab: undefined,
  do: undefined,
  run: undefined,
  runState: undefined,
  runFrom: undefined,
  runTo: undefined,
  runSearch: undefined,
  status: undefined,
  team: undefined,
  agent: undefined,
  type: undefined,
  check: undefined,
  docs: undefined,
  find: undefined,
};
