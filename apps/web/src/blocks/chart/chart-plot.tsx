import { type KeyboardEvent, useId, useMemo, useState } from "react";
import classes from "./chart.module.css";
import type { ChartDescription } from "./chart-description.ts";
import { BarSeries, LineSeries } from "./chart-series.tsx";
import { ChartTooltip } from "./chart-tooltip.tsx";
import { sayReading } from "./describe-chart.ts";
import { layoutChart, nearestIndex } from "./layout-chart.ts";
import { HatchPattern, SeriesSwatch } from "./series-paint.tsx";

type Props = { description: ChartDescription; width: number; height: number };

/** The drawn part of a chart: pointing at it or moving along it with the arrow keys reads its values. */
export function ChartPlot({ description, width, height }: Props) {
  const layout = useMemo(() => layoutChart(description, width, height), [description, width, height]);
  const [index, setIndex] = useState<number | null>(null);
  const hatchId = useId();
  const { left, right, top, bottom, ticks, labels, xs, band, endLabels } = layout;
  const last = xs.length - 1;
  const at = index === null ? null : Math.min(index, last);
  const isBar = band > 0;

  function moveAlong(event: KeyboardEvent) {
    const here = at ?? last;
    const target = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: last }[event.key];
    if (event.key === "Escape" && at !== null) {
      event.stopPropagation();
      setIndex(null);
    }
    if (target === undefined) return;
    event.preventDefault();
    setIndex(at === null && event.key.startsWith("Arrow") ? last : Math.max(0, Math.min(last, target)));
  }

  return (
    <div
      className={classes.plot}
      style={{ height }}
      role="slider"
      tabIndex={0}
      aria-label={`${description.title}: read values with the arrow keys`}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={at ?? last}
      aria-valuetext={sayReading(description, at ?? last)}
      onKeyDown={moveAlong}
      onBlur={() => setIndex(null)}
      onPointerMove={(event) =>
        setIndex(nearestIndex(xs, event.clientX - event.currentTarget.getBoundingClientRect().left))
      }
      onPointerLeave={() => setIndex(null)}
    >
      <svg width={width} height={height} aria-hidden="true" focusable="false">
        <defs>
          <HatchPattern id={hatchId} />
        </defs>
        {ticks.map((tick) => (
          <g key={tick.value}>
            <line
              className={tick.value === 0 ? classes.baseline : classes.hairline}
              x1={left}
              x2={right}
              y1={Math.round(tick.y) + 0.5}
              y2={Math.round(tick.y) + 0.5}
            />
            <text className={classes.tick} x={left - 8} y={tick.y} dy="0.35em" textAnchor="end">
              {tick.text}
            </text>
          </g>
        ))}
        {labels.map((label) => (
          <text key={label.index} className={classes.tick} x={label.at} y={height - 6} textAnchor="middle">
            {label.text}
          </text>
        ))}
        {at !== null && isBar && (
          <rect className={classes.highlight} x={(xs[at] ?? 0) - band / 2} y={top} width={band} height={bottom - top} />
        )}
        {at !== null && !isBar && <line className={classes.crosshair} x1={xs[at]} x2={xs[at]} y1={top} y2={bottom} />}
        {isBar ? (
          <BarSeries description={description} layout={layout} hatchId={hatchId} />
        ) : (
          <LineSeries description={description} layout={layout} hatchId={hatchId} />
        )}
        {endLabels.map((label) => (
          <g key={label.id} transform={`translate(${right + 8},${label.y})`}>
            {isBar && <SeriesSwatch colour={label.colour} />}
            <text className={classes.endLabel} x={isBar ? 16 : 0} dy="0.35em">
              {label.text}
            </text>
          </g>
        ))}
      </svg>
      {at !== null && <ChartTooltip description={description} layout={layout} index={at} width={width} />}
    </div>
  );
}
