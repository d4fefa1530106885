import type { Dataset, Exclusion, Measure, Metric, Reading } from "./dataset.ts";
import { listTerms, readingsIn } from "./readings.ts";

/** The measure that counts rows in other currencies; every dataset with amounts has one. */
export const otherCurrencyMeasure = "other_currency";

/** Rows whose amounts are in another currency than the tenant's; `isGiven` is SQL of the rows that have amounts at all. */
export function otherCurrency(isGiven?: string): Measure {
  const isOther = "currency <> :currency";
  return { kind: "sum", unit: "count", where: isGiven ? `(${isGiven}) and ${isOther}` : isOther, isInCurrency: false };
}

/** Whether a measure holds only rows in the tenant's currency: amounts of several cannot be added up. */
export function isInCurrency({ isInCurrency: isSaid, unit, where = "" }: Measure): boolean {
  return isSaid ?? (unit === "minor" || /_minor\b/.test(where));
}

type Datasets = ReadonlyMap<string, Dataset>;

/** The readings of a metric that are amounts of money. */
export function listAmounts(metric: Metric, datasets: Datasets): Reading[] {
  const readings = listTerms(metric).flatMap((term) =>
    "kind" in term && term.unit !== "minor" ? [] : readingsIn(term),
  );
  return readings.filter(({ measure }) => findMeasure(measure, datasets)?.unit === "minor");
}

/** A metric of money also tells how many rows are in other currencies, and must set amounts beside nothing that counts these. */
export function withOtherCurrencies(metric: Metric, datasets: Datasets): Metric {
  const amounts = listAmounts(metric, datasets);
  if (amounts.length === 0) return metric;
  const { coverage, exclusions = [] } = metric;
  const beside = [...listTerms(metric), ...(coverage?.known ?? []), ...(coverage?.all ?? [])];
  // Items are judged by more than amounts.
  const besides = beside.flatMap((term) => ("kind" in term ? [] : [term]));
  const mixed = besides.find((reading) => {
    const measure = findMeasure(reading.measure, datasets);
    return measure !== undefined && !isInCurrency(measure);
  });
  if (mixed) {
    throw new Error(`The metric ${metric.id} sets money beside ${mixed.measure}, which counts rows in all currencies.`);
  }
  return { ...metric, exclusions: [...exclusions, ...otherCurrencyExclusions(amounts)] };
}

function otherCurrencyExclusions(amounts: readonly Reading[]): Exclusion[] {
  return groupAmounts(amounts).map(({ dataset, read }) => ({
    label: otherCurrencyLabel,
    measure: `${dataset}.${otherCurrencyMeasure}`,
    read,
  }));
}

/** Amounts by their dataset; where one of them is a state, rows since the first day belong to it. */
export function groupAmounts(amounts: readonly Reading[]) {
  const datasets = [...new Set(amounts.map(({ measure }) => measure.split(".")[0] ?? ""))];
  return datasets.map((dataset) => {
    const readings = amounts.filter(({ measure }) => measure.startsWith(`${dataset}.`));
    const isState = readings.some(({ read }) => read !== "flow");
    return { dataset, readings, read: isState ? ("closing" as const) : ("flow" as const) };
  });
}

/** What rows in other currencies are called where a rule leaves them out. */
export const otherCurrencyLabel = "In other currencies";

function findMeasure(name: string, datasets: Datasets): Measure | undefined {
  const [dataset = "", measure = ""] = name.split(".");
  return datasets.get(dataset)?.measures[measure];
}
