import { type ChartDescription, colourForSeries } from "../chart/chart-description.ts";
import type { ChartLayout } from "../chart/layout-chart.ts";
import { seriesShape } from "../chart/series-shape.ts";
import { areaPath, linePath, type Point } from "../chart/trace-path.ts";
import { bar } from "./marks.ts";
import type { Mark } from "./scene.ts";

/** The series of a line or area chart; the running period and what is yet to come are dashed, and each line ends in a shape of its own. */
export function drawLines({ kind, series, isRunning }: ChartDescription, { xs, extents, toY }: ChartLayout): Mark[] {
  return series.flatMap((one, position): Mark[] => {
    const colour = colourForSeries(one, position);
    const row = extents[position] ?? [];
    const points = row.map((extent, index): Point | null =>
      extent ? { x: xs[index] ?? 0, y: toY(extent.high) } : null,
    );
    const edges = row.map((extent, index) =>
      extent ? { x: xs[index] ?? 0, upper: toY(extent.high), lower: toY(extent.low) } : null,
    );
    const end = points.findLast((point) => point !== null);
    if (!end) return [];
    const width = colour === "grey" ? 1.5 : 2;
    const from = one.isDashed ? 0 : isRunning ? points.length - 1 : points.length;
    const settled = linePath(points.slice(0, from));
    const running = linePath(points.slice(from === points.length ? from : Math.max(0, from - 1)));
    const ground = { d: areaPath(edges), fill: colour, opacity: series.length === 1 ? 0.12 : 0.28 };
    return [
      ...(kind === "area"
        ? [{ kind: "path" as const, ...ground, ...(colour === "grey" ? { isHatched: true as const } : {}) }]
        : []),
      ...(settled ? [{ kind: "path" as const, d: settled, stroke: colour, width }] : []),
      ...(running ? [{ kind: "path" as const, d: running, stroke: colour, width, isDashed: true as const }] : []),
      {
        kind: "path",
        d: seriesShape(one.shape ?? position, end.x, end.y),
        fill: colour,
        stroke: "surface",
        width: 1.5,
      },
    ];
  });
}

/** Where the bar of a series stands on the x axis: on its own band, or beside the bars of the others. */
export function barAcross(
  { kind, series }: ChartDescription,
  { xs, band }: ChartLayout,
  index: number,
  position: number,
): { x: number; width: number } {
  const groups = kind === "bar" ? Math.max(1, series.length) : 1;
  const room = Math.min(band * 0.7, 28 * groups);
  const x = (xs[index] ?? 0) - room / 2 + (groups > 1 ? position * (room / groups) : 0);
  // A hair of ground between neighbours, as long as the bars are wide enough to spare it.
  return { x, width: groups > 1 && room / groups > 3 ? room / groups - 1 : room / groups };
}

/** The series of a bar chart, on top of each other or side by side. */
export function drawBars(chart: ChartDescription, layout: ChartLayout): Mark[] {
  const { kind, series, isRunning } = chart;
  const { xs, extents, toY } = layout;
  return series.flatMap((one, position) =>
    (extents[position] ?? []).flatMap((extent, index): Mark[] => {
      if (!extent || extent.low === extent.high) return [];
      const upper = Math.min(toY(extent.low), toY(extent.high));
      const tall = Math.abs(toY(extent.low) - toY(extent.high));
      const box = {
        ...barAcross(chart, layout, index, position),
        y: upper,
        height: kind === "stacked-bar" && tall > 3 ? tall - 1 : tall,
      };
      const mark = bar(box, colourForSeries(one, position), kind === "bar" ? 2 : 0);
      return [isRunning && index === xs.length - 1 ? { ...mark, isRunning: true } : mark];
    }),
  );
}
