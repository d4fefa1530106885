import type { NarrowedRows, ReportDefinition, ReportPanel, ReportView } from "@console/contracts";
import { addDays } from "@console/figures/calendar";
import type { Cell } from "@console/figures/picture";

/** Kinds whose panels are read with the page's own period and filters, and nothing else. */
const plainKinds: readonly ReportPanel["kind"][] = ["kpis", "trend", "ranking", "pareto", "heat", "pivot"];

type Report = Pick<ReportDefinition, "filters" | "sections" | "bases">;

/** Where rows stand on the page of a report: its view, and the cell of one of its panels. */
export type RowsPlace = { view: ReportView; cell: Cell };

/** Where the rows of a question stand on the page of a report; null where its address cannot say all of it. */
export function placeRows({ metric, filters, time, basis }: NarrowedRows, report: Report): RowsPlace | null {
  const panel = report.sections.flatMap(({ panels }) => panels).find((one) => isPlain(one) && shows(one, metric));
  if (!panel || (basis && !report.bases.includes(basis))) return null;
  const view: Record<string, string | string[]> = { ...(basis && { basis }) };
  const cell: Record<string, string> = { metric, panel: panel.id };
  if ("from" in time) Object.assign(view, { from: time.from, to: time.to });
  else if ("asOf" in time) Object.assign(view, { from: time.asOf, to: addDays(time.asOf, 1) });
  for (const { field, op, values } of filters) {
    const name = op === "not_in" ? `not.${field}` : field;
    const [value] = values;
    if (report.filters.some(({ dimension }) => dimension === field) && view[name] === undefined) view[name] = values;
    // A member that is no filter of the report, or a second one of the same dimension, is a part of the cell.
    else if (op === "in" && value !== undefined && values.length === 1 && cell[field] === undefined)
      cell[field] = value;
    else return null;
  }
  return { view: view as ReportView, cell };
}

function isPlain({ kind, ahead }: ReportPanel): boolean {
  return ahead === undefined && plainKinds.includes(kind);
}

function shows(panel: ReportPanel, metric: string): boolean {
  return ("metrics" in panel && panel.metrics.includes(metric)) || ("metric" in panel && panel.metric === metric);
}
