import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { TableColumn, TableRow, TableTotals } from "./table-shape.ts";

type RowPage = {
  columns: readonly TableColumn[];
  items: readonly TableRow[];
  next: string | null;
  totals: TableTotals | null;
  currency: string;
};

type AskForPage = (page: { cursor?: string }, signal: AbortSignal) => Promise<RowPage>;

const none: readonly TableColumn[] = [];

/** Rows that are asked for page by page, as the table takes them; the earlier ones stay until others have come. */
export function useRowPages(queryKey: readonly unknown[], ask: AskForPage) {
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => ask(pageParam === null ? {} : { cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const { data, fetchNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData } = list;
  const first = data?.pages[0];
  const onMore = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage]);

  return {
    columns: first?.columns ?? none,
    rows: useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]),
    totals: isPlaceholderData ? null : (first?.totals ?? null),
    /** They answer what is asked now, not what was asked before. */
    hasOwnRows: !isPlaceholderData,
    hasMore: list.hasNextPage && !isPlaceholderData,
    onMore,
    isLoading: list.isPending,
    isRefetching: list.isRefetching || isPlaceholderData,
    error: list.error,
    onRetry: () => void (isFetchNextPageError ? fetchNextPage() : list.refetch()),
    currency: first?.currency ?? "USD",
  };
}
