import type { ReportDefinition, ReportView } from "@console/contracts";
import { toAddress } from "../../blocks/report-view/report-address.ts";
import type { CellSource } from "../../blocks/row-list/use-cell-rows.ts";
import type { Search } from "../../lib/search.ts";

/** Where the figures of a report stand, under what is chosen there. */
export function toCellSource(
  { id, path, sections, filters }: Pick<ReportDefinition, "id" | "path" | "sections" | "filters">,
  view: ReportView,
  { tenant }: Search,
): CellSource {
  return {
    report: id,
    panels: sections.flatMap(({ panels }) => panels),
    view,
    filters,
    page: { path, search: { ...toAddress(view), tenant } },
  };
}
