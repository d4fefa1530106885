import type { Measure, MeasureUnit, Metric, MetricUnit, Reading, SumFormula } from "../model/dataset.ts";
import { secondsSql } from "../model/histogram.ts";
import type { Registry } from "../model/registry.ts";
import type { FigureSettings } from "./plan.ts";
import type { ValueColumn, ValueSource } from "./query-shape.ts";

/** The value columns that metrics need, each once, and the SQL of a metric over them. */
export class MetricColumns {
  readonly valueColumns: ValueColumn[] = [];
  readonly #columns = new Map<string, string>();
  readonly #registry: Registry;
  readonly #settings: FigureSettings;
  #cellColumnCount = Number.POSITIVE_INFINITY;

  constructor(metrics: readonly Metric[], registry: Registry, settings: FigureSettings) {
    this.#registry = registry;
    this.#settings = settings;
    for (const metric of metrics) this.#reserve(metric);
    this.#cellColumnCount = this.valueColumns.length;
    for (const metric of metrics) {
      for (const { measure } of metric.exclusions ?? []) this.#readingColumn({ measure, read: "flow" });
      for (const reading of readingsIn(metric.coverage?.share)) this.#readingColumn(reading);
    }
  }

  /** The value columns without those that only tell of the whole what was left out and how much was measured. */
  get cellColumns(): ValueColumn[] {
    return this.valueColumns.filter(({ isOfTotals }) => !isOfTotals);
  }

  /** SQL of a metric's value; `prefix` says of which side, `null` takes the columns as they are. */
  value(metric: Metric, prefix: string): string {
    const { formula, unit } = metric;
    if (formula.kind === "percentile") {
      const bin = `${prefix}${this.#columns.get(`percentile ${formula.measure} ${formula.share}`)}`;
      return scaled(`(${secondsSql(bin)})`, this.#factor("seconds", unit));
    }
    if (formula.kind === "items") {
      return scaled(`${prefix}${this.#columns.get(metric.id)}::float8`, this.#factor(formula.unit, unit));
    }
    return this.#sum(formula, unit, prefix);
  }

  /** SQL of how much of what a metric is about was measured. */
  covered({ coverage }: Metric, prefix: string): string {
    return coverage ? this.#sum(coverage.share, "percent", prefix) : "null::float8";
  }

  /** SQL of how many rows a rule left out. */
  excluded(measure: string, prefix: string): string {
    return `coalesce(${prefix}${this.#readingColumn({ measure, read: "flow" })}, 0)::float8`;
  }

  /** Whether values of single rows may be added up to the value of all of them together. */
  isAdditive(valueColumn: ValueColumn): boolean {
    return valueColumn.kind === "reading"
      ? this.#measure(valueColumn.reading.measure).kind === "sum"
      : valueColumn.kind === "items";
  }

  #sum({ over, under, times = 1 }: SumFormula, unit: MetricUnit, prefix: string): string {
    const numerator = this.#added(over, prefix);
    if (!under) return scaled(numerator, times * this.#factor(this.#unitFor(over), unit));
    const factor = this.#ratioFactor(this.#unitFor(over), this.#unitFor(under), unit);
    return scaled(`${numerator} / nullif(${this.#added(under, prefix)}, 0)`, times * factor);
  }

  #added(readings: readonly Reading[], prefix: string): string {
    const terms = readings.map((reading, index) => {
      const column = `coalesce(${prefix}${this.#readingColumn(reading)}, 0)`;
      return `${reading.isNegative ? "- " : index > 0 ? "+ " : ""}${column}`;
    });
    return `(${terms.join(" ")})::float8`;
  }

  #reserve(metric: Metric): void {
    const { formula } = metric;
    if (formula.kind === "percentile") {
      const { measure, share } = formula;
      this.#reserveColumn(`percentile ${measure} ${share}`, { kind: "percentile", measure, share });
    } else if (formula.kind === "items") {
      this.#reserveColumn(metric.id, { kind: "items", formula });
    } else {
      for (const reading of readingsIn(formula)) this.#readingColumn(reading);
    }
  }

  #readingColumn({ measure, read }: Reading): string {
    return this.#reserveColumn(`${measure} ${JSON.stringify(read)}`, { kind: "reading", reading: { measure, read } });
  }

  #reserveColumn(key: string, source: ValueSource): string {
    const existing = this.#columns.get(key);
    if (existing) return existing;
    const column = `r${this.valueColumns.length}`;
    this.valueColumns.push({ column, isOfTotals: this.valueColumns.length >= this.#cellColumnCount, ...source });
    this.#columns.set(key, column);
    return column;
  }

  #measure(name: string): Measure {
    const [dataset = "", measure = ""] = name.split(".");
    const value = this.#registry.datasets.get(dataset)?.measures[measure];
    if (!value) throw new Error(`There is no measure ${name}.`);
    return value;
  }

  #unitFor([first]: readonly Reading[]): MeasureUnit {
    return first ? this.#measure(first.measure).unit : "count";
  }

  /** From what is stored to what is shown. */
  #factor(from: MeasureUnit, to: MetricUnit): number {
    switch (from) {
      case "count":
        return 1;
      case "seconds":
        return to === "hours" ? 1 / 3600 : to === "days" ? 1 / 86_400 : 1 / 60;
      case "minor":
        return 1 / 10 ** this.#settings.currencyDigits;
      case "milli":
      case "metres":
        return 1 / 1000;
      case "bytes":
        return 1 / 1_000_000;
    }
  }

  /** What both sides are measured in cancels out. */
  #ratioFactor(over: MeasureUnit, under: MeasureUnit, to: MetricUnit): number {
    return over === under ? 1 : this.#factor(over, to) / this.#factor(under, to);
  }
}

function readingsIn(formula: SumFormula | undefined): Reading[] {
  return [...(formula?.over ?? []), ...(formula?.under ?? [])];
}

function scaled(sql: string, factor: number): string {
  return factor === 1 ? sql : `${sql} * ${factor}`;
}
