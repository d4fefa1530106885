import type { Metric, Reading } from "./dataset.ts";

/** The readings of a metric, whatever its formula; a percentile has none. */
export function listReadings({ formula }: Metric): Reading[] {
  if (formula.kind === "sum") return [...formula.over, ...(formula.under ?? [])];
  if (formula.kind === "items") return Object.values(formula.readings);
  return [];
}

/** Every measure that a metric's formula reads, as `dataset.measure`. */
export function listMeasures(metric: Metric): string[] {
  if (metric.formula.kind === "percentile") return [metric.formula.measure];
  return listReadings(metric).map(({ measure }) => measure);
}
