import type { RouteOutput, Routes } from "@console/contracts";
import { formatNumber } from "@console/figures/format";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { useFormats } from "../../../lib/use-formats.ts";
import classes from "./test-outcome.module.css";

type Props = { outcome: RouteOutput<Routes["testConnection"]> };

/** What a test of a connection has found: reachable or why not, how long it took, and what to change all the same. */
export function TestOutcome({ outcome: { isReachable, message, warning, milliseconds } }: Props) {
  const formats = useFormats();
  const Mark = isReachable ? IconCircleCheck : IconAlertTriangle;
  return (
    <div role="status">
      <p className={classes.outcome} data-reachable={isReachable}>
        <Mark size={16} stroke={1.75} aria-hidden="true" />
        <span>
          <strong>{isReachable ? "Reachable" : "Not reachable"}</strong> ({formatNumber(milliseconds, formats)} ms).{" "}
          {message}
        </span>
      </p>
      {warning && (
        <p className={classes.outcome}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
          <span>
            <strong>Warning.</strong> {warning}
          </span>
        </p>
      )}
    </div>
  );
}
