import { loadTables } from "../facts/fact-tables.ts";
import type { Domain } from "../model/dataset.ts";
import type { Registry } from "../model/registry.ts";
import type { FactState } from "./metric-store.ts";

/** The first and the last day with facts of a domain, as of when they are, and whether that is too long ago. */
export type AvailableRange = {
  firstDay: string | null;
  lastDay: string | null;
  ingestedAt: string | null;
  isLate: boolean;
};

/** Data older than this is called late. */
const lateAfterMs = 24 * 3_600_000;

/** Tables that change now and then: how old they are says nothing about what happens every day. */
const masterData: ReadonlySet<string> = new Set(["branches", "sales_targets", "stock_items"]);

/** The tables of facts that a domain's figures come from. */
export function factTablesBehind(domain: string, { datasets }: Registry): Set<string> {
  return new Set([...datasets.values()].filter((dataset) => dataset.domain === domain).map(({ fact }) => fact));
}

/** The tables of a domain whose rows happen on days; master data is left out. */
export function movingTablesBehind(domain: string, registry: Registry): string[] {
  return [...factTablesBehind(domain, registry)].filter((fact) => !masterData.has(fact));
}

/** The domain whose figures come from a table of facts; null for none. */
export function domainForFact(fact: string, { datasets }: Registry): Domain | null {
  const shown = loadTables.find(({ table }) => table === fact)?.completes;
  const own = [...datasets.values()];
  return (
    (own.find((dataset) => dataset.fact === fact) ?? own.find((dataset) => dataset.fact === shown))?.domain ?? null
  );
}

/**
 * The available range of a domain over all its tables; nulls where nothing has come in. It is as fresh as the oldest of
 * its tables, except for master data. Every panel, list, page and file tells freshness from here.
 */
export function availableRangeFor(
  domain: string,
  states: readonly FactState[],
  registry: Registry,
  now: Date,
): AvailableRange {
  const facts = factTablesBehind(domain, registry);
  const own = states.filter(({ fact, firstDay }) => facts.has(fact) && firstDay !== null);
  const sorted = (values: readonly (string | null)[]) => values.flatMap((value) => value ?? []).sort();
  const moving = own.filter(({ fact }) => !masterData.has(fact));
  const [ingestedAt = null] = sorted((moving.length > 0 ? moving : own).map((state) => state.ingestedAt));
  return {
    firstDay: sorted(own.map(({ firstDay }) => firstDay))[0] ?? null,
    lastDay: sorted(own.map(({ lastDay }) => lastDay)).at(-1) ?? null,
    ingestedAt,
    isLate: ingestedAt !== null && now.getTime() - Date.parse(ingestedAt) > lateAfterMs,
  };
}
