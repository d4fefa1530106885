import type { SourceFreshness } from "@console/contracts";
import { formatAge } from "@console/figures/format";
import { IconAlertTriangle, IconCheck, IconClock } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { lateAfterMs } from "../../blocks/report-view/freshness.tsx";
import { withAccessedTenant } from "../../lib/platform-access.ts";
import { useNow } from "../../lib/use-now.ts";
import classes from "./dashboard.module.css";

/** How old the data of each source is, one chip each; what is late is said in amber words. */
export function FreshnessStrip({ sources }: { sources: readonly SourceFreshness[] }) {
  const now = useNow();
  return (
    <ul className={classes.strip} aria-label="How fresh the sources are">
      {sources.map(({ domain, label, path, ingestedAt, firstDay }) => {
        const age = ingestedAt && firstDay ? now - Date.parse(ingestedAt) : null;
        const isLate = age !== null && age > lateAfterMs;
        const Mark = isLate ? IconAlertTriangle : age === null ? IconClock : IconCheck;
        return (
          <li key={domain}>
            <Link to={path} search={withAccessedTenant({})} className={isLate ? classes.lateChip : classes.chip}>
              <Mark size={14} stroke={1.5} aria-hidden="true" />
              <span className={classes.chipName}>{label}</span>{" "}
              {age === null ? "no data yet" : `${isLate ? "late: " : ""}${sayAge(age)}`}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

function sayAge(age: number): string {
  return age < 60_000 ? "just now" : formatAge(age);
}
