import type { HealthState } from "@console/contracts";
import {
  type Icon,
  IconAlertTriangle,
  IconArrowsSplit2,
  IconCircleCheck,
  IconClockExclamation,
  IconHelpCircle,
  IconPlayerPause,
} from "@tabler/icons-react";
import classes from "./health.module.css";

const marks: Record<HealthState, { icon: Icon; word: string }> = {
  up: { icon: IconCircleCheck, word: "Up" },
  degraded: { icon: IconClockExclamation, word: "Degraded" },
  down: { icon: IconAlertTriangle, word: "Down" },
  affected: { icon: IconArrowsSplit2, word: "Affected" },
  unknown: { icon: IconHelpCircle, word: "Unknown" },
  paused: { icon: IconPlayerPause, word: "Paused" },
};

/** The state of a part: a word with a mark and a colour of its own. */
export function HealthMark({ state }: { state: HealthState }) {
  const { icon: Mark, word } = marks[state];
  return (
    <span className={classes.mark} data-state={state}>
      <Mark size={16} stroke={1.75} aria-hidden="true" />
      {word}
    </span>
  );
}
