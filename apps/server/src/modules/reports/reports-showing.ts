import { listMeasures, metricRegistry } from "../metrics/index.ts";
import { metricsInPanel } from "./panels/panel-kinds.ts";
import { listPanels, type Report } from "./report.ts";
import { reports as productReports, type Reports } from "./reports.ts";

/** The reports of the catalogue that show figures of a table of facts. */
export function reportsShowing(fact: string, all: Reports = productReports): { id: string; title: string }[] {
  return [...all.values()]
    .filter((report) => !report.isHidden && factTablesShown(report).has(fact))
    .map(({ id, title }) => ({ id, title }));
}

/** The tables of facts that the figures of a report come from. */
export function factTablesShown(report: Report): Set<string> {
  const ids = [...report.rows, ...listPanels(report).flatMap(metricsInPanel)];
  const datasets = ids.flatMap((id) => {
    const metric = metricRegistry.metrics.get(id);
    if (!metric) return [];
    const { formula } = metric;
    return [
      ...listMeasures(metric).map((measure) => measure.split(".")[0] ?? ""),
      ...(formula.kind === "items" && formula.items ? [formula.items] : []),
    ];
  });
  return new Set(datasets.flatMap((id) => metricRegistry.datasets.get(id)?.fact ?? []));
}
