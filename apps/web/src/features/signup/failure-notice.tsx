import { Button } from "@mantine/core";
import { IconAlertCircle, IconWifiOff } from "@tabler/icons-react";
import type { RefObject } from "react";
import type { ApiError } from "../../lib/api.ts";
import { describeWait } from "./describe-wait.ts";
import classes from "./signup-dialog.module.css";

function titleForFailure({ kind }: ApiError): string {
  if (kind === "offline") return "There is no connection, so the request was not sent.";
  if (kind === "limit_reached") return "Too many requests came from your network.";
  return "The request did not go through.";
}

type Props = { failure: ApiError; onRetry: () => void; ref: RefObject<HTMLDivElement | null> };

/** Why sending failed and what to do; what was typed stays. */
export function FailureNotice({ failure, onRetry, ref }: Props) {
  const Icon = failure.kind === "offline" ? IconWifiOff : IconAlertCircle;
  return (
    <div ref={ref} className={classes.problem} role="alert" tabIndex={-1}>
      <Icon size={18} stroke={1.5} aria-hidden="true" />
      <div>
        <p className={classes.problemTitle}>{titleForFailure(failure)}</p>
        <p>
          {failure.kind === "limit_reached" ? describeWait(failure.retryAfterSeconds) : failure.message} Everything you
          typed is still here.
        </p>
        {failure.requestId && (
          <p className={classes.requestId}>
            Request ID <code>{failure.requestId}</code>
          </p>
        )}
        <Button size="xs" variant="default" mt={8} onClick={onRetry}>
          Retry
        </Button>
      </div>
    </div>
  );
}
