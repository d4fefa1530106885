import type { ReactNode } from "react";
import classes from "./explain-button.module.css";

/** A change that tells its reasons when it is pressed. */
export function ExplainButton({
  label,
  onClick,
  children,
}: {
  label: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button type="button" className={classes.button} title="Explain this change" onClick={onClick}>
      <span className={classes.hidden}>Explain this change: {label}, </span>
      {children}
    </button>
  );
}
