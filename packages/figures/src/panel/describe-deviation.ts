import type { Deviation, PanelAnswerFor, PanelForKind } from "@console/contracts";
import { formatAxis } from "../format.ts";
import type { HistogramPicture } from "../picture/picture.ts";
import type { PanelReader } from "./panel-view.ts";

const widths = [1, 2, 5, 10, 15, 20, 30, 60, 120, 240];
const minutesInDay = 1440;
const dayWidths = [1, 2, 5, 7, 14, 28, 56, 112].map((days) => days * minutesInDay);
const mostBins = 32;
/** So few that are farther out than a day are gathered at the end. */
const fewShare = 0.01;
const onTime = { label: "On time", colour: "good" as const };
const late = { label: "Late", colour: "warn" as const };

/** The share of rows that are on time when they may be late by some whole minutes; null without rows. */
export function onTimeShare(deviation: Deviation, graceMinutes: number): number | null {
  const { first, counts, before, after, unknown } = deviation;
  const all = counts.reduce((sum, count) => sum + count, before + after + unknown);
  const within = counts.slice(0, Math.max(0, graceMinutes - first + 1)).reduce((sum, count) => sum + count, before);
  return all > 0 ? within / all : null;
}

/** The most minutes of grace that can be tried out. */
export function mostGrace({ graceMinutes }: Deviation): number {
  return Math.max(60, graceMinutes);
}

/** How rows are drawn: bins of one width, and what lies before the first and after the last of them. */
export function drawnDeviation(deviation: Deviation): {
  bins: HistogramPicture["bins"];
  before: number;
  after: number;
} {
  const { before, after, counts, outer } = deviation;
  const all = counts.reduce((sum, count) => sum + count, before + after);
  if (Math.max(before, after) <= fewShare * all) return { bins: deviationBins(deviation), before, after };
  return outerBins(deviation, [...outer, ...byDay(deviation)], all);
}

/** Rows of single minutes by whole days before and after the grace. */
function byDay({ first, counts, graceMinutes }: Deviation): Deviation["outer"] {
  return counts.map((count, index) => {
    const to = graceMinutes + Math.ceil((first + index - graceMinutes) / minutesInDay) * minutesInDay;
    return { from: to - minutesInDay, to, count };
  });
}

/** Bins of whole days up to where nearly all rows lie, with an edge at the grace. */
function outerBins({ graceMinutes }: Deviation, days: Deviation["outer"], all: number) {
  const sorted = days.filter(({ count }) => count > 0).toSorted((one, other) => one.from - other.from);
  const dayAt = (share: number) => {
    let cumulative = 0;
    return sorted.find(({ count }) => {
      cumulative += count;
      return cumulative > share * all;
    });
  };
  const lowest = Math.min(graceMinutes - minutesInDay, dayAt(fewShare)?.from ?? 0);
  const highest = Math.max(graceMinutes + minutesInDay, dayAt(1 - fewShare)?.to ?? sorted.at(-1)?.to ?? 0);
  const width = dayWidths.find((one) => (highest - lowest) / one <= mostBins) ?? 365 * minutesInDay;
  const start = graceMinutes - Math.ceil((graceMinutes - lowest) / width) * width;
  const bins = Array.from({ length: Math.ceil((highest - start) / width) }, (_, index) => {
    const from = start + index * width;
    return { from, to: from + width, count: 0, meaning: from < graceMinutes ? onTime : late };
  });
  let [before, after] = [0, 0];
  const edge = bins.findIndex(({ meaning }) => meaning === late);
  for (const { from, count } of sorted) {
    const index = Math.floor((from - start) / width);
    // A grace that is tried out moves the edge, but rows that are farther out than any of them stay on their side.
    const bin = bins[from >= 0 ? Math.max(index, edge) : Math.min(index, edge - 1)];
    if (bin) bin.count += count;
    else if (from < start) before += count;
    else after += count;
  }
  return { bins, before, after };
}

/** Bins of minutes: as narrow as there is room for, with an edge at the grace, so that none is on both sides of it. */
function deviationBins({ first, counts, graceMinutes }: Deviation): HistogramPicture["bins"] {
  const filled = counts.flatMap((count, index) => (count > 0 ? [first + index] : []));
  const lowest = Math.min(0, graceMinutes, filled[0] ?? 0) - 1;
  const highest = Math.max(1, graceMinutes, filled.at(-1) ?? 0);
  const width = widths.find((one) => (highest - lowest) / one <= mostBins) ?? 480;
  const start = graceMinutes - Math.ceil((graceMinutes - lowest) / width) * width;
  return Array.from({ length: Math.ceil((highest - start) / width) }, (_, index) => {
    const from = start + index * width;
    const own = counts.slice(Math.max(0, from + 1 - first), Math.max(0, from + width + 1 - first));
    return {
      from,
      to: from + width,
      count: own.reduce((sum, count) => sum + count, 0),
      meaning: from < graceMinutes ? onTime : late,
    };
  });
}

/** How early or late rows were, with the due time, the grace, and by when half and nine of ten were done. */
export function describeDeviation(
  { title }: PanelForKind<"deviation">,
  { deviation }: PanelAnswerFor<"deviation">,
  { formats }: PanelReader,
): HistogramPicture | null {
  if (!deviation || deviation.p50 === null || deviation.p90 === null) return null;
  const { graceMinutes, p50, p90 } = deviation;
  const { bins, before, after } = drawnDeviation(deviation);
  const isByDay = (bins[0]?.to ?? 0) - (bins[0]?.from ?? 0) >= minutesInDay;
  return {
    kind: "histogram",
    title,
    unit: `${isByDay ? "Days" : "Minutes"} after the due time, early ones below zero`,
    format: (value) =>
      Math.abs(value) >= minutesInDay
        ? `${formatAxis(Math.round((value / minutesInDay) * 10) / 10, "days", formats)} d`
        : `${formatAxis(value, "minutes", formats)} min`,
    bins,
    before,
    beyond: after,
    marks: [
      { label: "Due", value: 0, isFirm: true },
      ...(graceMinutes > 0 ? [{ label: "Grace", value: graceMinutes, isFirm: true as const }] : []),
      { label: "Median", value: p50 },
      { label: "90th percentile", value: p90 },
    ],
  };
}
