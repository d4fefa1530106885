import classes from "./chart.module.css";
import { type ChartDescription, colourOf } from "./chart-description.ts";
import { readingAt } from "./describe-chart.ts";
import { textWidth } from "./label-layout.ts";
import type { ChartLayout } from "./layout-chart.ts";
import { SeriesMark, strokeOf } from "./series-paint.tsx";

type Props = { description: ChartDescription; layout: ChartLayout; index: number; width: number };

function tooltipWidth(rows: readonly { label: string; value: string }[], hasShares: boolean): number {
  const label = Math.max(...rows.map((row) => textWidth(row.label)));
  const value = Math.max(...rows.map((row) => textWidth(row.value)));
  return Math.ceil(64 + label + value + (hasShares ? 56 : 0));
}

/** Every value at one place of the x axis, with total and shares; it stays clear of the point it explains. */
export function ChartTooltip({ description, layout, index, width }: Props) {
  const { label, rows, total } = readingAt(description, index);
  const isLine = layout.band === 0;
  const x = layout.xs[index] ?? 0;
  const room = tooltipWidth(rows, total !== null);
  const away = layout.band / 2 + 12;
  const left = x < width / 2 ? Math.min(x + away, width - room) : Math.max(0, x - away - room);
  const isStillRunning = description.isRunning && index === description.x.length - 1;
  return (
    <>
      {isLine &&
        description.series.map((series, position) => {
          const extent = layout.extents[position]?.[index];
          if (!extent) return null;
          const background = strokeOf(colourOf(series, position));
          return (
            <span
              key={series.id}
              className={classes.point}
              style={{ left: x, top: layout.yOf(extent.high), background }}
            />
          );
        })}
      <div className={classes.tooltip} style={{ left, width: room }} aria-hidden="true">
        <div className={classes.tooltipTitle}>
          {label}
          {isStillRunning && <span className={classes.quiet}> so far</span>}
        </div>
        <table className={classes.reading}>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td>
                  <SeriesMark colour={row.colour} position={row.position} isLine={isLine} />
                </td>
                <td>{row.label}</td>
                <td className={classes.number}>{row.value}</td>
                {total && <td className={classes.share}>{row.share}</td>}
              </tr>
            ))}
            {total && (
              <tr className={classes.total}>
                <td />
                <td>Total</td>
                <td className={classes.number}>{total}</td>
                <td />
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </>
  );
}
