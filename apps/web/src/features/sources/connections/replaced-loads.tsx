import type { SourceRun } from "@console/contracts";
import { type FormatChoices, formatInstant, formatNumber } from "@console/figures/format";
import classes from "./run-list.module.css";

type Props = { loads: SourceRun["replaces"]; formats: FormatChoices };

/** The earlier loads that a load has replaced, and how many of their rows went. */
export function ReplacedLoads({ loads, formats }: Props) {
  return loads.map((load) => (
    <span key={`${load.connection} ${load.run}`} className={classes.under}>
      {replacedWords(load, formats)}
    </span>
  ));
}

/** That a later load has taken the place of one, and which. */
export function ReplacedBy({ load, formats }: { load: SourceRun["replacedBy"]; formats: FormatChoices }) {
  if (!load) return null;
  const name = load.fileName ? `${load.fileName}, ` : "the load of ";
  return (
    <span className={classes.under}>
      Replaced by {name}
      {formatInstant(load.loadedAt, formats)}
    </span>
  );
}

/** Replaced the load of 3 Nov 2026, 14:02 (1,204 rows). */
function replacedWords({ loadedAt, rows, removed }: Props["loads"][number], formats: FormatChoices): string {
  const day = formatInstant(loadedAt, formats);
  const all = `${formatNumber(rows, formats)} ${rows === 1 ? "row" : "rows"}`;
  if (removed < rows) return `Replaces the load of ${day}: ${formatNumber(removed, formats)} of ${all} removed so far.`;
  return `Replaced the load of ${day} (${all}).`;
}
