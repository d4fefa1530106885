import type { PlatformFigure } from "@console/contracts";
import type { PlatformFigureName } from "@console/contracts/platform-figure-names";
import type { ChartDescription } from "@console/figures/chart";
import { type FormatChoices, formatNumber, formatShortDay } from "@console/figures/format";
import { measureChange, sayGapReason } from "@console/figures/measure-change";
import { describeCountFormat, describeDayAxis } from "../../blocks/chart/describe-day-axis.ts";
import type { KpiChange } from "../../blocks/kpi/kpi-tile.tsx";
import { figureWords } from "./figure-words.ts";

/** A time as a bucket tells it: at most its end, or above the last one. */
function formatBound(ms: number, isAbove: boolean, formats: FormatChoices): string {
  const time = ms < 1000 ? `${formatNumber(ms, formats)} ms` : `${formatNumber(ms / 1000, formats)} s`;
  return `${isAbove ? ">" : "≤"} ${time}`;
}

/** The value of a figure, how it moved, and since when it is known, in words. */
export function describeFigure(
  figure: PlatformFigure,
  formats: FormatChoices,
): { value: string; change: KpiChange | string; coverage: string | null } {
  const { value, bound, before, isUsual, firstDay, span, days, today } = figure;
  const from = span?.from ?? null;
  const format = (amount: number) =>
    bound === null
      ? formatNumber(amount, formats)
      : formatBound(amount, amount === value && bound === "above", formats);
  const day = (one: string) => formatShortDay(one, today, formats);
  const isPartial = firstDay !== null && from !== null && firstDay > from && value !== null;
  const coverage = isPartial ? `Counted since ${day(firstDay)}` : null;
  if (value === null) {
    const change = firstDay === null ? "Nothing has been counted yet." : `Counted since ${day(firstDay)}.`;
    return firstDay !== null && from !== null && firstDay <= from
      ? { value: "–", change: "Nothing to measure in these days.", coverage }
      : { value: "Not known", change, coverage };
  }
  if (from === null) return { value: format(value), change: "", coverage };
  const previous = days.length === 1 ? "the day before" : `previous ${days.length} days`;
  if (before === null) {
    const change = firstDay === null || isPartial ? "" : `No comparison: ${sayGapReason({ firstDay }, day)}`;
    return { value: format(value), change, coverage };
  }
  // Buckets are too coarse for a percentage.
  if (bound !== null) return { value: format(value), change: `${format(before)} in the ${previous}`, coverage };
  const move = measureChange({ now: value, before, unit: "count" }, format, formats);
  const change = move === null ? `${format(before)} before` : { ...move, isUsual, comparison: `vs ${previous}` };
  return { value: format(value), change, coverage };
}

const bad = new Set<PlatformFigureName>(["failed_runs", "errors"]);

/** A figure day by day; the last day may still be running. */
export function describeDays(
  name: PlatformFigureName,
  { days, series, today }: PlatformFigure,
  formats: FormatChoices,
): ChartDescription {
  const { label } = figureWords[name];
  const isTime = name === "answer_time";
  const colour = bad.has(name) ? ("bad" as const) : ("accent" as const);
  return {
    kind: isTime ? "line" : series.length > 1 ? "stacked-bar" : "bar",
    title: label,
    unit: isTime ? "95th percentile per day, in ms" : "per day",
    ...describeDayAxis(days, formats),
    ...describeCountFormat(formats),
    series: series.map(({ id, name: seriesName, values }) => ({
      id,
      label: series.length > 1 ? seriesName : label,
      ...(series.length === 1 && { colour }),
      values,
    })),
    isRunning: !isTime && days.at(-1) === today,
  };
}
