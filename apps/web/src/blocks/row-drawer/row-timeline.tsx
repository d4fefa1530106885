import { type CellView, formatCell, formatDuration } from "@console/figures/format";
import type { RowDetail } from "./row-detail.ts";
import classes from "./row-drawer.module.css";

/** What happened along a line, each with its time and how long after the one before. */
export function RowTimeline({ timeline, view }: { timeline: RowDetail["timeline"]; view: CellView }) {
  return (
    <ol className={classes.timeline}>
      {timeline.map(({ at, label, note }, place) => {
        const before = timeline[place - 1];
        const gap = before && (Date.parse(at) - Date.parse(before.at)) / 1000;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two things can happen at one time, and their order is fixed
          <li key={place} className={classes.happening}>
            <p className={classes.label}>
              {label}
              {gap !== undefined && gap > 0 && (
                <span className={classes.gap}>+{formatDuration(gap, view.formats)}</span>
              )}
            </p>
            <p className={classes.detail}>
              <time dateTime={at}>{formatCell(at, "instant", view)}</time>
              {note && ` · ${note}`}
            </p>
          </li>
        );
      })}
    </ol>
  );
}
