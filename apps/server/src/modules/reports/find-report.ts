import { metricRegistry } from "../metrics/index.ts";
import { metricsInPanel } from "./panels/panel-kinds.ts";
import { listPanels, pathForReport, type Report } from "./report.ts";
import type { Reports } from "./reports.ts";

/** A report that shows a metric: where it is, and what it can be narrowed by. */
export type ReportPlace = { id: string; title: string; path: string; filters: readonly string[] };

/** The report that shows a metric: of several the one that is most about its domain. */
export function findReportShowing(metric: string, reports: Reports): ReportPlace | null {
  const domain = metricRegistry.metrics.get(metric)?.domain;
  const showing = [...reports.values()].filter((report) => !report.isHidden && shows(report, metric));
  const [best] = showing.sort((a, b) => rank(a, domain) - rank(b, domain));
  return best ? { id: best.id, title: best.title, path: pathForReport(best), filters: best.filters } : null;
}

function shows(report: Report, metric: string): boolean {
  return report.rows.includes(metric) || listPanels(report).some((panel) => metricsInPanel(panel).includes(metric));
}

/** A report about one domain alone comes before one about several. */
function rank({ domains }: Report, domain: string | undefined): number {
  return domains.length + (domain !== undefined && domains[0] === domain ? 0 : 10);
}
