import type { Deviation, PanelAnswerFor, PanelForKind } from "@console/contracts";
import { formatAxis } from "../format.ts";
import type { HistogramPicture } from "../picture/picture.ts";
import type { PanelReader } from "./panel-view.ts";

const widths = [1, 2, 5, 10, 15, 20, 30, 60, 120, 240];
const mostBins = 32;
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

/** The drawn bins: as narrow as there is room for, with an edge at the grace, so that none is on both sides of it. */
export function deviationBins({ first, counts, graceMinutes }: Deviation): HistogramPicture["bins"] {
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
  const { graceMinutes, before, after, p50, p90 } = deviation;
  return {
    kind: "histogram",
    title,
    unit: "Minutes after the due time, early ones below zero",
    format: (value) => `${formatAxis(value, "minutes", formats)} min`,
    bins: deviationBins(deviation),
    before,
    beyond: after,
    marks: [
      { label: "Due", value: 0, isFirm: true },
      ...(graceMinutes > 0 ? [{ label: "Grace", value: graceMinutes, isFirm: true as const }] : []),
      { label: "Half by", value: p50 },
      { label: "9 of 10 by", value: p90 },
    ],
  };
}
