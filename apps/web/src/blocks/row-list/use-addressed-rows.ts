import type { NarrowedRows } from "@console/contracts";
import type { Search } from "../../lib/search.ts";
import { readSort, writeSort } from "../data-table/sort-text.ts";
import type { SearchStep } from "../report-view/report-address.ts";
import { useRows } from "./use-rows.ts";

/** The rows of a question as the address wants them, and what their table needs. */
export function useAddressedRows(question: NarrowedRows, search: Search, onSearch: SearchStep) {
  const { label, ...asked } = question;
  const single = (name: string) => [search[name] ?? []].flat()[0];
  const sort = readSort(single("at.sort"));
  const text = single("at.q") ?? "";
  const rowsQuestion = { ...asked, ...(text && { search: text }) };
  const rows = useRows(rowsQuestion, sort);
  return {
    row: single("row") ?? null,
    rows,
    table: {
      name: label,
      question: rowsQuestion,
      rows,
      state: { sort, search: text },
      onState: (next: { sort: typeof sort; search: string }) =>
        onSearch(
          (now) => ({ ...now, "at.sort": writeSort(next.sort), "at.q": next.search || undefined, row: undefined }),
          true,
        ),
      onOpen: (key: string) => onSearch((now) => ({ ...now, row: key })),
    },
  };
}
