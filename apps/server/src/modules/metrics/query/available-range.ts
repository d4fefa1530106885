import type { Registry } from "../model/registry.ts";
import type { FactState } from "./metric-store.ts";

/** The first and the last day with facts of a domain, and when the last of them came in. */
export type AvailableRange = { firstDay: string | null; lastDay: string | null; ingestedAt: string | null };

/** The tables of facts that a domain's figures come from. */
export function factTablesBehind(domain: string, { datasets }: Registry): Set<string> {
  return new Set([...datasets.values()].filter((dataset) => dataset.domain === domain).map(({ fact }) => fact));
}

/** The available range of a domain over all its tables; nulls where nothing has come in. */
export function availableRangeFor(domain: string, states: readonly FactState[], registry: Registry): AvailableRange {
  const facts = factTablesBehind(domain, registry);
  const own = states.filter(({ fact, firstDay }) => facts.has(fact) && firstDay !== null);
  const sorted = (values: readonly (string | null)[]) => values.flatMap((value) => value ?? []).sort();
  return {
    firstDay: sorted(own.map(({ firstDay }) => firstDay))[0] ?? null,
    lastDay: sorted(own.map(({ lastDay }) => lastDay)).at(-1) ?? null,
    ingestedAt: sorted(own.map(({ ingestedAt }) => ingestedAt)).at(-1) ?? null,
  };
}
