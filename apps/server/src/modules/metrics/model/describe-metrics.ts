import { type Domain, during, type Metric, percentileFormula, ratioFormula, sumFormula } from "./dataset.ts";

type Description = Pick<Metric, "unit" | "good" | "rule" | "synonyms"> & Partial<Metric>;

/** Short ways to describe the metrics of one dataset. */
export function describeMetrics(domain: Domain, dataset: string) {
  const qualifyMeasure = (measure: string) => (measure.includes(".") ? measure : `${dataset}.${measure}`);
  return {
    /** The sum of a measure over the period. */
    flow: (id: string, label: string, measure: string, description: Description): Metric => ({
      id,
      label,
      domain,
      type: "flow",
      formula: sumFormula(during(qualifyMeasure(measure))),
      ...description,
    }),
    /** One measure divided by another, computed anew at every level. */
    ratio: (id: string, label: string, over: string, under: string, description: Description): Metric => ({
      id,
      label,
      domain,
      type: "ratio",
      formula: ratioFormula(during(qualifyMeasure(over)), during(qualifyMeasure(under))),
      ...description,
    }),
    /** The middle and the slow end of a histogram measure. */
    percentiles: (
      id: string,
      {
        label,
        measure,
        rule,
        noun,
        unit,
        ...rest
      }: { label: string; measure: string; rule: string; noun: string } & Pick<Metric, "unit"> & Partial<Metric>,
    ): Metric[] =>
      [
        { name: "p50", words: "Median", share: 0.5, meaning: `half of the ${noun} took no longer` },
        { name: "p90", words: "90th percentile of", share: 0.9, meaning: `nine in ten ${noun} took no longer` },
      ].map(({ name, words, share, meaning }) => ({
        id: `${name}_${id}_${unit}`,
        label: `${words} ${label}`,
        domain,
        type: "percentile",
        unit,
        good: "down",
        rule: `${rule}: ${meaning}. Read from a histogram; off by less than 1 %.`,
        synonyms: [`${name} ${label}`, `${words.toLowerCase()} ${label}`],
        formula: percentileFormula(qualifyMeasure(measure), share),
        ...rest,
      })),
  };
}
