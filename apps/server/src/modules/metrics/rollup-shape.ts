import type { Dataset, Rollup } from "./dataset.ts";

/** The periods that cells are kept for; weeks and months are the sums of their days. */
export const tiers = { day: 1, week: 2, month: 3 } as const;

/** The measures that the cells of a dataset have a place for, in the order of their sums. */
export function summedMeasures(dataset: Dataset): string[] {
  return Object.entries(dataset.measures).flatMap(([name, measure]) =>
    measure.kind === "sum" || (measure.kind === "distinct" && measure.additiveOver) ? [name] : [],
  );
}

/** Whether the cells of a rollup give a measure. */
export function holds(dataset: Dataset, { dimensions, histogram }: Rollup, name: string): boolean {
  const measure = dataset.measures[name];
  if (measure?.kind === "histogram") return histogram === name;
  if (histogram !== undefined) return false;
  if (measure?.kind === "sum") return true;
  // A count of different values adds up only over what each value has one of.
  const { additiveOver } = measure ?? { additiveOver: null };
  return additiveOver ? dimensions.every((id) => additiveOver.includes(id)) : false;
}

/** A text that changes whenever cells computed before would no longer be right. */
export function shapeOf(dataset: Dataset, rollup: Rollup): string {
  const measures = rollup.histogram ? [rollup.histogram] : summedMeasures(dataset);
  const keys = rollup.dimensions.map((id) => [id, dataset.dimensions[id]]);
  return JSON.stringify([dataset.fact, dataset.relation, keys, measures.map((name) => [name, dataset.measures[name]])]);
}
