import type { AskAnswer, Assumption } from "@console/contracts";
import { addDays } from "../metrics/index.ts";
import { findReportShowing, type Reports } from "../reports/index.ts";
import type { AskedQuery } from "./engine/interpret.ts";

type ShownReport = NonNullable<ReturnType<typeof findReportShowing>>;

const shownGrains = ["day", "week", "month", "quarter"];

/** The report that shows the metric, and what of the query its address cannot hold, in the words of its assumptions. */
export function openInReport(
  query: AskedQuery,
  assumptions: readonly Assumption[],
  reports: Reports,
): AskAnswer["open"] {
  const report = findReportShowing(query.metrics[0] ?? "", reports);
  return report ? openReport(report, query, assumptions) : undefined;
}

/** A report with the period and filters of a query. */
export function openReport(
  report: ShownReport,
  query: AskedQuery,
  assumptions: readonly Assumption[],
): NonNullable<AskAnswer["open"]> {
  const { filters = [], time, grain, compare, dimensions = [] } = query;
  const said = (kind: Assumption["kind"]) => assumptions.flatMap((part) => (part.kind === kind ? part.label : []));
  const address: Record<string, string | string[]> = {};
  // Other metrics of a question may stand on other reports.
  const leftOut = said("metric").slice(1);
  if (time && "from" in time) {
    address.from = time.from;
    // The address of a page names its last day.
    address.to = addDays(time.to, -1);
  } else if (time && "asOf" in time) leftOut.push(...said("period"));
  // Those of the query's filters come first, then its limits on figures.
  const narrowed = said("filter");
  for (const [place, { field, op, values }] of filters.entries()) {
    const name = op === "not_in" ? `not.${field}` : field;
    if (report.filters.includes(field) && address[name] === undefined) address[name] = [...values];
    else leftOut.push(narrowed[place] ?? values.join(", "));
  }
  leftOut.push(...narrowed.slice(filters.length));
  const isGrainShown = grain !== undefined && shownGrains.includes(grain);
  if (isGrainShown) address.grain = grain;
  leftOut.push(...said("split").filter((_, place) => !(isGrainShown && place === dimensions.length)));
  if (compare?.type === "previous_period" || compare?.type === "same_period_last_year") address.compare = compare.type;
  else leftOut.push(...said("comparison"));
  leftOut.push(...said("order"));
  return { report: report.id, path: report.path, query: address, leftOut };
}
