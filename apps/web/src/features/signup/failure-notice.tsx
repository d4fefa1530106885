import { Button } from "@mantine/core";
import { IconAlertCircle, IconWifiOff } from "@tabler/icons-react";
import type { ApiError } from "../../lib/api.ts";
import { describeWait } from "./describe-wait.ts";
import classes from "./signup-dialog.module.css";

function titleOf({ kind }: ApiError): string {
  if (kind === "offline") return "You are offline, so the request was not sent.";
  if (kind === "limit_reached") return "Too many requests came from your network.";
  return "The request was not sent.";
}

/** Why sending failed and what to do; what was typed stays. */
export function FailureNotice({ failure, onRetry }: { failure: ApiError; onRetry: () => void }) {
  const Icon = failure.kind === "offline" ? IconWifiOff : IconAlertCircle;
  return (
    <div className={classes.problem} role="alert">
      <Icon size={18} stroke={1.5} aria-hidden="true" />
      <div>
        <p className={classes.problemTitle}>{titleOf(failure)}</p>
        <p>
          {failure.kind === "limit_reached" ? describeWait(failure.retryAfterSeconds) : failure.message} Everything you
          typed is still here.
        </p>
        {failure.requestId && (
          <p className={classes.requestId}>
            Request id <code>{failure.requestId}</code>
          </p>
        )}
        <Button size="xs" variant="default" mt={8} onClick={onRetry}>
          Retry
        </Button>
      </div>
    </div>
  );
}
