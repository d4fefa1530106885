import { Button } from "@mantine/core";
import { useEffect } from "react";
import { useCountdown } from "../../lib/use-countdown.ts";
import classes from "./ask-box.module.css";
import { secondsToWait } from "./use-asking.ts";

/** Why a question was not answered, and when it can be asked again. */
export function AskProblem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { secondsLeft, start } = useCountdown();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it counts anew for another failure only
  useEffect(() => start(secondsToWait(error)), [error]);
  return (
    <div className={classes.problem}>
      <p role="alert">{error.message}</p>
      <Button size="compact-sm" variant="default" disabled={secondsLeft > 0} onClick={onRetry}>
        {secondsLeft > 0 ? `Retry in ${secondsLeft} s` : "Retry"}
      </Button>
    </div>
  );
}
