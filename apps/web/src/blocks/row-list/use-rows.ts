import type { RouteInput, Routes } from "@console/contracts";
import { useQuery } from "@tanstack/react-query";
import type { TableSort } from "../../../blocks/data-table/table-shape.ts";
import { useRowPages } from "../../../blocks/data-table/use-row-pages.ts";
import { callApi } from "../../../lib/api.ts";
import { read } from "../../../lib/queries.ts";

const pageSize = 100;

type Question = Omit<RouteInput<Routes["listMetricRows"]>, "sort" | "cursor" | "limit" | "totals">;

/** The rows of a question page by page; their totals are asked for beside them, because they may take longer. */
export function useRows(question: Question, sort: TableSort | null) {
  const { hasOwnRows, ...list } = useRowPages(["listMetricRows", question, sort], (page, signal) =>
    callApi("listMetricRows", { ...question, ...(sort && { sort }), ...page, limit: pageSize }, { signal }),
  );
  const totals = useQuery(read("listMetricRows", { ...question, totals: true, limit: 1 }));
  return { ...list, totals: hasOwnRows ? (totals.data?.totals ?? null) : null };
}
