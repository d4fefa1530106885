import type { ComputedColumn, RouteInput, RouteOutput, Routes, SourceColumn, SourceMapping } from "@console/contracts";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { callApi } from "../../../lib/api.ts";
import { findReferences } from "./change-computed.ts";

/** What an expression can be tried with. */
export type ComputedSource = {
  tenantId: string;
  /** The columns of the source itself. */
  columns: readonly SourceColumn[];
  /** The source may have columns that no row has shown. */
  hasMoreColumns: boolean;
  rows: readonly { line: number; values: Readonly<Record<string, string>> }[];
};

type Input = RouteInput<Routes["previewComputed"]>;
export type ComputedAnswer = RouteOutput<Routes["previewComputed"]>["items"][number];

const restMs = 400;
export const previewRows = 10;

/** What a column needs to be tried: itself, those above it, and the cells that they name. */
export function toPreviewInput(
  source: ComputedSource,
  mapping: SourceMapping,
  place: number,
  column: ComputedColumn,
): Input {
  const computed = [...(mapping.computed ?? []).slice(0, place), column];
  const names = source.columns.map(({ name }) => name);
  const references = findReferences(
    computed.map(({ expression }) => expression),
    names,
  );
  const styles = source.columns.flatMap(({ name, dates, decimal }) => {
    const style = { ...(dates && { dates: dates.style }), ...(decimal && { decimal: decimal.style }) };
    return references.includes(name) && Object.keys(style).length > 0 ? [[name, style]] : [];
  });
  return {
    tenantId: source.tenantId,
    computed,
    columns: names,
    hasMoreColumns: source.hasMoreColumns,
    columnStyles: { ...Object.fromEntries(styles), ...mapping.columnStyles },
    rows: source.rows.slice(0, previewRows).map(({ values }) => {
      return Object.fromEntries(references.map((name) => [name, values[name] ?? ""]));
    }),
  };
}

/** The last column of what was sent, as the server computes it. */
export async function computeColumn(input: Input, signal?: AbortSignal): Promise<ComputedAnswer> {
  const { items } = await callApi("previewComputed", input, signal ? { signal } : {});
  const answer = items.at(-1);
  if (!answer) throw new Error("The server returned no result.");
  return answer;
}

/** Computes a column for the first rows as soon as its writer pauses. */
export function useComputedPreview(input: Input) {
  const [settled] = useDebouncedValue(input, restMs, { leading: false });
  const isWritten = settled.computed.at(-1)?.expression.trim() !== "";
  const { data, error, isFetching } = useQuery({
    queryKey: ["computedPreview", settled],
    queryFn: ({ signal }) => computeColumn(settled, signal),
    enabled: isWritten,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return {
    answer: isWritten ? data : undefined,
    expression: settled.computed.at(-1)?.expression ?? "",
    error,
    isFetching,
  };
}
