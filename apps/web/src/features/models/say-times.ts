import type { UsageFigures } from "@console/contracts";
import { addDays } from "@console/figures/calendar";
import { type FormatChoices, formatDayRange, formatNumber } from "@console/figures/format";

const nothing = "–";

/** A time with one decimal of a second: 0.8 s. */
export function sayTime(milliseconds: number | null, formats: FormatChoices): string {
  return milliseconds === null ? nothing : `${formatNumber(Math.round(milliseconds / 100) / 10, formats)} s`;
}

/** The median and the 95th percentile of times: 0.8 s / 2.1 s. */
export function saySpread(spread: UsageFigures["totalMs"], formats: FormatChoices): string {
  return spread === null ? nothing : `${sayTime(spread.p50, formats)} / ${sayTime(spread.p95, formats)}`;
}

/** The days of a range, the last one included: 8 – 14 Nov 2026. */
export function sayDays({ from, to }: { from: string; to: string }, formats: FormatChoices): string {
  return formatDayRange(from, addDays(to, -1), null, formats);
}
