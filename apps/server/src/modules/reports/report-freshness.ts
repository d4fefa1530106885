import { type Figures, metricRegistry } from "../metrics/index.ts";
import type { Report } from "./report.ts";

/** How far the facts of a domain reach, and when the last of them came in. */
export type DomainFreshness = {
  domain: string;
  firstDay: string | null;
  lastDay: string | null;
  ingestedAt: string | null;
};

/** The freshness of each domain that a report reads. */
export function freshnessOf({ domains }: Pick<Report, "domains">, { states }: Figures): DomainFreshness[] {
  return domains.map((domain) => {
    const facts = new Set(
      [...metricRegistry.datasets.values()].filter((dataset) => dataset.domain === domain).map(({ fact }) => fact),
    );
    const own = states.filter(({ fact, firstDay }) => facts.has(fact) && firstDay !== null);
    return {
      domain,
      firstDay: sorted(own.map(({ firstDay }) => firstDay))[0] ?? null,
      lastDay: sorted(own.map(({ lastDay }) => lastDay)).at(-1) ?? null,
      ingestedAt: sorted(own.map(({ ingestedAt }) => ingestedAt)).at(-1) ?? null,
    };
  });
}

function sorted(values: readonly (string | null)[]): string[] {
  return values.flatMap((value) => value ?? []).sort();
}
