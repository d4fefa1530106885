import type { ReportDefinition, ReportView, RouteOutput, Routes } from "@console/contracts";
import { addDays } from "@console/figures/calendar";
import { isWithinReach, type Reach } from "../../blocks/filter-bar/reach.ts";
import { nearComparisonWords } from "../../blocks/filter-bar/view-words.ts";
import { parseView, readableView, toAddress } from "../../blocks/report-view/report-address.ts";
import type { Search } from "../../lib/search.ts";

/** The report that a link opens. */
export type EmbeddedReport = RouteOutput<Routes["getEmbedReport"]>;

const ownParts = ["period", "from", "to", "grain"];
const comparisons = Object.keys(nearComparisonWords);

/** What the report can be narrowed by: what has a fixed list, because visitors look up nothing else. */
export function offeredFilters({ filters }: Pick<EmbeddedReport, "filters">): ReportDefinition["filters"] {
  return filters.filter(({ members }) => members !== null);
}

/** What of an address is a choice of this report; all else belongs to the page around it. */
export function readEmbedView(search: Search, report: Pick<EmbeddedReport, "filters" | "bases">): ReportView {
  const parts = Object.entries(search).flatMap(([name, value]) => {
    const offered = [value ?? []].flat().filter((one) => isOffered(name, one, report));
    return offered.length === 0 ? [] : [[name, offered.length === 1 ? offered[0] : offered]];
  });
  return readableView(parseView(Object.fromEntries(parts)));
}

function isOffered(name: string, value: string, report: Pick<EmbeddedReport, "filters" | "bases">): boolean {
  if (ownParts.includes(name)) return true;
  if (name === "compare") return comparisons.includes(value);
  if (name === "basis") return (report.bases as string[]).includes(value);
  const dimension = name.replace(/^not\./, "");
  const members = offeredFilters(report).find((one) => one.dimension === dimension)?.members;
  return members !== undefined && members !== null && [...members, "Unassigned"].includes(value);
}

/** The address with another choice; what is no choice of this report stays. */
export function writeEmbedView(
  search: Search,
  view: ReportView,
  report: Pick<EmbeddedReport, "filters" | "bases">,
): Search {
  const dimensions = report.filters.flatMap(({ dimension }) => [dimension, `not.${dimension}`]);
  const parts = new Set([...ownParts, "compare", "basis", ...dimensions]);
  const rest = Object.entries(search).filter(([name]) => !parts.has(name));
  return { ...Object.fromEntries(rest), ...toAddress(view) };
}

/** The days that the link shows. */
export function availableDays({ firstDay, today }: Pick<EmbeddedReport, "firstDay" | "today">): Reach {
  return { first: firstDay, last: today };
}

/** The view with all days of the link in the place of a usual period that is longer; null where a longer one was asked for. */
export function seenView(
  view: ReportView,
  report: Pick<EmbeddedReport, "defaults" | "firstDay" | "today">,
): ReportView | null {
  const reach = availableDays(report);
  if (isWithinReach(view, report.defaults.period, reach)) return view;
  return view.period || view.from || view.to ? null : { ...view, from: reach.first, to: addDays(reach.last, 1) };
}
