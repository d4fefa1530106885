import type { Deviation } from "@console/contracts";
import { type FormatChoices, formatFigure } from "@console/figures/format";
import { mostGrace, onTimeShare } from "@console/figures/panel";
import { useId } from "react";
import classes from "./grace-input.module.css";

type Props = {
  deviation: Deviation;
  minutes: number;
  onMinutes: (minutes: number) => void;
  formats: FormatChoices;
};

/** What another grace would make of the share that is on time; it is tried out here and changes nothing else. */
export function GraceInput({ deviation, minutes, onMinutes, formats }: Props) {
  const id = useId();
  const { graceMinutes } = deviation;
  const percent = (allowed: number) => {
    const share = onTimeShare(deviation, allowed);
    return share === null ? "–" : formatFigure(share, { unit: "percent", currency: "" }, formats);
  };
  const isOwn = minutes === graceMinutes;
  const grace = minutes === 0 ? "With no grace period" : `With a grace period of ${minutes} min`;
  return (
    <div className={classes.question}>
      <div className={classes.choice}>
        <label htmlFor={id}>Try a grace period of</label>
        <output htmlFor={id} className={classes.minutes}>
          {minutes} min
        </output>
        <input
          id={id}
          type="range"
          min={0}
          max={mostGrace(deviation)}
          step={1}
          value={minutes}
          aria-valuetext={`${minutes} min`}
          onChange={(event) => onMinutes(event.currentTarget.valueAsNumber)}
        />
      </div>
      <p className={classes.answer} role="status">
        {isOwn
          ? `${grace}, ${percent(minutes)} are on time.`
          : `${grace}, ${percent(minutes)} would be on time instead of ${percent(graceMinutes)}.`}
        {!isOwn && (
          <button type="button" className={classes.back} onClick={() => onMinutes(graceMinutes)}>
            Back to {graceMinutes} min
          </button>
        )}
      </p>
    </div>
  );
}
