import { useQuery } from "@tanstack/react-query";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import type { OpenedRow } from "../row-drawer/row-panel.tsx";
import { RowMap } from "./row-map.tsx";

/** The row that the address names, as its panel shows it; null where it names none. */
export function useOpenedRow(metric: string, key: string | null, onClose: () => void): OpenedRow | null {
  const formats = useFormats();
  const { data, error, refetch } = useQuery({
    ...read("getMetricRow", { metric, key: key ?? "" }),
    enabled: key !== null,
  });
  if (key === null) return null;
  return {
    detail: data ?? null,
    error,
    onRetry: () => void refetch(),
    onClose,
    formats,
    map: data?.place && <RowMap {...data.place} />,
  };
}
