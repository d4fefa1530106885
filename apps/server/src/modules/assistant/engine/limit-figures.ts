import type { MetricQueryInput } from "@console/contracts";
import type { Metric, MetricRegistry } from "../../metrics/index.ts";
import type { Candidate } from "./candidates.ts";
import { firstPlace } from "./find-in-items.ts";
import { toLookup } from "./lookup.ts";
import { findBuckets } from "./read-filters.ts";

type Item<Kind extends Candidate["kind"]> = Extract<Candidate, { kind: Kind }>;

/** A limit on a metric as a query has it; none where it is in another unit. */
export function toHaving(limit: Candidate, metric: Metric): NonNullable<MetricQueryInput["having"]>[number] | null {
  if (limit.kind !== "limit" || !fitsUnit(limit, metric)) return null;
  const isShare = metric.unit === "percent" && (limit.isPercent || limit.value > 1);
  const value = isShare ? limit.value / 100 : limit.value * (factorBetween(limit.unit, metric.unit) ?? 1);
  return { metric: metric.id, op: limit.op, value: Number(value.toFixed(6)) };
}

/** Whether a limit is in the unit of a metric: a share of a count, or days of money, say something else. */
function fitsUnit({ isPercent, unit }: Item<"limit">, metric: Metric): boolean {
  if (isPercent) return metric.unit === "percent";
  if (unit !== null && factorBetween(unit, metric.unit) !== null) return true;
  return unit === null || metric.unit === unit || !["minutes", "hours", "days", "weeks", "km"].includes(unit);
}

const minutesOf = toLookup<number>({ minutes: 1, hours: 60, days: 1440, weeks: 10080 });

/** How many of one unit of time another one has: two weeks are fourteen days. */
function factorBetween(from: string | null, to: string): number | null {
  const [long, short] = [minutesOf[from ?? ""], minutesOf[to]];
  return long && short ? long / short : null;
}

export function nearestMetric(limit: Candidate, metrics: readonly Item<"metric">[]): Item<"metric"> | null {
  const distance = (metric: Candidate) => {
    const before = firstPlace(limit) - Math.max(...metric.places);
    const after = firstPlace(metric) - Math.max(...limit.places);
    return before > 0 ? before : after > 0 ? after + 0.5 : 0;
  };
  return [...metrics].sort((a, b) => distance(a) - distance(b))[0] ?? null;
}

type Having = NonNullable<MetricQueryInput["having"]>;
type Limited = { having: Having; buckets: NonNullable<ReturnType<typeof findBuckets>>[]; used: Item<"limit">[] };
type Deps = {
  metrics: readonly Metric[];
  named: readonly Item<"metric">[];
  /** Figures that are asked for in the place of those that were named. */
  replaced: ReadonlyMap<string, string>;
  registry: MetricRegistry;
};

/** What limits ask for: figures above or below a value, or stretches of days. */
export function readLimits(limits: readonly Item<"limit">[], { metrics, named, replaced, registry }: Deps): Limited {
  const limited: Limited = { having: [], buckets: [], used: [] };
  for (const limit of limits) {
    const bucket = findBuckets(limit, metrics, registry);
    const near = nearestMetric(limit, named);
    const metric = near ? registry.metrics.get(replaced.get(near.metric) ?? near.metric) : undefined;
    const having = metric && !bucket ? toHaving(limit, metric) : null;
    if (bucket) limited.buckets.push(bucket);
    if (having) limited.having.push(having);
    if (bucket || having) limited.used.push(limit);
  }
  return limited;
}
