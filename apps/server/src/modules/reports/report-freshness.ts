import { type DomainReach, type Figures, metricRegistry, reachOf } from "../metrics/index.ts";
import type { Report } from "./report.ts";

/** How fresh one domain of a report is. */
export type DomainFreshness = DomainReach & { domain: string };

/** The freshness of each domain that a report reads. */
export function freshnessByDomain({ domains }: Pick<Report, "domains">, { states }: Figures): DomainFreshness[] {
  return domains.map((domain) => ({ domain, ...reachOf(domain, states, metricRegistry) }));
}
