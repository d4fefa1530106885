import type { MetricAnswer, RouteOutput, Routes } from "@console/contracts";
import { type FormatChoices, formatInstant } from "@console/figures/format";
import { sayCaveats } from "@console/figures/panel";
import type { UseQueryResult } from "@tanstack/react-query";
import { KpiTile } from "../../blocks/kpi/kpi-tile.tsx";
import { RulePopover } from "../../blocks/kpi/rule-popover.tsx";
import { ErrorState } from "../../blocks/states/error-state.tsx";
import { StaleNote } from "../../blocks/states/stale-note.tsx";
import { ApiError } from "../../lib/api.ts";
import { describeFigure, describeUnit } from "./describe-figure.ts";
import type { DomainReport, FigureSpan } from "./domain-reports.ts";
import classes from "./figures.module.css";

/** What can be asked, as the server describes it. */
export type Catalogue = RouteOutput<Routes["listMetrics"]>;

/** The answer for the figures of one span, or where it stays. */
export type SpanReading = { span: FigureSpan; reading: UseQueryResult<MetricAnswer> };

type Props = { report: DomainReport; catalogue: Catalogue; readings: readonly SpanReading[]; formats: FormatChoices };

/** The first figures of a domain, each with how it moved and what it counts. */
export function FigureStrip({ report, catalogue, readings, formats }: Props) {
  const failed = readings.filter(({ reading }) => reading.error);
  const missing = failed.filter(({ reading }) => !reading.data);
  const retry = () => {
    for (const { reading } of failed) void reading.refetch();
  };
  const error = failed[0]?.reading.error ?? null;
  const requestId = error instanceof ApiError ? error.requestId : null;
  if (error && missing.length === readings.length) {
    return (
      <div className={classes.panel}>
        <ErrorState
          heading="h3"
          title="The figures could not be loaded"
          message={error.message}
          requestId={requestId}
          onRetry={retry}
        />
      </div>
    );
  }

  const oldest = Math.min(...failed.map(({ reading }) => reading.dataUpdatedAt));
  const isBusy = readings.some(({ reading }) => reading.isPending);
  return (
    <>
      <ul className={classes.tiles} aria-busy={isBusy} aria-label={`${report.title}: figures`}>
        {report.figures.map(({ metric, span }) => {
          const definition = catalogue.metrics.find(({ id }) => id === metric);
          if (!definition) return null;
          const reading = readings.find((one) => one.span === span)?.reading;
          const answer = reading?.data;
          const rule = answer?.rules.find((one) => one.metric === metric);
          const { value, change } = answer
            ? describeFigure({ metric, span }, definition.unit, answer, { formats, today: catalogue.today })
            : reading?.error
              ? { value: "–", change: "Could not be read." }
              : { value: null, change: "" };
          return (
            <li key={metric}>
              <KpiTile
                label={definition.label}
                unit={describeUnit(definition.unit, span, catalogue.currency)}
                value={value}
                change={change}
                coverage={answer ? sayCaveats({ answer }, metric, formats) : null}
                goodDirection={definition.good ?? "none"}
                corner={rule && <RulePopover label={definition.label} {...rule} formats={formats} />}
              />
            </li>
          );
        })}
      </ul>
      {error && (
        <StaleNote isFetching={failed.some(({ reading }) => reading.isFetching)} onRetry={retry}>
          {missing.length > 0
            ? `Some figures could not be loaded. ${error.message}${requestId ? ` Request ID ${requestId}.` : ""}`
            : `The last refresh failed. These figures are from ${formatInstant(oldest, formats)}.`}
        </StaleNote>
      )}
    </>
  );
}
