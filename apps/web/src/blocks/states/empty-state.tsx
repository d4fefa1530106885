import type { ReactNode } from "react";
import classes from "./states.module.css";

/** Says in one sentence why nothing is here, and offers the next step. */
export function EmptyState({
  title,
  message,
  actions,
  heading: Heading = "h2",
}: {
  title: string;
  message: string;
  actions: ReactNode;
  heading?: "h1" | "h2";
}) {
  return (
    <div className={classes.state}>
      <Heading className={classes.title}>{title}</Heading>
      <p className={classes.message}>{message}</p>
      <div className={classes.actions}>{actions}</div>
    </div>
  );
}
