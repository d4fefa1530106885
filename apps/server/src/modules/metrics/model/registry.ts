import { cashDatasets } from "../datasets/cash.ts";
import { cashMetrics } from "../datasets/cash-metrics.ts";
import { deliveries } from "../datasets/deliveries.ts";
import { deliveryMetrics } from "../datasets/delivery-metrics.ts";
import { documentMetrics } from "../datasets/document-metrics.ts";
import { documentDatasets } from "../datasets/documents.ts";
import { documentsOnFile } from "../datasets/documents-on-file.ts";
import { ledgerDatasets } from "../datasets/ledger.ts";
import { ledgerMetrics } from "../datasets/ledger-metrics.ts";
import { metricPhrases, metricSuperlatives } from "../datasets/metric-phrases.ts";
import { salesDatasets } from "../datasets/sales.ts";
import { salesMetrics } from "../datasets/sales-metrics.ts";
import { stockDatasets } from "../datasets/stock.ts";
import { stockMetrics } from "../datasets/stock-metrics.ts";
import type { Dataset, Dimension, Measure, Metric, Subject } from "./dataset.ts";
import { dimensions } from "./dimensions.ts";
import { withOtherCurrencies } from "./money.ts";
import { listMeasures, readingsIn, termForExclusion } from "./readings.ts";

/** Everything that can be asked, by its id. */
export type Registry = {
  datasets: ReadonlyMap<string, Dataset>;
  dimensions: ReadonlyMap<string, Dimension>;
  metrics: ReadonlyMap<string, Metric>;
  /** The dimensions by which a metric can be asked. */
  dimensionsFor(metric: Metric): readonly string[];
};

/** Puts subjects together; a name that does not exist or exists twice is a mistake in the code, told at once. */
export function createRegistry(
  subjects: readonly Subject[],
  allDimensions: readonly Dimension[] = dimensions,
): Registry {
  const datasets = byId(subjects.flatMap((subject) => subject.datasets));
  const metrics = byId(
    subjects.flatMap((subject) => subject.metrics.map((metric) => withOtherCurrencies(metric, datasets))),
  );
  const dimensionsById = byId(allDimensions);
  const numbers = [...datasets.values()].flatMap(({ rollups }) => rollups.map(({ number }) => number));
  if (new Set(numbers).size < numbers.length) throw new Error("Two rollups have the same number.");
  const registry: Registry = {
    datasets,
    metrics,
    dimensions: dimensionsById,
    dimensionsFor: (metric) => commonDimensions(metric, datasets),
  };
  for (const metric of metrics.values()) {
    for (const measure of listMeasures(metric)) requireMeasure(datasets, measure, metric.id);
    for (const { measure } of (metric.exclusions ?? []).map(termForExclusion).flatMap(readingsIn)) {
      requireMeasure(datasets, measure, metric.id);
    }
    for (const id of registry.dimensionsFor(metric)) {
      if (!dimensionsById.has(id))
        throw new Error(`The metric ${metric.id} names the dimension ${id}, which does not exist.`);
    }
  }
  return registry;
}

/** The dataset of an id that a formula names; the registry has checked that it exists. */
export function requireDataset({ datasets }: Pick<Registry, "datasets">, id: string): Dataset {
  const dataset = datasets.get(id);
  if (!dataset) throw new Error(`There is no dataset ${id}.`);
  return dataset;
}

/** The measure of a name such as `sales.net`; the registry has checked that it exists. */
export function findMeasure({ datasets }: Pick<Registry, "datasets">, name: string): Measure {
  const [dataset = "", measure = ""] = name.split(".");
  const value = datasets.get(dataset)?.measures[measure];
  if (!value) throw new Error(`There is no measure ${name}.`);
  return value;
}

function byId<Item extends { id: string }>(items: readonly Item[]): Map<string, Item> {
  const map = new Map(items.map((part) => [part.id, part]));
  if (map.size < items.length) throw new Error("Two parts of the semantic layer have the same id.");
  return map;
}

function requireMeasure(datasets: ReadonlyMap<string, Dataset>, name: string, metric: string): void {
  const [dataset = "", measure = ""] = name.split(".");
  if (datasets.get(dataset)?.measures[measure]) return;
  throw new Error(`The metric ${metric} names the measure ${name}, which does not exist.`);
}

/** The dimensions that all datasets of a metric know. */
export function commonDimensions(metric: Metric, datasets: ReadonlyMap<string, Dataset>): string[] {
  const { formula } = metric;
  const used =
    formula.kind === "items" && formula.items
      ? [formula.items]
      : [...new Set(listMeasures(metric).map((name) => name.split(".")[0] ?? ""))];
  const [first, ...others] = used.map((id) => Object.keys(datasets.get(id)?.dimensions ?? {}));
  const common = (first ?? []).filter((id) => others.every((list) => list.includes(id)));
  return metric.dimensions ? common.filter((id) => metric.dimensions?.includes(id)) : common;
}

/** All that the product describes, file by file. */
export const subjects: readonly Subject[] = [
  { datasets: [deliveries], metrics: deliveryMetrics },
  { datasets: stockDatasets, metrics: stockMetrics },
  { datasets: salesDatasets, metrics: salesMetrics },
  { datasets: [...documentDatasets, documentsOnFile], metrics: documentMetrics },
  { datasets: ledgerDatasets, metrics: ledgerMetrics },
  { datasets: cashDatasets, metrics: cashMetrics },
];

/** The product's own semantic layer. */
export const registry = createRegistry(subjects.map(withPhrases));

function withPhrases({ datasets, metrics }: Subject): Subject {
  const phrased = metrics.map((metric) => ({
    ...metric,
    phrases: [...(metric.phrases ?? []), ...(metricPhrases[metric.id] ?? [])],
    superlatives: metricSuperlatives[metric.id] ?? [],
  }));
  return { datasets, metrics: phrased };
}
