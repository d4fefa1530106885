import { useAddress } from "../../lib/use-address.ts";
import { type ResourceSearch, readResourceSearch } from "./resource-search.ts";

/** What the address of a page of rows says, and how to change it. */
export function useResourceAddress() {
  const { query, go } = useAddress(readResourceSearch);
  const { q: search = "", sort, filter: filters = [], row, tab, do: action } = query;
  return { go, search, sort, filters, row, tab, action };
}

/** The filter on one field, if there is one. */
export function filterOn(filters: readonly string[], field: string): string {
  return filters.find((one) => one.startsWith(`${field}:`))?.slice(field.length + 1) ?? "";
}

/** The text that a filter holds; commas and the like are written with percent signs in it. */
export function plainFilter(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** The filters with another one on a field; an empty one takes it away. */
export function withFilter(filters: readonly string[], field: string, value: string): string[] {
  const others = filters.filter((one) => !one.startsWith(`${field}:`));
  return value === "" ? others : [...others, `${field}:${value}`];
}

/** What takes a reader from one row back to the list. */
export const backToList: ResourceSearch = { row: undefined, tab: undefined, do: undefined };
