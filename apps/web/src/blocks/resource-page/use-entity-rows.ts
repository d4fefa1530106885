import type { EntityDescription, EntityRow } from "@console/contracts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { callApi } from "../../lib/api.ts";
import type { RowMark, TableColumn, TableRow } from "../data-table/table-shape.ts";
import { shownValue } from "../resource-form/form-values.ts";

const pageSize = 100;

export type EntityQuery = { search: string; sort: string | undefined; filters: readonly string[] };

/** Which rows are meant, in the words of the calls. */
export function toListInput({ search, filters }: Pick<EntityQuery, "search" | "filters">) {
  return { ...(search && { search }), ...(filters.length > 0 && { filter: [...filters] }) };
}

/** The rows of an entity page by page, as the table shows them. */
export function useEntityRows(description: EntityDescription, query: EntityQuery, mark?: RowMark) {
  const { name, fields, title, isReadOnly } = description;
  const question = { entity: name, ...toListInput(query), ...(query.sort && { sort: query.sort }) };
  const list = useInfiniteQuery({
    queryKey: ["listEntity", question],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        "listEntity",
        { ...question, ...(pageParam !== null && { cursor: pageParam }), limit: pageSize },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const { data, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = list;
  const onMore = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage]);
  const columns: TableColumn[] = useMemo(() => {
    const shown = fields.filter((field) => field.shown !== "detail" && field.type !== "picture");
    const inList = shown.filter((field) => field.shown === "list");
    const rest = shown.filter((field) => field.shown !== "list");
    return [...inList, ...rest].map((field) => ({
      id: field.name,
      label: field.label,
      isSortable: field.isSortable,
      ...(field.name === title && mark && { mark }),
      ...(field.name === title && isReadOnly && { isWide: true as const }),
      format: field.type === "instant" || field.type === "day" || field.type === "count" ? field.type : "text",
    }));
  }, [fields, title, mark, isReadOnly]);
  const rows = useMemo(
    () => data?.pages.flatMap(({ items }) => items.map((row) => toCells(description, row))) ?? [],
    [data, description],
  );
  const total = data?.pages[0]?.total ?? null;
  return {
    columns,
    rows,
    onMore,
    isLoading: list.isPending,
    error: list.error,
    totals: total === null || list.isPlaceholderData ? null : { count: total, sums: {} },
    hasMore: list.hasNextPage && !list.isPlaceholderData,
    isRefetching: list.isRefetching || list.isPlaceholderData,
    onRetry: () => void (isFetchNextPageError ? fetchNextPage() : list.refetch()),
  };
}

/** Columns that are not in the list from the start can be brought in by its menu. */
export function hiddenAtFirst({ fields }: EntityDescription): string[] {
  return fields.filter((field) => field.shown === "column").map((field) => field.name);
}

function toCells({ fields }: EntityDescription, row: EntityRow): TableRow {
  const cells = fields.map((field): [string, TableRow[string]] => {
    const value = (field.refersTo ? row[field.refersTo.title] : null) ?? row[field.name] ?? null;
    const isPlain = typeof value === "number" || (typeof value === "string" && field.choices.length === 0);
    return [field.name, value === null || value === "" ? null : isPlain ? value : shownValue(field, value)];
  });
  return { ...Object.fromEntries(cells), id: String(row.id) };
}
