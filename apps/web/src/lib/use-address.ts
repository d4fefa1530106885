import { useNavigate, useSearch } from "@tanstack/react-router";
import { mergeSearch, type Search } from "./search.ts";

/** What the address of the page says to a reader of its route, and how to change it. */
export function useAddress<Query extends Search>(read: (search: Search) => Query) {
  const query = read(useSearch({ strict: false }));
  const navigate = useNavigate();
  const go = (part: Partial<Query>, { isReplaced = false } = {}) =>
    void navigate({ to: ".", search: mergeSearch(part), replace: isReplaced, resetScroll: false });
  return { query, go };
}
