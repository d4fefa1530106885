import type { ReportView } from "@console/contracts";
import type { Cell } from "@console/figures/picture";
import { parseSearch, stringifySearch } from "../../lib/search.ts";

/** The query of an address, as the router gives it. */
export type Search = Readonly<Record<string, string | string[] | undefined>>;

/** Goes to another address: a given one, or one that follows from where the reader is by then. */
export type SearchStep = (next: Search | ((now: Search) => Search), isSameStep?: boolean) => void;

/** Parts of a report's address that are about its rows and not about its figures. */
const rowParts = ["rows", "sort", "q", "row", "at"] as const;
/** Who looks at whose report; only those who run the platform have it. */
const tenantPart = "tenant";

/** What of an address all panels are read with. */
export function viewOf(search: Search): ReportView {
  const kept = Object.entries(search).filter(([name]) => !isOwn(name));
  return Object.fromEntries(kept) as ReportView;
}

/** What of an address is not the view. */
export function restOf(search: Search): Search {
  return Object.fromEntries(Object.entries(search).filter(([name]) => isOwn(name)));
}

/** The address of another view; the rows begin afresh with it. */
export function withView(search: Search, view: ReportView): Search {
  return { ...restOf(search), at: undefined, rows: undefined, row: undefined, ...view } as Search;
}

function isOwn(name: string): boolean {
  return name === tenantPart || (rowParts as readonly string[]).includes(name);
}

/** A view as the query of an address, without the question mark; empty for the default. */
export function writeView(view: ReportView): string {
  return stringifySearch(view).slice(1);
}

/** The view that a query stands for. */
export function readView(query: string): ReportView {
  return viewOf(parseSearch(query));
}

/** The cell whose rows an address asks for: the panel that it was opened from, and members by dimension. */
export function cellOf({ at }: Search): Cell {
  return Object.fromEntries(
    [at ?? []].flat().flatMap((part) => {
      const colon = part.indexOf(":");
      return colon > 0 ? [[part.slice(0, colon), part.slice(colon + 1)]] : [];
    }),
  );
}

/** A cell as parts of an address. */
export function writeCell(cell: Cell): string[] {
  return Object.entries(cell).map(([name, value]) => `${name}:${value}`);
}
