import type { FormatChoices } from "@console/figures/format";
import type { MetricRegistry } from "../../metrics/index.ts";
import { sayQuery } from "./describe-query.ts";
import { type AskedQuery, listMisfits, type Reading } from "./interpret.ts";
import { canonicalText } from "./read-question.ts";

/** Something that can be asked instead, in words. */
export type Option = { label: string; query: AskedQuery };

type Reader = { registry: MetricRegistry; today: string; formats: FormatChoices };

export const mostOptions = 4;

/** What can be offered: queries that work, each once, with words that tell them apart. */
export function listOptions(queries: readonly AskedQuery[], reader: Reader): Option[] {
  const options = new Map<string, Option>();
  const labels = new Set<string>();
  for (const query of queries) {
    if (query.metrics.length === 0 || listMisfits(query, reader.registry).length > 0) continue;
    const label = sayQuery(query, reader);
    const key = canonicalText(query);
    if (options.has(key) || labels.has(label)) continue;
    options.set(key, { label, query });
    labels.add(label);
  }
  return [...options.values()].slice(0, mostOptions);
}

/** The query of a reading with what its unused words may have meant; the reading itself comes last. */
export function repairQuery({ query, items, unusedRoles, problems }: Reading, registry: MetricRegistry): AskedQuery[] {
  const unused = items.filter(({ places }) => places.some((place) => unusedRoles.includes(place)));
  const roles = new Set(unused.flatMap((item) => (item.kind === "role" ? [item.role] : [])));
  const [rank] = unused.flatMap((item) => (item.kind === "rank" ? [item] : []));
  const [main] = query.metrics.flatMap((id) => registry.metrics.get(id) ?? []);
  const repaired: AskedQuery[] = [];
  if (!query.compare && (roles.has("than") || roles.has("compare") || roles.has("change")))
    repaired.push({ ...query, compare: { type: "previous_period" } });
  if (!query.share && roles.has("share")) repaired.push({ ...query, share: "total" });
  const needsSplit = rank !== undefined || problems.some(({ kind }) => kind === "no dimension");
  if (main && needsSplit && !query.dimensions) {
    const works = registry.dimensionsFor(main);
    const filtered = new Set((query.filters ?? []).map(({ field }) => field));
    const people = works.filter((id) => registry.dimensions.get(id)?.isPerson);
    const splits = [...new Set([...(main.party ? [main.party] : []), ...people, ...works])];
    for (const dimension of splits.filter((id) => !filtered.has(id)).slice(0, 3)) {
      const isLow = rank?.direction === "least" || (rank?.direction === "worst") === (main.good !== "down");
      repaired.push({
        ...query,
        dimensions: [dimension],
        ...(rank && { sort: [{ by: main.id, dir: isLow ? ("asc" as const) : ("desc" as const) }] }),
        ...(rank && { limit: rank.count ?? 1 }),
      });
    }
  }
  return [...repaired, query];
}
