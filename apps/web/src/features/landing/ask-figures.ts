import type { MetricQueryInput } from "@console/contracts";
import { addDays } from "@console/figures/calendar";
import type { DomainReport, FigureSpan } from "./domain-reports.ts";

/** How many days a landing page looks back, and ahead. */
export const dayCount = 30;

/** The days that a landing page looks back on. */
export const lastDays = (today: string) => ({
  from: addDays(today, 1 - dayCount),
  to: addDays(today, 1),
  unit: "day" as const,
});

const timeBySpan: Record<FigureSpan, (today: string) => Pick<MetricQueryInput, "time" | "compare" | "grain">> = {
  // Single days tell how much a figure usually moves.
  period: (today) => ({ time: lastDays(today), compare: { type: "previous_period" }, grain: "day" }),
  now: (today) => ({ time: { asOf: today }, compare: { type: "asOf", asOf: addDays(today, -dayCount) } }),
  ahead: (today) => ({ time: { from: today, to: addDays(today, dayCount) } }),
};

/** The questions behind the figures of a domain, one for each span, since each is counted over other days. */
export function askFigures({ figures }: DomainReport, today: string): { span: FigureSpan; query: MetricQueryInput }[] {
  const spans = [...new Set(figures.map(({ span }) => span))];
  return spans.map((span) => {
    const metrics = figures.filter((figure) => figure.span === span).map(({ metric }) => metric);
    return { span, query: { metrics, ...timeBySpan[span](today) } };
  });
}

/** The question behind the chart of a domain: one metric, day by day. */
export function askDays({ chart }: DomainReport, today: string): MetricQueryInput {
  return { metrics: [chart.metric], time: lastDays(today), grain: "day" };
}
