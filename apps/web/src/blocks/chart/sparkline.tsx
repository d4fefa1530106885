import { linearScale, linePath } from "@console/figures/chart";
import classes from "./chart.module.css";

/** The course of a number without axes; decoration beside a value that is given in words. */
export function Sparkline({ values, height = 32 }: { values: readonly number[]; height?: number }) {
  const toY = linearScale(Math.min(...values), Math.max(...values), height - 4, 4);
  const points = values.map((value, index) => ({ x: (index / Math.max(1, values.length - 1)) * 100, y: toY(value) }));
  const end = points.at(-1);
  return (
    <svg className={classes.sparkline} height={height} aria-hidden="true" focusable="false">
      {/* Only the inner picture is stretched, so that the end point stays round. */}
      <svg width="100%" height={height} viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={`${linePath(points)}V${height}H0Z`} className={classes.sparkGround} />
        <path d={linePath(points)} className={classes.sparkLine} />
      </svg>
      {end && <circle cx="100%" cy={end.y} r="2.5" className={classes.sparkEnd} />}
    </svg>
  );
}
