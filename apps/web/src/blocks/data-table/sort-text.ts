import type { TableSort } from "./table-shape.ts";

/** The order that an address says: a column's id, with a minus for the largest first. */
export function readSort(text: string | undefined): TableSort | null {
  if (!text || text === "-") return null;
  return text.startsWith("-") ? { by: text.slice(1), dir: "desc" } : { by: text, dir: "asc" };
}

/** An order as an address holds it. */
export function writeSort(sort: TableSort | null): string | undefined {
  if (!sort) return undefined;
  return sort.dir === "desc" ? `-${sort.by}` : sort.by;
}
