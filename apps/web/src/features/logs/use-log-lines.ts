import type { LogLine } from "@console/contracts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { callApi } from "../../lib/api.ts";
import type { LogRange } from "./log-search.ts";

const pageLines = 200;

/** The lines that a search finds in a range, newest first, page by page; the earlier ones stay until others have come. */
export function useLogLines(query: string, { since, until }: Pick<LogRange, "since" | "until">) {
  const list = useInfiniteQuery({
    queryKey: ["listLogLines", { query, since, until }],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        "listLogLines",
        { query, since, until, limit: pageLines, ...(pageParam !== null && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    // Each reading is noted in the audit log: coming back to the window is none.
    refetchOnWindowFocus: false,
  });
  const { data, fetchNextPage, isFetchingNextPage, isPlaceholderData } = list;
  const onMore = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage]);
  return {
    lines: useMemo<readonly LogLine[]>(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]),
    hasMore: list.hasNextPage && !isPlaceholderData,
    onMore,
    isLoading: list.isPending,
    isRefetching: list.isRefetching || isPlaceholderData,
    error: list.error,
    onRetry: () => void (list.isFetchNextPageError ? fetchNextPage() : list.refetch()),
  };
}
