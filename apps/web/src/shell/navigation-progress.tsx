import { useRouterState } from "@tanstack/react-router";
import classes from "./navigation-progress.module.css";

/** A thin line on top of the screen while the next page loads. */
export function NavigationProgress() {
  const isLoading = useRouterState({ select: ({ status }) => status === "pending" });
  return isLoading ? <div className={classes.progress} role="progressbar" aria-label="Loading page" /> : null;
}
