type QueryState = { isPending: boolean; error: Error | null; refetch: () => unknown };

/** A list that is read at once, as a table that walks pages takes it. */
export function wholeList<Row>(items: readonly Row[] | undefined, { isPending, error, refetch }: QueryState) {
  return {
    items: items ?? [],
    isLoading: isPending,
    error,
    retry: () => void refetch(),
    hasMore: false,
    isLoadingMore: false,
    more: () => {},
  };
}
