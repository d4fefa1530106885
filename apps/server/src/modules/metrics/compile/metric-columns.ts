import {
  addsUpOver,
  type Coverage,
  type Exclusion,
  type Measure,
  type MeasureUnit,
  type Metric,
  type MetricUnit,
  type Reading,
  type SumFormula,
} from "../model/dataset.ts";
import { secondsSql } from "../model/histogram.ts";
import { findMeasure, type Registry } from "../model/registry.ts";
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
    for (const { coverage, exclusions = [] } of metrics) {
      for (const { measure, read = "flow" } of exclusions) this.#readingColumn({ measure, read });
      for (const reading of readingsForCoverage(coverage)) this.#readingColumn(reading);
    }
  }

  /** The value columns without those that only tell of the whole what was left out and how much was measured. */
  get cellColumns(): ValueColumn[] {
    return this.valueColumns.filter(({ isOfTotals }) => !isOfTotals);
  }

  /** SQL of a metric's value, null where it is unknown; `prefix` says of which side the columns are. */
  value(metric: Metric, prefix: string): string {
    const value = this.#formulaValue(metric, prefix);
    const conditions = [
      ...(needsGuard(metric) ? [this.#isKnown(metric.coverage, prefix)] : []),
      ...(metric.isNeverNegative ? [`${value} >= 0`] : []),
    ];
    return conditions.length > 0 ? `case when ${conditions.join(" and ")} then ${value} end` : value;
  }

  /**
   * SQL of the share of rows that have what a metric needs. It is 0 where a metric is unknown, and null where nothing
   * could be unknown.
   */
  covered(metric: Metric, prefix: string): string {
    const { coverage, isNeverNegative } = metric;
    if (!coverage) return "null::float8";
    const known = this.#added(coverage.known, prefix);
    if (coverage.all) return `${known} / nullif(${this.#added(coverage.all, prefix)}, 0)`;
    const isUnknown = [
      `not ${known} > 0`,
      ...(isNeverNegative ? [`${this.#formulaValue(metric, prefix)} < 0`] : []),
    ].join(" or ");
    return `case when ${isUnknown} then 0 end::float8`;
  }

  #formulaValue({ id, formula, unit }: Metric, prefix: string): string {
    if (formula.kind === "percentile") {
      const bin = `${prefix}${this.#columns.get(`percentile ${formula.measure} ${formula.share}`)}`;
      const measure = this.#measure(formula.measure);
      const seconds = secondsSql(bin, measure.kind === "histogram" ? measure : {});
      return scaled(`(${seconds})`, 1, this.#per("seconds", unit));
    }
    if (formula.kind === "items") {
      return scaled(`${prefix}${this.#columns.get(id)}::float8`, 1, this.#per(formula.unit, unit));
    }
    return this.#sum(formula, unit, prefix);
  }

  #isKnown({ known, all }: Coverage, prefix: string): string {
    const isGiven = `${this.#added(known, prefix)} > 0`;
    return all ? `(${isGiven} or ${this.#added(all, prefix)} = 0)` : isGiven;
  }

  /** SQL of how many rows a rule left out. */
  excluded({ measure, read = "flow" }: Exclusion, prefix: string): string {
    return `coalesce(${prefix}${this.#readingColumn({ measure, read })}, 0)::float8`;
  }

  /** Whether values of single members of some dimensions may be added up to the value of all of them together. */
  isAdditive(valueColumn: ValueColumn, dimensions: readonly string[]): boolean {
    if (valueColumn.kind !== "reading") return valueColumn.kind === "items";
    return addsUpOver(this.#measure(valueColumn.reading.measure), dimensions);
  }

  #sum({ over, under, times = 1 }: SumFormula, unit: MetricUnit, prefix: string): string {
    const numerator = this.#added(over, prefix);
    const [overUnit, underUnit] = [this.#unitFor(over), this.#unitFor(under ?? [])];
    if (!under) return scaled(numerator, times, this.#per(overUnit, unit));
    const ratio = `${numerator} / nullif(${this.#added(under, prefix)}, 0)`;
    // What both sides are measured in cancels out.
    if (overUnit === underUnit) return scaled(ratio, times, 1);
    return scaled(ratio, times * this.#per(underUnit, unit), this.#per(overUnit, unit));
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
    if (needsGuard(metric)) for (const reading of readingsForCoverage(metric.coverage)) this.#readingColumn(reading);
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
    return findMeasure(this.#registry, name);
  }

  #unitFor([first]: readonly Reading[]): MeasureUnit {
    return first ? this.#measure(first.measure).unit : "count";
  }

  /** How many of what is stored make one of what is shown. */
  #per(stored: MeasureUnit, shown: MetricUnit): number {
    switch (stored) {
      case "count":
        return 1;
      case "seconds":
        return shown === "hours" ? 3600 : shown === "days" ? 86_400 : 60;
      case "minor":
        return 10 ** this.#settings.currencyDigits;
      case "milli":
      case "metres":
        return 1000;
      case "bytes":
        return 1_000_000;
    }
  }
}

/** Whether the formula alone would give a number where nothing is known. A ratio of what is known is null by itself. */
function needsGuard(metric: Metric): metric is Metric & { coverage: Coverage } {
  const { coverage, formula } = metric;
  if (!coverage || formula.kind === "percentile") return false;
  return formula.kind === "items" || !formula.under || !isEqual(formula.under, coverage.known);
}

function isEqual(one: readonly Reading[], other: readonly Reading[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function readingsForCoverage(coverage: Coverage | undefined): Reading[] {
  return [...(coverage?.known ?? []), ...(coverage?.all ?? [])];
}

function readingsIn(formula: SumFormula | undefined): Reading[] {
  return [...(formula?.over ?? []), ...(formula?.under ?? [])];
}

/** Divided, not multiplied by a fraction: 30 / 100 is 0.3, but 30 * 0.01 is 0.30000000000000004 or the like. */
function scaled(sql: string, times: number, per: number): string {
  const multiplied = times === 1 ? sql : `${sql} * ${times}`;
  return per === 1 ? multiplied : `${multiplied} / ${per}`;
}
