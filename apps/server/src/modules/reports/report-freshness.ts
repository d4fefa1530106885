import { type AvailableRange, availableRangeFor, metricRegistry, type TenantMetricState } from "../metrics/index.ts";
import type { Report } from "./report.ts";

/** How fresh one domain of a report is. */
export type DomainFreshness = AvailableRange & { domain: string };

/** The freshness of each domain that a report reads. */
export function freshnessByDomain(
  { domains }: Pick<Report, "domains">,
  { states }: TenantMetricState,
): DomainFreshness[] {
  return domains.map((domain) => ({ domain, ...availableRangeFor(domain, states, metricRegistry) }));
}
