import type { SignupProgress } from "@console/contracts";
import { formatInstant } from "@console/figures/format";
import { IconCircle, IconCircleCheckFilled, IconCircleXFilled } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "../../blocks/states/error-state.tsx";
import { Skeleton } from "../../blocks/states/skeleton.tsx";
import { StaleNote } from "../../blocks/states/stale-note.tsx";
import { ApiError } from "../../lib/api.ts";
import { read } from "../../lib/queries.ts";
import { queryClient } from "../../lib/query-client.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./thank-you-page.module.css";

/** Where a request stands, for whoever has its key; it is read again whenever the tab is looked at. */
export function RequestProgress({ follow }: { follow: string }) {
  const { data, error, isFetching, refetch } = useQuery(
    { ...read("followSignup", { key: follow }), staleTime: 0, refetchOnWindowFocus: "always" },
    queryClient,
  );
  if (!data && error) {
    const isUnknown = error instanceof ApiError && error.kind === "not_found";
    return (
      <ErrorState
        title={isUnknown ? "This link opens no request" : "Your request could not be loaded"}
        message={error.message}
        requestId={error instanceof ApiError ? error.requestId : null}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <section className={classes.progress} aria-labelledby="request-progress">
      <h2 id="request-progress" className={classes.subtitle}>
        Status
      </h2>
      {data ? <Stages progress={data} /> : <Skeleton label="Loading your request" lines={[60, 50, 40]} />}
      {data && error && (
        <StaleNote isFetching={isFetching} onRetry={() => void refetch()}>
          The last refresh failed. {error.message}
        </StaleNote>
      )}
    </section>
  );
}

function Stages({ progress }: { progress: SignupProgress }) {
  const { state, receivedAt, reviewedAt, decidedAt, words, answer, reference } = progress;
  const isDecided = state === "approved" || state === "rejected";
  return (
    <>
      <ol className={classes.stages}>
        <Stage label={`Received, reference ${reference}`} at={receivedAt} isReached />
        <Stage label="Reviewing" at={reviewedAt} isReached={state === "reviewing" || isDecided} />
        <Stage
          label={state === "rejected" ? "Not approved" : "Approved"}
          at={decidedAt}
          isReached={isDecided}
          isRefused={state === "rejected"}
        />
      </ol>
      <p className={classes.words} role="status">
        {words}
      </p>
      {answer && <p className={classes.answer}>{answer}</p>}
    </>
  );
}

type StageProps = { label: string; at: string | null; isReached: boolean; isRefused?: boolean };

function Stage({ label, at, isReached, isRefused = false }: StageProps) {
  const formats = useFormats();
  const Icon = isRefused ? IconCircleXFilled : isReached ? IconCircleCheckFilled : IconCircle;
  return (
    <li data-reached={isReached || undefined}>
      <Icon size={18} aria-hidden="true" />
      <span>{label}</span>
      {!isReached && <span className={classes.yet}>Not yet</span>}
      {at && <time dateTime={at}>{formatInstant(at, formats)}</time>}
    </li>
  );
}
