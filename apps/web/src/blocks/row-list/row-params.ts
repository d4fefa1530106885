import { readSort } from "../data-table/sort-text.ts";
import type { TableSort } from "../data-table/table-shape.ts";

/** What the address says about the rows. */
export type RowParams = {
  rows?: string | undefined;
  sort?: string | undefined;
  q?: string | undefined;
  row?: string | undefined;
};

/** An address that says nothing about the rows. */
export const noParams: RowParams = { rows: undefined, sort: undefined, q: undefined, row: undefined };

/** The parameters of the address, with the first listed metric where it names none that is listed. */
export function readRowParams(
  { rows, sort, q, row }: RowParams,
  listed: readonly { metric: string }[],
): { metric: string; sort: TableSort | null; search: string; row: string | null } {
  const named = listed.find(({ metric }) => metric === rows) ?? listed[0];
  return { metric: named?.metric ?? "", sort: readSort(sort), search: q ?? "", row: row ?? null };
}
