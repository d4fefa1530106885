import {
  addsUpOver,
  type Coverage,
  type Exclusion,
  type Measure,
  type MeasureUnit,
  type Metric,
  type MetricUnit,
  type SumFormula,
  type Term,
} from "../model/dataset.ts";
import { secondsSql } from "../model/histogram.ts";
import { listTerms, termForExclusion } from "../model/readings.ts";
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
      for (const exclusion of exclusions) this.#termColumn(termForExclusion(exclusion));
      for (const term of termsForCoverage(coverage)) this.#termColumn(term);
    }
  }

  /** The value columns without those that only tell of the whole what was left out and how much was measured. */
  get cellColumns(): ValueColumn[] {
    return this.valueColumns.filter(({ isOfTotals }) => !isOfTotals);
  }

  /** SQL of a metric's value, null where it is unknown; `prefix` says of which side the columns are. */
  value(metric: Metric, prefix: string): string {
    const value = this.#formulaValue(metric, prefix);
    return needsGuard(metric) ? `case when ${this.#isKnown(metric.coverage, prefix)} then ${value} end` : value;
  }

  /** SQL of whether the whole of an answer has what a metric needs; null for a metric that is not judged so. */
  isKnownOverall({ coverage }: Metric, prefix: string): string | null {
    return coverage?.isOverall ? this.#isKnown(coverage, prefix) : null;
  }

  /**
   * SQL of the share of rows that have what a metric needs. It is 0 where a metric is unknown, and null where nothing
   * could be unknown.
   */
  covered({ coverage }: Metric, prefix: string): string {
    if (!coverage) return "null::float8";
    if (coverage.isOverall) return `case when not (${this.#isKnown(coverage, prefix)}) then 0 end::float8`;
    const known = this.#added(coverage.known, prefix);
    if (!coverage.all) return `case when not ${known} > 0 then 0 end::float8`;
    const share = `${known} / nullif(${this.#added(coverage.all, prefix)}, 0)`;
    return coverage.isNeeded ? `coalesce(${share}, 0)` : share;
  }

  #formulaValue({ formula, unit }: Metric, prefix: string): string {
    if (formula.kind === "percentile") {
      const bin = `${prefix}${this.#columns.get(`percentile ${formula.measure} ${formula.share}`)}`;
      const measure = this.#measure(formula.measure);
      const seconds = secondsSql(bin, measure.kind === "histogram" ? measure : {});
      return scaled(`(${seconds})`, 1, this.#per("seconds", unit));
    }
    if (formula.kind === "items") {
      return scaled(`${prefix}${this.#termColumn(formula)}::float8`, 1, this.#per(formula.unit, unit));
    }
    return this.#sum(formula, unit, prefix);
  }

  #isKnown({ known, all, isNeeded, isOverall }: Coverage, prefix: string): string {
    if (isOverall) return known.map((term) => `${this.#added([term], prefix)} > 0`).join(" and ");
    const isGiven = `${this.#added(known, prefix)} > 0`;
    return all && !isNeeded ? `(${isGiven} or ${this.#added(all, prefix)} = 0)` : isGiven;
  }

  /** SQL of how many rows a rule left out. */
  excluded(exclusion: Exclusion, prefix: string): string {
    return `coalesce(${prefix}${this.#termColumn(termForExclusion(exclusion))}, 0)::float8`;
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

  #added(terms: readonly Term[], prefix: string): string {
    const added = terms.map((term, index) => {
      const column = `coalesce(${prefix}${this.#termColumn(term)}, 0)`;
      return `${"isNegative" in term ? "- " : index > 0 ? "+ " : ""}${column}`;
    });
    return `(${added.join(" ")})::float8`;
  }

  #reserve(metric: Metric): void {
    const { formula } = metric;
    if (formula.kind === "percentile") {
      const { measure, share } = formula;
      this.#reserveColumn(`percentile ${measure} ${share}`, { kind: "percentile", measure, share });
    } else {
      for (const term of listTerms(metric)) this.#termColumn(term);
    }
    if (needsGuard(metric)) for (const term of termsForCoverage(metric.coverage)) this.#termColumn(term);
  }

  #termColumn(term: Term): string {
    if ("kind" in term) return this.#reserveColumn(JSON.stringify(term), { kind: "items", formula: term });
    const { measure, read } = term;
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

  #unitFor([first]: readonly Term[]): MeasureUnit {
    if (!first) return "count";
    return "kind" in first ? first.unit : this.#measure(first.measure).unit;
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
  if (!coverage || coverage.isOverall || formula.kind === "percentile") return false;
  return formula.kind === "items" || !formula.under || !isEqual(formula.under, coverage.known);
}

function isEqual(one: readonly Term[], other: readonly Term[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function termsForCoverage(coverage: Coverage | undefined): Term[] {
  return [...(coverage?.known ?? []), ...(coverage?.all ?? [])];
}

/** Divided, not multiplied by a fraction: 30 / 100 is 0.3, but 30 * 0.01 is 0.30000000000000004 or the like. */
function scaled(sql: string, times: number, per: number): string {
  const multiplied = times === 1 ? sql : `${sql} * ${times}`;
  return per === 1 ? multiplied : `${multiplied} / ${per}`;
}
