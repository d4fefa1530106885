import type { SourceFreshness } from "@console/contracts";
import { IconAlertTriangle, IconCheck, IconClock } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useDataAge } from "../../blocks/freshness/use-data-age.ts";
import { withAccessedTenant } from "../../lib/platform-access.ts";
import classes from "./dashboard.module.css";

/** How old the data of each source is, one chip each; what is late is said in amber words. */
export function FreshnessStrip({ sources }: { sources: readonly SourceFreshness[] }) {
  return (
    <ul className={classes.strip} aria-label="How fresh the sources are">
      {sources.map((source) => (
        <li key={source.domain}>
          <FreshnessChip {...source} />
        </li>
      ))}
    </ul>
  );
}

function FreshnessChip(source: SourceFreshness) {
  const { age, isLate } = useDataAge(source);
  const Mark = isLate ? IconAlertTriangle : age === null ? IconClock : IconCheck;
  return (
    <Link to={source.path} search={withAccessedTenant({})} className={isLate ? classes.lateChip : classes.chip}>
      <Mark size={14} stroke={1.5} aria-hidden="true" />
      <span className={classes.chipName}>{source.label}</span>{" "}
      {age === null ? "no data yet" : `${isLate ? "late: " : ""}${age}`}
    </Link>
  );
}
