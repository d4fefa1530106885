import type { ReportPanel } from "@console/contracts";
import type { Context } from "../../platform/context.ts";
import { findTenantReports } from "../directory/index.ts";
import { metricRegistry, selectOwnFields } from "../metrics/index.ts";
import { completeReport } from "./complete-report.ts";
import { domainOverviews } from "./dashboard/domain-overviews.ts";
import { metricsInPanel } from "./panels/panel-kinds.ts";
import type { Report } from "./report.ts";
import type { Reports } from "./reports.ts";

/**
 * The reports that are allowed for the caller's tenant: all, or those that were chosen for it. Others are not there at
 * all. They can be narrowed by the tenant's own fields.
 */
export async function reportsAllowedFor(context: Pick<Context, "db" | "tenantId">, all: Reports): Promise<Reports> {
  const allowed = await chooseAllowed(context, all);
  const ownFields = await selectOwnFields(context);
  if (ownFields.length === 0) return allowed;
  return new Map([...allowed].map(([id, report]) => [id, completeReport(report, ownFields)]));
}

async function chooseAllowed(context: Pick<Context, "db" | "tenantId">, all: Reports): Promise<Reports> {
  const reportIds = new Set(await findTenantReports(context, context.tenantId));
  if (reportIds.size === 0) return all;
  const allowed = [...all.values()].flatMap((report) => {
    if (report.isHidden) return [narrowOverview(report, reportIds)];
    return reportIds.has(report.id) ? [report] : [];
  });
  return new Map(allowed.map((report) => [report.id, report]));
}

/** An overview tells of a domain only where the report of the domain is allowed. */
function narrowOverview(report: Report, reportIds: ReadonlySet<string>): Report {
  const sections = report.sections.map((section) => ({
    ...section,
    panels: section.panels.filter((panel) => isAllowed(panel, reportIds)),
  }));
  return { ...report, sections };
}

function isAllowed(panel: ReportPanel, reportIds: ReadonlySet<string>): boolean {
  const domains = metricsInPanel(panel).flatMap((id) => metricRegistry.metrics.get(id)?.domain ?? []);
  const overviews = domainOverviews.filter(({ domain }) => domains.some((one) => one === domain));
  return overviews.every(({ report }) => reportIds.has(report));
}
