import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./stale-note.module.css";

type Props = { children: ReactNode; isFetching: boolean; onRetry: () => void };

/** Says in amber words that what stands above is old or not whole, with a way to try again. */
export function StaleNote({ children, isFetching, onRetry }: Props) {
  return (
    <div className={classes.stale} role="alert">
      <span>{children}</span>
      <Button variant="default" size="compact-sm" loading={isFetching} onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
