import type { RouteInput, Routes } from "@console/contracts";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "../../lib/api.ts";
import { read } from "../../lib/queries.ts";
import type { TableSort } from "../data-table/table-shape.ts";
import { useRowPages } from "../data-table/use-row-pages.ts";

const pageSize = 100;

/** Which rows are meant, before they are put in order and into pages. */
export type RowsQuestion = Omit<RouteInput<Routes["listMetricRows"]>, "sort" | "cursor" | "limit" | "totals">;

/** The rows of a question page by page; their totals are asked for beside them, because they may take longer. */
export function useRows(question: RowsQuestion, sort: TableSort | null) {
  const { hasOwnRows, ...list } = useRowPages(["listMetricRows", question, sort], (page, signal) =>
    callApi("listMetricRows", { ...question, ...(sort && { sort }), ...page, limit: pageSize }, { signal }),
  );
  const totals = useQuery(read("listMetricRows", { ...question, totals: true, limit: 1 }));
  return { ...list, totals: hasOwnRows ? (totals.data?.totals ?? null) : null };
}
