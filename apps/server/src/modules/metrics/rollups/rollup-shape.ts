import { addsUpOver, type Dataset, type Rollup } from "../model/dataset.ts";

/** The periods that cells are kept for; weeks and months are the sums of their days. */
export const tiers = { day: 1, week: 2, month: 3 } as const;
/** Their names, from the longest. */
export const tierNames = ["month", "week", "day"] as const;

/**
 * The bins of a histogram's cell, from the lowest, each with how many values lie up to its end and before it. One row
 * more has no bin. Kept as running counts, so that a percentile of one cell is found without reading its other bins.
 */
export const countedBins = "unnest(bins, sums, 0::bigint || sums) as counted (bin, upto, before)";

const summedMeasuresCache = new WeakMap<Dataset, string[]>();

/** The measures that the cells of a dataset hold, in the order of their sums. */
export function summedMeasures(dataset: Dataset): string[] {
  const cached = summedMeasuresCache.get(dataset);
  if (cached) return cached;
  const measures = Object.entries(dataset.measures).flatMap(([name, measure]) =>
    measure.kind === "sum" || (measure.kind === "distinct" && measure.additiveOver) ? [name] : [],
  );
  summedMeasuresCache.set(dataset, measures);
  return measures;
}

/** Whether the cells of a rollup give a measure. */
export function holds(dataset: Dataset, { dimensions, histogram }: Rollup, name: string): boolean {
  const measure = dataset.measures[name];
  if (measure?.kind === "histogram") return histogram === name;
  if (histogram !== undefined) return false;
  return measure ? addsUpOver(measure, dimensions) : false;
}

/** A text that changes whenever cells computed before would no longer be right. */
export function describeShape(dataset: Dataset, rollup: Rollup): string {
  const histogram = rollup.histogram ? dataset.measures[rollup.histogram] : undefined;
  const isSigned = histogram?.kind === "histogram" && histogram.isSigned;
  const form = [...(rollup.histogram ? ["running counts"] : []), ...(isSigned ? ["minutes, then hours"] : [])];
  const measures = rollup.histogram ? [rollup.histogram] : summedMeasures(dataset);
  const keys = rollup.dimensions.map((id) => [id, dataset.dimensions[id]]);
  // What people call its rows changes nothing in what is stored.
  const rules = measures.map((name) => {
    const { states: _, ...rule } = dataset.measures[name] ?? {};
    return [name, rule];
  });
  return JSON.stringify([dataset.fact, dataset.relation, keys, rules, ...form]);
}
