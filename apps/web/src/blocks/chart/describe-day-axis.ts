import type { ChartDescription } from "@console/figures/chart";
import { type FormatChoices, formatDay, formatNumber, formatShortDay, todayFor } from "@console/figures/format";

/** The axis of a chart whose points are days, each with its short and its longer name. */
export function describeDayAxis(
  days: readonly string[],
  formats: FormatChoices,
): Pick<ChartDescription, "names"> & { x: string[] } {
  const today = todayFor(days, days.at(-1) ?? "");
  return {
    x: days.map((day) => formatShortDay(day, today, formats)),
    names: days.map((day) => formatDay(day, today, formats)),
  };
}

/** How counts are written, of which there are no halves. */
export function describeCountFormat(formats: FormatChoices): Pick<ChartDescription, "format"> & {
  formatTick: (value: number) => string;
} {
  return {
    format: (value) => formatNumber(value, formats),
    formatTick: (value) => (Number.isInteger(value) ? formatNumber(value, formats) : ""),
  };
}
