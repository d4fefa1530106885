import type { MetricAnswer } from "@console/contracts";
import { type FormatChoices, formatInstant } from "@console/figures/format";
import type { UseQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import { Chart } from "../../blocks/chart/chart.tsx";
import { ErrorState } from "../../blocks/states/error-state.tsx";
import { StaleNote } from "../../blocks/states/stale-note.tsx";
import { ApiError } from "../../lib/api.ts";
import { describeDays } from "./describe-days.ts";
import type { DomainReport } from "./domain-reports.ts";
import classes from "./figures.module.css";

const chartHeight = 220;

type Props = { report: DomainReport; reading: UseQueryResult<MetricAnswer>; formats: FormatChoices };

/** One metric of a domain, day by day. */
export function DayChart({ report, reading, formats }: Props) {
  const { data, error, dataUpdatedAt, isFetching, refetch } = reading;
  const description = useMemo(() => (data ? describeDays(report, data, formats) : null), [report, data, formats]);
  return (
    <div className={`${classes.panel} ${classes.chart}`} aria-busy={reading.isPending}>
      {description ? (
        <Chart description={description} height={chartHeight} />
      ) : error ? (
        <ErrorState
          heading="h3"
          title="The chart could not be loaded"
          message={error.message}
          requestId={error instanceof ApiError ? error.requestId : null}
          onRetry={() => void refetch()}
        />
      ) : (
        <>
          <p className={classes.chartTitle}>{report.chart.title}</p>
          <div className={classes.ground} />
        </>
      )}
      {description && error && (
        <StaleNote isFetching={isFetching} onRetry={() => void refetch()}>
          The last refresh failed. This chart is from {formatInstant(dataUpdatedAt, formats)}.
        </StaleNote>
      )}
    </div>
  );
}
