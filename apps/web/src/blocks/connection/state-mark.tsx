import type { ConnectionState } from "@console/contracts";
import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconClockExclamation,
  IconHandStop,
  IconHourglass,
  IconPlayerPause,
} from "@tabler/icons-react";
import classes from "./state-mark.module.css";
import { stateWords } from "./state-words.ts";

const marks: Record<ConnectionState, Icon> = {
  needs_you: IconHandStop,
  failing: IconAlertTriangle,
  late: IconClockExclamation,
  pending: IconHourglass,
  healthy: IconCircleCheck,
  paused: IconPlayerPause,
};

/** The state of a connection: a word with a mark and a colour of its own. */
export function StateMark({ state }: { state: ConnectionState }) {
  const Mark = marks[state];
  return (
    <span className={classes.state} data-state={state}>
      <Mark size={16} stroke={1.75} aria-hidden="true" />
      {stateWords[state]}
    </span>
  );
}
