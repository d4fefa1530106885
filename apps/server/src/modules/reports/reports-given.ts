import type { ReportPanel } from "@console/contracts";
import type { Context } from "../../platform/context.ts";
import { findTenantReports } from "../directory/index.ts";
import { metricRegistry } from "../metrics/index.ts";
import { domainOverviews } from "./dashboard/domain-overviews.ts";
import { metricsOf, type Report } from "./report.ts";
import type { Reports } from "./reports.ts";

/** The reports that the caller's tenant is given: all, or those that were chosen for it. Others are not there at all. */
export async function reportsGivenTo(context: Pick<Context, "db" | "tenantId">, all: Reports): Promise<Reports> {
  const chosen = new Set(await findTenantReports(context, context.tenantId));
  if (chosen.size === 0) return all;
  const given = [...all.values()].flatMap((report) => {
    if (report.isHidden) return [overviewOf(report, chosen)];
    return chosen.has(report.id) ? [report] : [];
  });
  return new Map(given.map((report) => [report.id, report]));
}

/** An overview tells of a domain only where the report of the domain is given. */
function overviewOf(report: Report, chosen: ReadonlySet<string>): Report {
  const sections = report.sections.map((section) => ({
    ...section,
    panels: section.panels.filter((panel) => isTold(panel, chosen)),
  }));
  return { ...report, sections };
}

function isTold(panel: ReportPanel, chosen: ReadonlySet<string>): boolean {
  const domains = metricsOf(panel).flatMap((id) => metricRegistry.metrics.get(id)?.domain ?? []);
  const told = domainOverviews.filter(({ domain }) => domains.some((one) => one === domain));
  return told.every(({ report }) => chosen.has(report));
}
