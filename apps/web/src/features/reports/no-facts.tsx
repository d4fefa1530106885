import type { RouteOutput, Routes } from "@console/contracts";
import { ownFormats } from "@console/figures/format";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { EmptyState } from "../../blocks/states/empty-state.tsx";
import { FillProgress } from "../../blocks/states/fill-progress.tsx";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { read } from "../../lib/queries.ts";
import classes from "./no-facts.module.css";

type Report = RouteOutput<Routes["getReport"]>;

const pollMs = 2_000;
const sources: Record<string, string> = {
  ...{ delivery: "Tookan", warehouse: "Warehouse", sales: "Genesis", documents: "Docman", ledger: "ledger" },
};

/** A report whose data has not come: how far the work is that brings it, or whom to ask. */
export function NoFacts({ report, onRetry }: { report: Report; onRetry: () => void }) {
  const { user, tenant } = useAuth();
  const { data, error, isFetching, refetch } = useQuery({ ...read("listMetrics", {}), refetchInterval: pollMs });
  const filling = data?.progress.find(({ work, state }) => work === "demo-data" && state !== "done");
  const hasArrived = data?.domains.some(({ id, firstDay }) => report.domains.includes(id) && firstDay !== null);
  useEffect(() => {
    if (hasArrived && !filling) onRetry();
  }, [hasArrived, filling, onRetry]);
  if (filling) {
    return (
      <FillProgress
        progress={filling}
        formats={user ?? ownFormats}
        isStale={error !== null}
        isFetching={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  const names = report.domains.map((domain) => sources[domain] ?? domain);
  const isOwnSource = tenant !== null && names.includes(tenant.aiq_type ?? "");
  return (
    <section className={classes.card}>
      <EmptyState
        title={isOwnSource ? "No data yet" : "This source is not connected"}
        message={
          isOwnSource
            ? `Nothing has come in from ${names[0]} so far. This page fills by itself when it does.`
            : `${tenant?.name ?? "This organisation"} has no data from ${names.join(" or ")}. Ask your administrator to connect it.`
        }
        actions={
          <Button variant="default" onClick={onRetry}>
            Look again
          </Button>
        }
      />
    </section>
  );
}
