import type { PanelAnswer } from "@console/contracts";
import classes from "./report-view.module.css";

const mostNamed = 3;

/** What a panel does not show, and why. */
export function LeftOutNote({ leftOut }: { leftOut: PanelAnswer["leftOut"] }) {
  if (leftOut.length === 0) return null;
  const names = leftOut.slice(0, mostNamed).map(({ name }) => name);
  const rest = leftOut.length - names.length;
  return (
    <details className={classes.leftOut}>
      <summary>
        Not shown: {names.join(", ")}
        {rest > 0 && ` and ${rest} more`}
      </summary>
      <ul>
        {leftOut.map(({ name, reason }) => (
          <li key={`${name} ${reason}`}>
            {name}: {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}
