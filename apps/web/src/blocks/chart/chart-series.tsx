import { type ChartDescription, colourOf } from "./chart-description.ts";
import type { ChartLayout } from "./layout-chart.ts";
import { fillOf, shapeOf, strokeOf } from "./series-paint.tsx";
import { areaPath, linePath, type Point } from "./trace-path.ts";

type Props = { description: ChartDescription; layout: ChartLayout; hatchId: string };

/** The series of a line or area chart; the running period is dashed. */
export function LineSeries({ description, layout, hatchId }: Props) {
  const { kind, series, isRunning } = description;
  const { xs, extents, yOf } = layout;
  return series.map((one, position) => {
    const colour = colourOf(one, position);
    const row = extents[position] ?? [];
    const points = row.map((extent, index): Point | null =>
      extent ? { x: xs[index] ?? 0, y: yOf(extent.high) } : null,
    );
    const settled = isRunning ? points.slice(0, -1) : points;
    const end = points.findLast((point) => point !== null);
    const edges = row.map((extent, index) =>
      extent ? { x: xs[index] ?? 0, upper: yOf(extent.high), lower: yOf(extent.low) } : null,
    );
    return (
      <g key={one.id} fill="none" stroke={strokeOf(colour)} strokeWidth={colour === "grey" ? 1.5 : 2}>
        {kind === "area" && (
          <path
            d={areaPath(edges)}
            fill={colour === "grey" ? `url(#${hatchId})` : fillOf(colour)}
            fillOpacity={series.length === 1 ? 0.12 : 0.28}
            stroke="none"
          />
        )}
        <path d={linePath(settled)} strokeLinejoin="round" strokeLinecap="round" />
        {isRunning && <path d={linePath(points.slice(-2))} strokeDasharray="3 4" />}
        {end && (
          <path
            d={shapeOf(position)}
            transform={`translate(${end.x},${end.y})`}
            fill={strokeOf(colour)}
            stroke="var(--surface)"
            strokeWidth="1.5"
          />
        )}
      </g>
    );
  });
}

/** The series of a bar chart, on top of each other or side by side; the running period has a dashed outline. */
export function BarSeries({ description, layout, hatchId }: Props) {
  const { kind, series, isRunning } = description;
  const { xs, extents, yOf, band } = layout;
  const groups = kind === "bar" ? Math.max(1, series.length) : 1;
  const room = Math.min(band * 0.7, 28 * groups);
  const width = Math.max(1, room / groups - (groups > 1 ? 1 : 0));
  return series.map((one, position) => {
    const colour = colourOf(one, position);
    return (
      <g key={one.id}>
        {(extents[position] ?? []).map((extent, index) => {
          if (!extent || extent.low === extent.high) return null;
          const isLast = isRunning && index === xs.length - 1;
          const upper = Math.min(yOf(extent.low), yOf(extent.high));
          const height = Math.abs(yOf(extent.low) - yOf(extent.high));
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a value has no name but its place on the axis
              key={index}
              x={(xs[index] ?? 0) - room / 2 + (groups > 1 ? position * (room / groups) : 0)}
              y={upper}
              width={width}
              // A hair of ground between parts, as long as the part is tall enough to spare it.
              height={kind === "stacked-bar" && height > 3 ? height - 1 : height}
              rx={kind === "bar" ? Math.min(2, width / 4) : 0}
              fill={colour === "grey" ? `url(#${hatchId})` : fillOf(colour)}
              {...(isLast ? { fillOpacity: 0.35, stroke: strokeOf(colour), strokeDasharray: "3 3" } : {})}
            />
          );
        })}
      </g>
    );
  });
}
