import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ApiError } from "../../lib/api.ts";
import { read } from "../../lib/queries.ts";
import { queryClient } from "../../lib/query-client.ts";
import { PageZoneContext } from "../../lib/use-formats.ts";
import { EmbedBody } from "./embed-body.tsx";
import { EmbedHeader } from "./embed-header.tsx";
import { Opening, Waiting } from "./embed-states.tsx";
import { embedSession } from "./session/embed-session.ts";
import type { EmbedState } from "./session/embed-state.ts";
import { useRefresh } from "./use-refresh.ts";

type Props = { session: Extract<EmbedState, { step: "open" }> };

// However the report ends, none of its figures outlives it.
embedSession.subscribe(() => {
  if (embedSession.state().step !== "open") queryClient.clear();
});

/** The report that is open. */
export function EmbedReport({ session }: Props) {
  return (
    <QueryClientProvider client={queryClient}>
      <OpenReport session={session} />
    </QueryClientProvider>
  );
}

function OpenReport({ session }: Props) {
  const { data: report, error, refetch, isFetching } = useQuery(read("getEmbedReport", {}));
  useRefresh(session.refreshSeconds);
  useVersion(session.version, report?.version ?? null);

  if (!report) {
    if (error) return <ReportProblem error={error} onRetry={() => void refetch()} />;
    return <Opening />;
  }
  return (
    <PageZoneContext value={report.timeZone}>
      <EmbedHeader report={report} session={session} isFetching={isFetching} onRefresh={() => void refetch()} />
      <EmbedBody report={report} />
    </PageZoneContext>
  );
}

/** Once someone has changed what the link shows, nothing that was read before stays. */
function useVersion(version: string | null, ofReport: string | null): void {
  const lastState = useRef<string | null>(null);
  useEffect(() => {
    lastState.current ??= ofReport;
    if (version === null || lastState.current === null || version === lastState.current) return;
    lastState.current = version;
    void queryClient.resetQueries();
  }, [version, ofReport]);
}

const usualWaitSeconds = 30;

function ReportProblem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const kind = error instanceof ApiError ? error.kind : null;
  // Whether it has ended is being found out at this moment.
  if (kind === "unauthenticated") return <Opening />;
  if (kind === "limit_reached" && error instanceof ApiError) {
    return <ReadLater seconds={error.retryAfterSeconds ?? usualWaitSeconds} onRetry={onRetry} />;
  }
  return <ReadProblem heading="h1" title="The report could not be loaded" error={error} onRetry={onRetry} />;
}

function ReadLater({ seconds, onRetry }: { seconds: number; onRetry: () => void }) {
  const until = useRef(Date.now() + seconds * 1000);
  const retry = useRef(onRetry);
  useEffect(() => {
    const timer = setTimeout(() => retry.current(), until.current - Date.now());
    return () => clearTimeout(timer);
  }, []);
  return <Waiting until={until.current} />;
}
