import { AppError } from "../../platform/errors.ts";
import { metricRegistry } from "../metrics/index.ts";
import { productReports } from "./definitions/index.ts";
import { dimensionsInPanel, metricsInPanel } from "./panels/panel-kinds.ts";
import { listPanels, type Report } from "./report.ts";

/** The reports of a product by their ids. */
export type Reports = ReadonlyMap<string, Report>;

/** Collects reports and refuses one that names what the semantic layer does not know. */
export function createReports(list: readonly Report[]): Reports {
  const reports = new Map<string, Report>();
  for (const report of list) {
    if (reports.has(report.id)) throw new Error(`Two reports are called ${report.id}.`);
    checkReport(report);
    reports.set(report.id, report);
  }
  return reports;
}

function checkReport(report: Report): void {
  const { metrics, dimensions } = metricRegistry;
  const ids = listPanels(report).map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw new Error(`Two panels of ${report.id} have the same id.`);
  for (const id of report.filters) {
    if (!dimensions.has(id)) throw new Error(`${report.id} is narrowed by ${id}, which is no dimension.`);
  }
  for (const id of report.rows)
    if (!metrics.has(id)) throw new Error(`${report.id} lists rows of ${id}, which is no metric.`);
  for (const panel of listPanels(report)) {
    for (const id of metricsInPanel(panel)) {
      const metric = metrics.get(id);
      if (!metric) throw new Error(`The panel ${panel.id} of ${report.id} shows ${id}, which is no metric.`);
      // A target stands for the whole and is not split.
      if (panel.kind === "trend" && panel.target === id) continue;
      const lacking = dimensionsInPanel(panel).find(
        (dimension) => !metricRegistry.dimensionsFor(metric).includes(dimension),
      );
      if (lacking)
        throw new Error(`The panel ${panel.id} of ${report.id} splits ${id} by ${lacking}, which it cannot.`);
    }
  }
}

/** The reports that the product comes with. */
export const reports: Reports = createReports(productReports);

/** The report of an id. */
export function requireReport(all: Reports, id: string): Report {
  const report = all.get(id);
  if (!report) throw new AppError("not_found", `There is no report "${id}".`);
  return report;
}
