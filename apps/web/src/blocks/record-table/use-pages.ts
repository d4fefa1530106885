import type { RouteInput, RouteOutput, Routes } from "@console/contracts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { callApi } from "../../lib/api.ts";

type Paged = {
  [Name in keyof Routes]: RouteOutput<Routes[Name]> extends { items: readonly unknown[]; next: string | null }
    ? Name
    : never;
}[keyof Routes];

/** A list that is walked page by page; pages that were read before stay while newer ones are on their way. */
export function usePages<Name extends Paged>(name: Name, input: RouteInput<Routes[Name]>, everyMs?: number) {
  type Page = RouteOutput<Routes[Name]> & { items: RouteOutput<Routes[Name]>["items"]; next: string | null };
  const list = useInfiniteQuery({
    queryKey: [name, "pages", input],
    queryFn: async ({ pageParam, signal }) => {
      const pageInput = { ...input, ...(pageParam !== null && { cursor: pageParam }) };
      return (await callApi(name, pageInput, { signal })) as Page;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  });
  const pages = list.data?.pages ?? [];
  return {
    first: pages[0] as Page | undefined,
    items: pages.flatMap(({ items }) => items as readonly unknown[]) as Page["items"][number][],
    isLoading: list.isPending,
    error: list.error,
    retry: () => void list.refetch(),
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    more: () => void list.fetchNextPage(),
  };
}
