import type { RouteInput, Routes } from "@console/contracts";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { TableSort } from "../../../blocks/data-table/table-shape.ts";
import { callApi } from "../../../lib/api.ts";
import { read } from "../../../lib/queries.ts";

const pageSize = 100;

type Question = Omit<RouteInput<Routes["listMetricRows"]>, "sort" | "cursor" | "limit" | "totals">;

/** The rows of a question page by page; their totals are asked for beside them, because they may take longer. */
export function useRows(question: Question, sort: TableSort | null) {
  const list = useInfiniteQuery({
    queryKey: ["listMetricRows", question, sort],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        "listMetricRows",
        { ...question, ...(sort && { sort }), ...(pageParam !== null && { cursor: pageParam }), limit: pageSize },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const totals = useQuery(read("listMetricRows", { ...question, totals: true, limit: 1 }));
  const { data, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = list;
  const first = data?.pages[0];
  const onMore = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage]);

  return {
    columns: first?.columns ?? [],
    rows: useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]),
    totals: list.isPlaceholderData ? null : (totals.data?.totals ?? null),
    hasMore: list.hasNextPage && !list.isPlaceholderData,
    onMore,
    isLoading: list.isPending,
    isRefetching: list.isRefetching || list.isPlaceholderData,
    error: list.error,
    onRetry: () => void (isFetchNextPageError ? fetchNextPage() : list.refetch()),
    currency: first?.currency ?? "USD",
    timeZone: first?.timeZone ?? "UTC",
  };
}
