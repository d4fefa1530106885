import { type ChartColour, type ChartDescription, colourForSeries } from "./chart-description.ts";
import { type AxisLabel, fitText, pickLabels, pushApart, textWidth } from "./label-layout.ts";
import { axisStart, linearScale, readableTicks } from "./scale.ts";
import { type Extent, stackSeries } from "./stack-series.ts";

/** Where everything of a chart goes, in pixels. */
export type ChartLayout = {
  left: number;
  right: number;
  top: number;
  bottom: number;
  ticks: { value: number; text: string; y: number }[];
  labels: AxisLabel[];
  /** The middle of each x value. */
  xs: number[];
  /** Room of one x value; zero for lines, whose values are points. */
  band: number;
  extents: (Extent | null)[][];
  toY: (value: number) => number;
  /** Names at the end of the series; empty when a legend names them. */
  endLabels: { id: string; text: string; colour: ChartColour; y: number }[];
};

const lineHeight = 16;

function findEnds(extents: (Extent | null)[][], kind: ChartDescription["kind"]): (number | null)[] {
  return extents.map((row) => {
    const last = row.findLast((extent) => extent !== null);
    if (!last) return null;
    return kind === "line" ? last.high : (last.low + last.high) / 2;
  });
}

/** Whether the series are named at their ends: two to four of them, when that leaves room for the picture. */
export function hasEndLabels({ kind, series }: ChartDescription, width: number): boolean {
  const longest = Math.max(0, ...series.map(({ label }) => textWidth(label)));
  return kind !== "bar" && series.length > 1 && series.length <= 4 && longest <= width * 0.18;
}

/** Works out a chart for a given size; `head` is the room above it for other things. Nothing here touches the page. */
export function layoutChart(description: ChartDescription, width: number, height: number, head = 0): ChartLayout {
  const { kind, series, x, format, formatTick = format } = description;
  const extents = stackSeries(description);
  const values = extents.flat().flatMap((extent) => (extent ? [extent.low, extent.high] : []));
  const highs = extents.flat().flatMap((extent) => (extent ? [extent.high] : []));
  const isLine = kind === "line";
  const high = Math.max(...(isLine ? highs : values));
  const low = Math.min(...(isLine ? highs : values));
  const top = head + 8;
  const bottom = height - 24;
  const most = bottom - top < 128 ? 3 : 4;
  const start = axisStart(low, high, !isLine);
  const tickValues = readableTicks(start, Math.max(high, isLine ? low : 0), most, formatTick);
  const toY = linearScale(tickValues[0] ?? 0, tickValues.at(-1) ?? 1, bottom, top);
  const ticks = tickValues.map((value) => ({ value, text: fitText(formatTick(value), width * 0.3), y: toY(value) }));
  const left = Math.ceil(Math.max(...ticks.map(({ text }) => textWidth(text)))) + 8;

  const isBand = kind === "bar" || kind === "stacked-bar";
  const isNamedAtEnd = hasEndLabels(description, width);
  const longest = isNamedAtEnd ? Math.max(...series.map(({ label }) => textWidth(label))) + (isBand ? 26 : 14) : 8;
  const right = width - Math.ceil(longest);
  const band = isBand ? (right - left) / Math.max(1, x.length) : 0;
  const pointAt = linearScale(0, x.length - 1, left + 4, right - 4);
  const xs = x.map((_, index) => (isBand ? left + band * (index + 0.5) : pointAt(index)));

  // What has a longer name elsewhere is as short as it can be said: rather few labels than halves of days.
  const room = isBand && !description.names ? Math.max(band - 12, 64) : 120;
  const names = x.map((text) => fitText(text, room));

  const ends = findEnds(extents, kind);
  const named = series.flatMap((one, index) => {
    const end = ends[index] ?? null;
    if (!isNamedAtEnd || end === null) return [];
    return [{ id: one.id, text: one.label, colour: colourForSeries(one, index), y: toY(end) }];
  });
  const placed = pushApart(
    named.map(({ y }) => y),
    lineHeight,
    top + 4,
    bottom - 4,
  );
  const endLabels = named.map((label, index) => ({ ...label, y: placed[index] ?? label.y }));

  return {
    left,
    right,
    top,
    bottom,
    ticks,
    labels: pickLabels(names, xs, { from: 0, to: width }),
    xs,
    band,
    extents,
    toY,
    endLabels,
  };
}
