import type { MessageStep } from "@console/contracts";
import { IconAlertTriangle, IconCheck, IconLoader2 } from "@tabler/icons-react";
import classes from "./chat.module.css";

const icons = { running: IconLoader2, done: IconCheck, failed: IconAlertTriangle } as const;
const words = { running: "Running", done: "Done", failed: "Failed" } as const;

/** What was thought and done on the way to an answer; closed until somebody asks. */
export function MessageSteps({ steps, thinking }: { steps: readonly MessageStep[]; thinking: string }) {
  if (steps.length === 0 && thinking === "") return null;
  const count = steps.length === 1 ? "1 step" : `${steps.length} steps`;
  const title = [...(thinking === "" ? [] : ["Thinking"]), ...(steps.length === 0 ? [] : [count])].join(" and ");
  return (
    <details className={classes.steps}>
      <summary>{title}</summary>
      {thinking !== "" && (
        <p className={classes.thinking} dir="auto">
          {thinking}
        </p>
      )}
      {steps.length > 0 && (
        <ul>
          {steps.map(({ id, title, state, note }) => {
            const StepIcon = icons[state];
            return (
              <li key={id} data-state={state}>
                <StepIcon size={14} stroke={1.5} role="img" aria-label={words[state]} />
                <span>{title}</span>
                {note && <span className={classes.note}>{note}</span>}
              </li>
            );
          })}
        </ul>
      )}
    </details>
  );
}
