import type { RouteOutput, Routes } from "@console/contracts";
import { type FormatChoices, formatNumber } from "@console/figures/format";
import { IconAlertTriangle, IconClock } from "@tabler/icons-react";
import classes from "./delivery-board.module.css";
import { toneForGroup, waitWords } from "./monitor-words.ts";
import { useBoardAddress } from "./use-board-address.ts";

type Status = RouteOutput<Routes["getTaskBoard"]>["statuses"][number];

/** The tasks by status: how many, how long the oldest waiting, and how many wait too long; a status opens its tasks. */
export function StatusTiles({ statuses, formats }: { statuses: readonly Status[]; formats: FormatChoices }) {
  const { status, go } = useBoardAddress();
  return (
    <ul className={classes.tiles} aria-label="Tasks by status">
      {statuses.map((one) => (
        <li key={one.code}>
          <button
            type="button"
            className={classes.tile}
            aria-pressed={status === one.code}
            onClick={() => go({ status: status === one.code ? undefined : String(one.code) })}
          >
            <span className={classes.label}>
              <span className={classes.dot} data-tone={toneForGroup(one.group)} aria-hidden="true" />
              {one.label}
            </span>
            <span className={classes.count}>{formatNumber(one.count, formats)}</span>
            <span className={classes.waits}>
              {one.oldestMinutes !== null && (
                <>
                  <IconClock size={14} stroke={1.75} aria-hidden="true" />
                  <span className={classes.hidden}>oldest waiting </span>
                  <span title="How long the oldest has waited">{waitWords(one.oldestMinutes * 60_000, formats)}</span>
                </>
              )}
            </span>
            <span className={classes.overdue}>
              {one.overdue > 0 && (
                <>
                  <IconAlertTriangle size={14} stroke={1.75} aria-hidden="true" />
                  {formatNumber(one.overdue, formats)} overdue
                </>
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
