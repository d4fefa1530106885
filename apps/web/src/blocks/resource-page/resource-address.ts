import { useNavigate, useSearch } from "@tanstack/react-router";
import type { TableSort } from "../data-table/table-shape.ts";

/** What stands in the address of a page of rows; what is undefined is taken out of it. */
export type AddressPart = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What the address of a page of rows says, and how to change it. */
export function useResourceAddress() {
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>;
  const navigate = useNavigate();
  const text = (name: string) => (typeof search[name] === "string" && search[name] !== "" ? search[name] : undefined);
  const go = (part: AddressPart, { isReplaced = false } = {}) =>
    void navigate({
      to: ".",
      replace: isReplaced,
      resetScroll: false,
      search: ((before: Record<string, unknown>) => ({ ...before, ...part })) as never,
    });
  const filters = [search.filter ?? []].flat().filter((one): one is string => typeof one === "string");
  return {
    text,
    go,
    search: text("q") ?? "",
    sort: text("sort"),
    filters,
    row: text("row"),
    tab: text("tab"),
    act: text("do"),
  };
}

/** The order in the words of the address. */
export function writeSort(sort: TableSort | null): string | undefined {
  return sort ? `${sort.dir === "desc" ? "-" : ""}${sort.by}` : undefined;
}

/** The order that an address says. */
export function readSort(text: string | undefined): TableSort | null {
  if (!text) return null;
  return text.startsWith("-") ? { by: text.slice(1), dir: "desc" } : { by: text, dir: "asc" };
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
export const backToList: AddressPart = { row: undefined, tab: undefined, do: undefined };
