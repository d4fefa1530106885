import { type FigureKind, figureTemplates, metricConcepts } from "../datasets/metric-concepts.ts";
import type { Metric, Reading } from "./dataset.ts";
import type { Registry } from "./registry.ts";

/** A text that asks for a metric. One that a person wrote weighs more than one that follows from nouns and states. */
export type MetricPhrase = { text: string; isWritten: boolean };

/**
 * Everything that asks for a metric: its names, its further phrases, and what follows from what its rows are called,
 * from the state that they are in, and from whether it counts them or tells their share.
 */
export function listMetricPhrases(metric: Metric, { datasets }: Registry): MetricPhrase[] {
  const written = [metric.label, ...metric.synonyms, ...(metric.phrases ?? [])];
  const [dataset = "", measure = ""] = findMainMeasure(metric)?.split(".") ?? [];
  const { nouns = [], measures } = datasets.get(dataset) ?? {};
  const states = measures?.[measure]?.states ?? [];
  const derived: string[] = [];
  for (const state of states) {
    if (metric.unit === "percent" && state !== "") derived.push(`${state} rate`);
    for (const noun of nouns) {
      if (metric.unit === "count") derived.push(`${state} ${noun}`.trim());
      if (metric.unit === "percent" && state !== "") derived.push(`rate ${state} ${noun}`);
    }
  }
  for (const { words, figures } of metricConcepts) {
    for (const [kind, id] of Object.entries(figures) as [FigureKind, string][]) {
      if (id !== metric.id) continue;
      for (const template of figureTemplates[kind]) for (const word of words) derived.push(template.replace("$", word));
    }
  }
  const all = new Map<string, boolean>();
  for (const text of derived) all.set(text, false);
  for (const text of written) all.set(text.toLowerCase(), true);
  return [...all].map(([text, isWritten]) => ({ text, isWritten }));
}

/** The measure that a metric counts, or of which it is a share. */
function findMainMeasure({ formula }: Metric): string | null {
  if (formula.kind !== "sum" || formula.over.length !== 1) return null;
  const [term] = formula.over;
  // What lies later or up to some days is another figure than its name says.
  return term && isReading(term) && typeof term.read === "string" ? term.measure : null;
}

function isReading(term: object): term is Reading {
  return "measure" in term && "read" in term;
}
