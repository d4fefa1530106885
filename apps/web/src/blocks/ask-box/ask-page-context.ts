import type { ReportDefinition, ReportView } from "@console/contracts";
import { toFilters } from "../filter-bar/filter-view.ts";
import { resolveDays } from "../filter-bar/reach.ts";
import type { AskPage } from "./use-asking.ts";

type Report = Pick<ReportDefinition, "id" | "defaults"> & { today: string };

/** What a report shows, for questions that are asked on it. */
export function toAskPage({ id, defaults, today }: Report, view: ReportView): AskPage {
  const filters = toFilters(view).map(({ dimension, isExcluded, members }) => ({
    field: dimension,
    op: isExcluded ? ("not_in" as const) : ("in" as const),
    values: members,
  }));
  const { from, to } = resolveDays(view, defaults.period, today);
  return { report: id, query: { time: { from, to }, filters } };
}
