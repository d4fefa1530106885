import type { MetricAnswer } from "@console/contracts";
import type { ChartDescription } from "@console/figures/chart";
import { type FormatChoices, formatFigure, formatNumber } from "@console/figures/format";
import { describeDayAxis } from "../../blocks/chart/describe-day-axis.ts";
import { numberIn } from "./describe-figure.ts";
import type { DomainReport } from "./domain-reports.ts";

/** The chart of a domain: its metric on each day, the last of which is still running. */
export function describeDays(
  { chart }: DomainReport,
  { columns, rows, currency }: MetricAnswer,
  formats: FormatChoices,
): ChartDescription {
  const { label = "", unit = null } = columns.find(({ id }) => id === chart.metric) ?? {};
  const days = rows.map(({ period }) => String(period));
  return {
    kind: "line",
    title: chart.title,
    unit: `${label} per day${unit === "currency" ? `, ${currency}` : ""}`,
    ...describeDayAxis(days, formats),
    series: [{ id: chart.metric, label, colour: "accent", values: rows.map((row) => numberIn(row[chart.metric])) }],
    format: (value) => formatFigure(value, { unit: unit ?? "number", currency }, formats),
    formatTick: (value) => formatNumber(value, formats),
    isRunning: true,
  };
}
