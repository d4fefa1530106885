import type { Measure, MeasureUnit, Metric, MetricUnit, Reading, SumFormula } from "../model/dataset.ts";
import { secondsOf } from "../model/histogram.ts";
import type { Registry } from "../model/registry.ts";
import type { Slot, SlotSource } from "./frame.ts";
import type { FigureSettings } from "./plan.ts";

/** The slots that metrics need, each once, and the SQL of a metric over their columns. */
export class Formulas {
  readonly slots: Slot[] = [];
  readonly #columns = new Map<string, string>();
  readonly #registry: Registry;
  readonly #settings: FigureSettings;
  #values = Number.POSITIVE_INFINITY;

  constructor(metrics: readonly Metric[], registry: Registry, settings: FigureSettings) {
    this.#registry = registry;
    this.#settings = settings;
    for (const metric of metrics) this.#reserve(metric);
    this.#values = this.slots.length;
    for (const metric of metrics) {
      for (const { measure } of metric.exclusions ?? []) this.#readingColumn({ measure, read: "flow" });
      for (const reading of readingsIn(metric.coverage?.share)) this.#readingColumn(reading);
    }
  }

  /** The slots without those that only tell of the whole what was left out and how much was measured. */
  get valueSlots(): Slot[] {
    return this.slots.filter(({ isOfTotals }) => !isOfTotals);
  }

  /** SQL of a metric's value; `prefix` says of which side, `null` takes the columns as they are. */
  value(metric: Metric, prefix: string): string {
    const { formula, unit } = metric;
    if (formula.kind === "percentile") {
      const bin = `${prefix}${this.#columns.get(`percentile ${formula.measure} ${formula.share}`)}`;
      return scaled(`(${secondsOf(bin)})`, this.#factor("seconds", unit));
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
  isAdditive(slot: Slot): boolean {
    return slot.kind === "reading" ? this.#measure(slot.reading.measure).kind === "sum" : slot.kind === "items";
  }

  #sum({ over, under, times = 1 }: SumFormula, unit: MetricUnit, prefix: string): string {
    const numerator = this.#added(over, prefix);
    if (!under) return scaled(numerator, times * this.#factor(this.#unitOf(over), unit));
    const factor = this.#ratioFactor(this.#unitOf(over), this.#unitOf(under), unit);
    return scaled(`${numerator} / nullif(${this.#added(under, prefix)}, 0)`, times * factor);
  }

  #added(readings: readonly Reading[], prefix: string): string {
    const terms = readings.map((reading, place) => {
      const column = `coalesce(${prefix}${this.#readingColumn(reading)}, 0)`;
      return `${reading.isNegative ? "- " : place > 0 ? "+ " : ""}${column}`;
    });
    return `(${terms.join(" ")})::float8`;
  }

  #reserve(metric: Metric): void {
    const { formula } = metric;
    if (formula.kind === "percentile") {
      const { measure, share } = formula;
      this.#reserveSlot(`percentile ${measure} ${share}`, { kind: "percentile", measure, share });
    } else if (formula.kind === "items") {
      this.#reserveSlot(metric.id, { kind: "items", formula });
    } else {
      for (const reading of readingsIn(formula)) this.#readingColumn(reading);
    }
  }

  #readingColumn({ measure, read }: Reading): string {
    return this.#reserveSlot(`${measure} ${JSON.stringify(read)}`, { kind: "reading", reading: { measure, read } });
  }

  #reserveSlot(key: string, source: SlotSource): string {
    const known = this.#columns.get(key);
    if (known) return known;
    const column = `r${this.slots.length}`;
    this.slots.push({ column, isOfTotals: this.slots.length >= this.#values, ...source });
    this.#columns.set(key, column);
    return column;
  }

  #measure(name: string): Measure {
    const [dataset = "", measure = ""] = name.split(".");
    const found = this.#registry.datasets.get(dataset)?.measures[measure];
    if (!found) throw new Error(`There is no measure ${name}.`);
    return found;
  }

  #unitOf([first]: readonly Reading[]): MeasureUnit {
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
