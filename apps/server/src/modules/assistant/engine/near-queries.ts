import { type MetricRegistry, nearestNames } from "../../metrics/index.ts";
import { fitTime } from "./follow-up.ts";
import type { AskedQuery, Reading } from "./interpret.ts";
import { toHaving } from "./limit-figures.ts";
import { mostOptions } from "./list-options.ts";

/** Readings that are offered beside the best one when that cannot be answered. */
const nearness = 1.5;

/** What queries near another one are found by: figures that share words with the question, the likeliest first. */
type Deps = { hints: readonly string[]; registry: MetricRegistry; today: string };

/** A query for one of its metrics alone. */
export function withMetric(query: AskedQuery, id: string): AskedQuery {
  const sort = query.sort?.map((one) => ({ ...one, by: id }));
  return { ...query, metrics: [id], ...(sort && { sort }) };
}

/** The queries of readings that are nearly as likely. */
export function listNear(best: Reading, ranked: readonly Reading[], most = nearness): AskedQuery[] {
  return ranked.filter((other) => other !== best && best.score - other.score < most).map(({ query }) => query);
}

/** The query of a reading for other figures that share words with the question. */
export function listHinted({ query, items, unusedRoles }: Reading, { hints, registry, today }: Deps): AskedQuery[] {
  const limits = items.filter(
    (item) => item.kind === "limit" && item.places.every((place) => unusedRoles.includes(place)),
  );
  return hints.flatMap((id) => {
    if (query.metrics.includes(id)) return [];
    const other = withMetric(query, id);
    delete other.having;
    const metric = registry.metrics.get(id);
    const having = metric ? limits.flatMap((limit) => toHaving(limit, metric) ?? []) : [];
    if (having.length > 0) other.having = having;
    return [{ ...other, time: fitTime(query.time, [id], registry, today) ?? { default: true } }];
  });
}

/** What of a query is known before its metric is: by driver, for Airport. */
export function sayFields(
  { dimensions = [], filters = [] }: AskedQuery,
  { dimensions: known }: MetricRegistry,
): string {
  const labels = dimensions.map((id) => (known.get(id)?.label ?? id).toLowerCase());
  const values = filters.map(({ op, values }) => ` ${op === "not_in" ? "without" : "for"} ${values.join(" or ")}`);
  return `${labels.length > 0 ? ` by ${labels.join(" and ")}` : ""}${values.join("")}`;
}

export function findNearMetrics(text: string, { metrics }: MetricRegistry): string[] {
  const names = [...metrics.values()].flatMap(({ id, label, synonyms }) =>
    [label, ...synonyms].map((name) => ({ id, name: name.toLowerCase() })),
  );
  const near = nearestNames(
    text.toLowerCase(),
    names.map(({ name }) => name),
    mostOptions,
  );
  return [...new Set(near.flatMap((name) => names.filter((one) => one.name === name).map(({ id }) => id)))].slice(
    0,
    mostOptions,
  );
}
