import { addDays } from "@console/figures/calendar";
import { formatDayRange } from "@console/figures/format";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState } from "../../blocks/states/error-state.tsx";
import { FillProgress } from "../../blocks/states/fill-progress.tsx";
import { ApiError } from "../../lib/api.ts";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { dayCount } from "./ask-figures.ts";
import { reportsFor } from "./domain-reports.ts";
import { DomainSection, WaitingSection } from "./domain-section.tsx";
import type { Catalogue } from "./figure-strip.tsx";
import classes from "./figures.module.css";

const fillingPollMs = 2_000;
const emptyPollMs = 10_000;

const findFilling = (catalogue: Catalogue | undefined) =>
  catalogue?.progress.find(({ work, state }) => work === "demo-data" && state !== "done");

const reportsWithFacts = (source: string | null, { domains }: Catalogue) =>
  reportsFor(source).filter((report) => domains.some(({ id, firstDay }) => id === report.id && firstDay !== null));

/** The figures of the domains that a page is about, or how far the work is that brings them, or that there are none. */
export function TenantFigures({ source, whenEmpty }: { source: string | null; whenEmpty: ReactNode }) {
  const formats = useFormats();
  const { data, error, isFetching, refetch } = useQuery({
    ...read("listMetrics", {}),
    refetchInterval: ({ state }) => {
      if (findFilling(state.data)?.state === "running") return fillingPollMs;
      return state.data && reportsWithFacts(source, state.data).length === 0 ? emptyPollMs : false;
    },
  });
  const retry = () => void refetch();

  if (!data) {
    if (!error) return <WaitingSection />;
    return (
      <div className={classes.panel}>
        <ErrorState
          title="The figures could not be loaded"
          message={error.message}
          requestId={error instanceof ApiError ? error.requestId : null}
          onRetry={retry}
        />
      </div>
    );
  }

  const filling = findFilling(data);
  const reports = reportsWithFacts(source, data);
  const progress = filling && (
    <FillProgress
      progress={filling}
      formats={formats}
      isStale={error !== null}
      isFetching={isFetching}
      onRetry={retry}
    />
  );
  // Days are filled in from the oldest, so that the last 30 would be shown as empty until the work is done.
  if (filling?.state === "running") return progress;
  if (reports.length === 0) return progress ?? whenEmpty;
  return (
    <>
      {progress}
      <p className={classes.period}>
        Last {dayCount} days, {formatDayRange(addDays(data.today, 1 - dayCount), data.today, data.today, formats)}
      </p>
      {reports.map((report) => (
        <DomainSection key={report.id} report={report} catalogue={data} formats={formats} />
      ))}
    </>
  );
}
