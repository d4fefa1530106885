import { type GoodDirection, judgeChange } from "@console/figures/verdict";
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Sparkline } from "../chart/sparkline.tsx";
import classes from "./kpi-tile.module.css";

/** How far a number moved: `by` and `isUsual` decide arrow and colour, `text` says it in words with the comparison. */
export type KpiChange = { by: number; isUsual: boolean | null; text: string; comparison: string };

type Props = {
  label: string;
  unit?: string;
  /** Null while it is on its way. */
  value: string | null;
  /** A sentence stands in the place of a change that there is none of. */
  change: KpiChange | string;
  goodDirection: GoodDirection;
  /** The room for two lines of change is kept where no course is drawn, so that tiles do not jump. */
  trend?: readonly number[];
  /** How much of what it is about was measured, where that is not all. */
  coverage?: string | null;
  /** Something small in the upper right corner. */
  corner?: ReactNode;
  /** Stands under all of it, such as as of when it is. */
  foot?: ReactNode;
  /** Opens what the value is made of. */
  onOpen?: () => void;
  /** The page that lists what the value is made of. */
  to?: string | undefined;
  /** What the change stands in, such as a button that tells its reasons. */
  frameChange?: (change: ReactNode) => ReactNode;
};

/** One number with its unit, how it moved, and whether that is good. */
export function KpiTile({
  label,
  unit,
  value,
  change,
  goodDirection,
  trend,
  coverage,
  corner,
  foot,
  onOpen,
  to,
  frameChange,
}: Props) {
  const told =
    typeof change === "string" ? (
      <span className={classes.comparison}>{change}</span>
    ) : (
      <Change {...change} goodDirection={goodDirection} />
    );
  return (
    <div className={trend ? classes.tile : `${classes.tile} ${classes.bare}`}>
      <div className={classes.label}>
        {label} <span className={classes.unit}>{unit}</span>
      </div>
      {value === null ? (
        <div className={classes.waiting} />
      ) : onOpen ? (
        <button type="button" className={classes.opener} onClick={onOpen} aria-label={`${label}: ${value}. See rows`}>
          {value}
        </button>
      ) : to !== undefined ? (
        <Link to={to} className={classes.opener} aria-label={`${label}: ${value}. See rows`}>
          {value}
        </Link>
      ) : (
        <div className={classes.value}>{value}</div>
      )}
      <div className={classes.change}>
        {frameChange ? frameChange(told) : told}
        {coverage && (
          <span className={classes.coverage}>
            <span className={classes.ring} aria-hidden="true" />
            {coverage}
          </span>
        )}
      </div>
      {trend && <div className={classes.trend}>{trend.length > 1 && <Sparkline values={trend} />}</div>}
      {foot}
      {corner && <div className={classes.corner}>{corner}</div>}
    </div>
  );
}

function Change({ by, isUsual, text, comparison, goodDirection }: KpiChange & Pick<Props, "goodDirection">) {
  const tone = judgeChange(by, isUsual, goodDirection);
  const Arrow = tone.arrow === "up" ? IconArrowUpRight : tone.arrow === "down" ? IconArrowDownRight : IconArrowRight;
  return (
    <>
      <span className={classes[tone.meaning]}>
        <Arrow size={14} stroke={2} aria-hidden="true" />
        {text}
        <span className={classes.words}>{tone.words}</span>
      </span>
      <span className={classes.comparison}>{comparison}</span>
    </>
  );
}
