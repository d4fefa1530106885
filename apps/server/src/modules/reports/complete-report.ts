import type { ReportPanel } from "@console/contracts";
import { dimensionForOwnField, metricRegistry, type OwnField, withOwnFields } from "../metrics/index.ts";
import { metricsInPanel } from "./panels/panel-kinds.ts";
import { listPanels, type Report } from "./report.ts";
import { factTablesShown } from "./reports-showing.ts";

const mostMetrics = 3;

/** A report that can also be narrowed by the fields that a tenant keeps of its own, and shows its figures by each of them. */
export function completeReport(report: Report, ownFields: readonly OwnField[]): Report {
  const facts = ownFields.length > 0 ? factTablesShown(report) : new Set<string>();
  const own = ownFields.filter(({ fact }) => facts.has(fact));
  if (own.length === 0) return report;
  const registry = withOwnFields(metricRegistry, own);
  const shown = [...new Set(listPanels(report).flatMap(metricsInPanel))].flatMap(
    (id) => registry.metrics.get(id) ?? [],
  );
  const panels = own.flatMap((field): ReportPanel[] => {
    const by = dimensionForOwnField(field);
    const metrics = shown.filter((metric) => registry.dimensionsFor(metric).includes(by)).slice(0, mostMetrics);
    if (metrics.length === 0) return [];
    return [{ id: by, kind: "ranking", width: 6, title: field.label, by, metrics: metrics.map(({ id }) => id) }];
  });
  return {
    ...report,
    filters: [...report.filters, ...own.map(dimensionForOwnField)],
    sections: report.isHidden ? report.sections : [...report.sections, { title: "Own fields", panels }],
  };
}
