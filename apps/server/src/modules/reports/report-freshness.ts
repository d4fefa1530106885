import { type AvailableRange, availableRangeFor, metricRegistry, type TenantMetricState } from "../metrics/index.ts";
import type { Report } from "./report.ts";

/** How fresh one domain of a report is. */
export type DomainFreshness = AvailableRange & { domain: string };

/** The freshness of each domain that a report reads. */
export function freshnessByDomain(
  { domains }: Pick<Report, "domains">,
  { states }: Pick<TenantMetricState, "states">,
  now: Date,
): DomainFreshness[] {
  return domains.map((domain) => ({ domain, ...availableRangeFor(domain, states, metricRegistry, now) }));
}

/** The freshness of a report as a whole: of the domain whose data is oldest. */
export function readReportFreshness(
  report: Pick<Report, "domains">,
  metricState: Pick<TenantMetricState, "states">,
  now: Date,
): Pick<AvailableRange, "ingestedAt" | "isLate"> {
  const [oldest] = freshnessByDomain(report, metricState, now)
    .filter(({ ingestedAt }) => ingestedAt !== null)
    .sort((one, other) => ((one.ingestedAt ?? "") < (other.ingestedAt ?? "") ? -1 : 1));
  return { ingestedAt: oldest?.ingestedAt ?? null, isLate: oldest?.isLate ?? false };
}
