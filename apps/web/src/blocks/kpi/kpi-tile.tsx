import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from "@tabler/icons-react";
import { Sparkline } from "../chart/sparkline.tsx";
import classes from "./kpi-tile.module.css";
import { type GoodDirection, toneOf } from "./kpi-tone.ts";

type Props = {
  label: string;
  unit: string;
  value: string;
  /** How far the number moved: `by` decides arrow and colour, `text` says it in words with the comparison. */
  change: { by: number; noise: number; text: string; comparison: string };
  goodDirection: GoodDirection;
  trend: readonly number[];
};

/** One number with its unit, how it moved, and whether that is good. */
export function KpiTile({ label, unit, value, change, goodDirection, trend }: Props) {
  const tone = toneOf(change.by, change.noise, goodDirection);
  const Arrow = tone.arrow === "up" ? IconArrowUpRight : tone.arrow === "down" ? IconArrowDownRight : IconArrowRight;
  return (
    <div className={classes.tile}>
      <div className={classes.label}>
        {label} <span className={classes.unit}>{unit}</span>
      </div>
      <div className={classes.value}>{value}</div>
      <div className={classes.change}>
        <span className={classes[tone.meaning]}>
          <Arrow size={14} stroke={2} aria-hidden="true" />
          {change.text}
          <span className={classes.words}>{tone.words}</span>
        </span>
        <span className={classes.comparison}>{change.comparison}</span>
      </div>
      <div className={classes.trend}>
        <Sparkline values={trend} />
      </div>
    </div>
  );
}
