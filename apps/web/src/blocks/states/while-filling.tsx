import type { FormatChoices } from "@console/figures/format";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { read } from "../../lib/queries.ts";
import { FillProgress } from "./fill-progress.tsx";

type Props = {
  /** The domains whose facts are waited for. */
  domains: readonly string[];
  formats: FormatChoices;
  /** Facts of one of the domains have come, and nothing is being filled in any more. */
  onArrived: () => void;
  /** What stands here while nothing is on its way. */
  children: ReactNode;
};

const pollMs = 2_000;

/** Waits for facts: shows how far the work is that brings them, and tells when they are there. */
export function WhileFilling({ domains, formats, onArrived, children }: Props) {
  const { data, error, isFetching, refetch } = useQuery({ ...read("listMetrics", {}), refetchInterval: pollMs });
  const filling = data?.progress.find(({ work, state }) => work === "demo-data" && state !== "done");
  const hasArrived = data?.domains.some(({ id, firstDay }) => domains.includes(id) && firstDay !== null);
  useEffect(() => {
    if (hasArrived && !filling) onArrived();
  }, [hasArrived, filling, onArrived]);
  if (!filling) return children;
  return (
    <FillProgress
      progress={filling}
      formats={formats}
      isStale={error !== null}
      isFetching={isFetching}
      onRetry={() => void refetch()}
    />
  );
}
