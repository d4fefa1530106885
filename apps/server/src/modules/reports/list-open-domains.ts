import type { Context } from "../../platform/context.ts";
import { findTenant } from "../directory/index.ts";
import { type Domain, loadMetricState } from "../metrics/index.ts";
import { isAvailable } from "./list-reports.ts";
import { reports as productReports } from "./reports.ts";
import { reportsAllowedFor } from "./reports-allowed.ts";

/** The domains whose facts the caller may look at: those of reports that are allowed for the tenant and that it has. */
export async function listOpenDomains(context: Context, all = productReports): Promise<ReadonlySet<Domain>> {
  if (!context.permissions.has("reports.read")) return new Set();
  const metricState = await loadMetricState(context);
  const tenant = await findTenant(context, context.tenantId);
  const allowed = [...(await reportsAllowedFor(context, all)).values()].filter(({ isHidden }) => !isHidden);
  const domains = allowed.flatMap((report) => report.domains);
  return new Set(domains.filter((domain) => isAvailable({ domains: [domain] }, tenant, metricState, context.now)));
}
