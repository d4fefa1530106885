import { ownFormats } from "@console/figures/format";
import { useQuery } from "@tanstack/react-query";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { read } from "../../lib/queries.ts";
import type { OpenedRow } from "../row-drawer/row-panel.tsx";
import { RowMap } from "./row-map.tsx";

/** The row that the address names, as its panel shows it; null where it names none. */
export function useOpenedRow(metric: string, key: string | null, onClose: () => void): OpenedRow | null {
  const formats = useAuth().user ?? ownFormats;
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
