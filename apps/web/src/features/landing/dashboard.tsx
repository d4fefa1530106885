import { formatInstant, formatNumber } from "@console/figures/format";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ErrorState } from "../../blocks/states/error-state.tsx";
import { StaleNote } from "../../blocks/states/stale-note.tsx";
import { ApiError } from "../../lib/api.ts";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./dashboard.module.css";
import { describeCounts } from "./describe-counts.ts";

/** How many tenants, users and waiting requests there are, and as of when. */
export function Dashboard() {
  const formats = useFormats();
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery(read("getCounts", {}));

  if (!data && error) {
    return (
      <ErrorState
        title="The counts could not be loaded"
        message={error.message}
        requestId={error instanceof ApiError ? error.requestId : null}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <>
      <ul className={classes.cards} aria-busy={!data} aria-label={data ? "Counts" : "Loading counts"}>
        {describeCounts(data ?? null).map(({ label, link, count, words }) => (
          <li key={label} className={classes.card}>
            <h2 className={classes.label}>
              <Link {...link} className={classes.link}>
                {label}
              </Link>
            </h2>
            {count === null ? (
              <span className={classes.line} />
            ) : (
              <p className={classes.value}>{formatNumber(count, formats)}</p>
            )}
            <p className={classes.words}>{words}</p>
          </li>
        ))}
      </ul>
      {data && !error && <p className={classes.asOf}>As of {formatInstant(dataUpdatedAt, formats)}.</p>}
      {data && error && (
        <StaleNote isFetching={isFetching} onRetry={() => void refetch()}>
          The last refresh failed. These counts are from {formatInstant(dataUpdatedAt, formats)}.
        </StaleNote>
      )}
    </>
  );
}
