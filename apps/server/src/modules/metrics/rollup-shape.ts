import type { Dataset, Rollup } from "./dataset.ts";

/** The periods that cells are kept for; weeks and months are the sums of their days. */
export const tiers = { day: 1, week: 2, month: 3 } as const;

/** The measures that a rollup holds, in the order of its sums. */
export function storedMeasures(dataset: Dataset, { dimensions, histogram }: Rollup): string[] {
  if (histogram) return [histogram];
  return Object.entries(dataset.measures).flatMap(([name, measure]) => {
    if (measure.kind === "sum") return [name];
    // A count of different values adds up only over what each value has one of.
    const adds = measure.kind === "distinct" && dimensions.every((id) => measure.additiveOver?.includes(id));
    return adds && measure.additiveOver ? [name] : [];
  });
}

/** A text that changes whenever cells computed before would no longer be right. */
export function shapeOf(dataset: Dataset, rollup: Rollup): string {
  const measures = storedMeasures(dataset, rollup).map((name) => [name, dataset.measures[name]]);
  const keys = rollup.dimensions.map((id) => [id, dataset.dimensions[id]]);
  return JSON.stringify([dataset.fact, dataset.relation, keys, measures]);
}
