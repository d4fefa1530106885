import type { Exclusion, Metric, Reading, Term } from "./dataset.ts";

/** What the formula of a metric adds up; a percentile has no terms. */
export function listTerms({ formula }: Metric): Term[] {
  if (formula.kind === "sum") return [...formula.over, ...(formula.under ?? [])];
  return formula.kind === "items" ? [formula] : [];
}

/** The readings of a metric, whatever its formula; a percentile has none. */
export function listReadings(metric: Metric): Reading[] {
  return listTerms(metric).flatMap(readingsIn);
}

/** The readings of a term; items are judged by several. */
export function readingsIn(term: Term): Reading[] {
  return "kind" in term ? Object.values(term.readings) : [term];
}

/** What counts the rows or items that a rule leaves out. */
export function termForExclusion(exclusion: Exclusion): Term {
  if ("items" in exclusion) return exclusion.items;
  const { measure, read = "flow" } = exclusion;
  return { measure, read };
}

/** Every measure that a metric's formula reads, as `dataset.measure`. */
export function listMeasures(metric: Metric): string[] {
  if (metric.formula.kind === "percentile") return [metric.formula.measure];
  return listReadings(metric).map(({ measure }) => measure);
}
