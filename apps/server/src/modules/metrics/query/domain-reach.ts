import type { Registry } from "../model/registry.ts";
import type { FactState } from "./metric-store.ts";

/** How far the facts of a domain reach, and when the last of them came in. */
export type DomainReach = { firstDay: string | null; lastDay: string | null; ingestedAt: string | null };

/** The tables of facts that a domain's figures come from. */
export function factsOf(domain: string, { datasets }: Registry): Set<string> {
  return new Set([...datasets.values()].filter((dataset) => dataset.domain === domain).map(({ fact }) => fact));
}

/** How far a domain reaches over all its tables; nulls where nothing has come in. */
export function reachOf(domain: string, states: readonly FactState[], registry: Registry): DomainReach {
  const facts = factsOf(domain, registry);
  const own = states.filter(({ fact, firstDay }) => facts.has(fact) && firstDay !== null);
  const sorted = (values: readonly (string | null)[]) => values.flatMap((value) => value ?? []).sort();
  return {
    firstDay: sorted(own.map(({ firstDay }) => firstDay))[0] ?? null,
    lastDay: sorted(own.map(({ lastDay }) => lastDay)).at(-1) ?? null,
    ingestedAt: sorted(own.map(({ ingestedAt }) => ingestedAt)).at(-1) ?? null,
  };
}
