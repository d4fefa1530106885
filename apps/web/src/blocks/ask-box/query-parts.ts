import type { Assumption } from "@console/contracts";
import type { AskedQuery } from "./asked-query.ts";

/** A part of a query that a chip stands for; `place` counts among those of its kind. */
export type QueryPart =
  | { kind: "metric" | "filter" | "limit" | "dimension"; place: number }
  | { kind: "period" | "grain" | "share" | "cumulative" | "comparison" | "order" };

export type Chip = { label: string; part: QueryPart | null };

/** The assumptions of an answer, each with the part of its query; those of a kind come in the order of the query. */
export function pairParts(assumptions: readonly Assumption[], query: AskedQuery): Chip[] {
  const { metrics, filters = [], having = [], dimensions = [], grain, share, cumulative } = query;
  const parts: Record<Assumption["kind"], QueryPart[]> = {
    metric: metrics.map((_, place) => ({ kind: "metric", place })),
    period: [{ kind: "period" }],
    filter: [
      ...filters.map((_, place): QueryPart => ({ kind: "filter", place })),
      ...having.map((_, place): QueryPart => ({ kind: "limit", place })),
    ],
    split: [
      ...dimensions.map((_, place): QueryPart => ({ kind: "dimension", place })),
      ...(grain ? [{ kind: "grain" } as const] : []),
      ...(share ? [{ kind: "share" } as const] : []),
      ...(cumulative ? [{ kind: "cumulative" } as const] : []),
    ],
    comparison: [{ kind: "comparison" }],
    order: [{ kind: "order" }],
  };
  return assumptions.map(({ kind, label }) => ({ label, part: parts[kind].shift() ?? null }));
}

const without = <Item>(items: readonly Item[] | undefined, place: number) =>
  (items ?? []).filter((_, index) => index !== place);

/** The query without a part; null where it says nothing without it. */
export function removePart(query: AskedQuery, part: QueryPart): AskedQuery | null {
  switch (part.kind) {
    case "metric": {
      if (query.metrics.length < 2) return null;
      return withMetrics(query, without(query.metrics, part.place));
    }
    case "period":
      return !query.time || "default" in query.time ? null : { ...query, time: { default: true } };
    case "filter":
      return tidyQuery({ ...query, filters: without(query.filters, part.place) });
    case "limit":
      return { ...query, having: without(query.having, part.place) };
    case "dimension":
      return tidyQuery({ ...query, dimensions: without(query.dimensions, part.place) });
    case "grain":
      return tidyQuery({ ...query, grain: undefined });
    case "share":
      return { ...query, share: undefined };
    case "cumulative":
      return { ...query, cumulative: undefined };
    case "comparison":
      return tidyQuery({ ...query, compare: undefined });
    case "order":
      return { ...query, sort: undefined, limit: undefined, limitPer: undefined };
  }
}

/** The query with another metric in the place of one. */
export function replaceMetric(query: AskedQuery, place: number, metric: string): AskedQuery {
  const old = query.metrics[place];
  const sort = query.sort?.map((one) => (one.by === old ? { ...one, by: metric } : one));
  const metrics = query.metrics.map((one, index) => (index === place ? metric : one));
  return withMetrics({ ...query, sort }, [...new Set(metrics)]);
}

/** The query with other metrics, and without what was said of those that are gone. */
function withMetrics(query: AskedQuery, metrics: string[]): AskedQuery {
  const gone = new Set(query.metrics.filter((metric) => !metrics.includes(metric)));
  return {
    ...query,
    metrics,
    having: query.having?.filter(({ metric }) => !gone.has(metric)),
    sort: query.sort?.filter(({ by }) => !gone.has(by)),
  };
}

/** A query without what works only with a part that was removed. */
function tidyQuery(query: AskedQuery): AskedQuery {
  const { dimensions = [], filters = [], grain, compare } = query;
  const isSplit = dimensions.length > 0 || grain !== undefined;
  const isKept = (name: string) => {
    if (["sort", "limit", "having"].includes(name)) return isSplit;
    if (name === "limitPer") return dimensions.length > 1;
    if (name === "cumulative") return grain !== undefined;
    if (name === "explain") return compare !== undefined;
    return name !== "share" || isSplit || filters.length > 0;
  };
  return Object.fromEntries(Object.entries(query).filter(([name]) => isKept(name))) as AskedQuery;
}
