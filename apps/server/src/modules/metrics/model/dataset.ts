import type { DateBasis } from "@console/contracts";

/** The parts of the product that figures come from. */
export const domains = ["delivery", "warehouse", "sales", "documents", "ledger"] as const;
export type Domain = (typeof domains)[number];

/** What a stored sum counts. Money is in minor units, quantities in thousandths of a unit. */
export type MeasureUnit = "count" | "seconds" | "minor" | "milli" | "metres" | "bytes";

/**
 * A figure that rows of facts add up to. `where` says which rows belong to it, and so which rows stand behind it.
 * All texts are SQL over the dataset's relation; `:grace` is the tenant's grace for late deliveries, in seconds, and
 * `:currency` its currency. What looks at amounts holds only rows in the tenant's currency; `isInCurrency` says so of a
 * count that stands beside amounts.
 */
export type Measure = {
  isInCurrency?: boolean;
  /** How people say of a row that it belongs to the measure: failed, unsuccessful. */
  states?: readonly string[];
} & (
  | { kind: "sum"; unit: MeasureUnit; where?: string; value?: string }
  /** Different values of `of`. It adds up over the dimensions of `additiveOver` and over days; null: never. */
  | { kind: "distinct"; unit: "count"; where?: string; of: string; additiveOver: readonly string[] | null }
  /** Different values of `of` that come with several different values of `by` among the rows asked for. It never adds up. */
  | { kind: "repeated"; unit: "count"; where?: string; of: string; by: string }
  /**
   * Durations in seconds, kept as a histogram from which percentiles are read. A signed one also has values below zero,
   * and is counted by whole minutes, each value in the minute that it ends in.
   */
  | { kind: "histogram"; unit: "seconds"; where?: string; of: string; isSigned?: true }
);

/** Stored sums by some dimensions; `histogram` names the one measure of a rollup that holds durations instead. */
export type Rollup = { number: number; dimensions: readonly string[]; histogram?: string };

/** A long duration lasts days rather than minutes, and lateness is negative for what came early; all are in seconds. */
export type RowFormat =
  | ("text" | "instant" | "day" | "money" | "quantity" | "duration" | "long_duration" | "lateness" | "distance")
  | ("flag" | "number");

/** A column of the rows behind a figure: a dimension, or SQL over the relation. */
export type RowColumn =
  | { dimension: string }
  /** `isSummed` is false for an amount whose sum over rows means nothing. */
  | { id: string; label: string; format: RowFormat; value: string; isSearched?: true; isSummed?: false };

/** A time of a row. A row whose history tells it as one of `kinds` has it there, with who did it. */
export type Moment = { label: string; at: string; kinds?: readonly string[] };

/** Rows that belong to an opened row. `relation` is a query in brackets that reads the opened row's facts from `one`. */
export type RelatedRows = Pick<Dataset, "relation" | "dimensions" | "rows"> & {
  title: string;
  /** SQL of their order. */
  order: string;
};

/** What an opened row tells beyond its columns in the list. The texts are SQL over its table of facts. */
export type RowDetail = {
  columns?: readonly RowColumn[];
  moments?: readonly Moment[];
  /** A JSON list of what happened, each with `at`, `kind`, `by` and `note`. */
  history?: string;
  location?: { latitude: string; longitude: string };
  related?: readonly RelatedRows[];
};

/** A relation of facts on one calendar: what can be asked of it, and which rollups answer quickly. */
export type Dataset = {
  id: string;
  domain: Domain;
  /** The table whose changes make days dirty. */
  fact: string;
  /** A table, or a query in brackets, with `tenant_id` and `day` and whatever the texts below name. */
  relation: string;
  /** Dimension → SQL of its key: a member's id, or its number in a fixed list from 1 on. */
  dimensions: Readonly<Record<string, string>>;
  measures: Readonly<Record<string, Measure>>;
  /** From the smallest to the largest: the first that can answer does. */
  rollups: readonly Rollup[];
  rows: readonly RowColumn[];
  /** What people call its rows, the usual word first; in the singular. */
  nouns?: readonly string[];
  /** SQL of what tells two rows of the relation apart, where the source's key alone does not. */
  rowKey?: readonly string[];
  detail?: RowDetail;
  /** Its days may lie ahead, as those of an expiry do. */
  isFuture?: true;
  /** SQL of the day since when a row is there, for what is counted before its day. */
  startDay?: string;
  /** SQL of other days and hours that its rows can be counted on. */
  bases?: Readonly<Partial<Record<DateBasis, Clock>>>;
  /** The columns of the day and the hour that its rows count on, where these are not `day` and `hour`. */
  clock?: Clock;
};

/** When a row counts. */
export type Clock = { day: string; hour: string };

export type Dimension = {
  id: string;
  label: string;
  synonyms: readonly string[];
  /** Further words for it in questions. */
  phrases?: readonly string[];
  /** Words for it that ask for a metric too, where none is named: sellers are products by units sold. */
  asks?: Readonly<Record<string, string>>;
  /** The metrics that its members ask for where none is named, the likeliest first: fuel is an expense. */
  implies?: readonly string[];
  /** The members in their order; without it they are the tenant's own. */
  members?: readonly string[];
  /** Every row should have one, so that a row without it is called unassigned. */
  isAssigned?: true;
  /** Its members are people, so that one can ask who. */
  isPerson?: true;
  /** Its members are things, so that one can ask what, or which thing. */
  isThing?: true;
  /** Its members say what rows are: "how many invoices" counts the documents of that type. */
  namesRows?: true;
  /** SQL of the key from a day, for what the calendar alone tells. */
  ofDay?: (day: string) => string;
};

export type MetricType = "flow" | "snapshot" | "ratio" | "average" | "percentile";
export type MetricUnit =
  | "count"
  | "number"
  | "percent"
  | "currency"
  | "units"
  | "minutes"
  | "hours"
  | "days"
  | "km"
  | "megabytes";

/** How a measure is read for a period: what happened in it, or how things stood at its end or start. */
export type Reading = {
  /** `dataset.measure` */
  measure: string;
  read: "flow" | "closing" | "opening" | { trailingDays: number } | { laterDays: number };
  /** Subtracted instead of added. */
  isNegative?: true;
};

/** What a formula adds up: a measure, or items that are judged one by one. */
export type Term = Reading | ItemFormula;

/** `times` × the sum of `over`, divided by the sum of `under` where there is one. */
export type SumFormula = { kind: "sum"; over: readonly Term[]; under?: readonly Term[]; times?: number };

/** A percentile of a histogram measure. */
export type PercentileFormula = { kind: "percentile"; measure: string; share: number };

/** A sum over items, each judged by readings of its own: `value` is SQL over the readings and the items' columns. */
export type ItemFormula = {
  kind: "items";
  /** The dataset with one row for each item; null for all items that the readings know. */
  items: string | null;
  /** The dimensions that name one item. */
  by: readonly [string, string];
  readings: Readonly<Record<string, Reading>>;
  value: string;
  unit: MeasureUnit;
  /** The reading that it adds up, whose rows stand behind it where there is no dataset of items. */
  of?: string;
};

export type Formula = SumFormula | PercentileFormula | ItemFormula;

/** What a metric cannot be known without, and how much of that there is. */
export type Coverage = {
  /** How many rows have what is needed. Where that is none, the figure is unknown. */
  known: readonly Term[];
  /** How many rows should have it. Where that is none too, there is nothing that could be unknown. */
  all?: readonly Term[];
  /** Where nothing has what is needed the figure is unknown, also where nothing should have it. */
  isNeeded?: true;
  /**
   * Judged over the whole of an answer, each of `known` by itself: where all of it has none the figure is unknown, while
   * a single period or member without is zero.
   */
  isOverall?: true;
  /** The rows of `known` are those whose amounts are added up: where there are any, a sum of zero is no lack of them. */
  isOfAmounts?: true;
  /** What the rows of `all` are called. */
  of?: string;
  /** What they have, such as costs; without it they were measured, such as by taps or GPS. */
  what?: string;
  /** What would have to be given, as the end of a sentence: the cost of each sale. */
  needs: string;
};

/** Rows or items that a rule leaves out; `read` says when, where it is not what happened in the period. */
export type Exclusion = { label: string } & ({ measure: string; read?: Reading["read"] } | { items: ItemFormula });

export type Metric = {
  id: string;
  label: string;
  domain: Domain;
  type: MetricType;
  unit: MetricUnit;
  /** Which way is good news; null where neither is. */
  good: "up" | "down" | null;
  /** The rule in one or two plain sentences. */
  rule: string;
  synonyms: readonly string[];
  /** Further ways to ask for it, beside those that follow from its rows, their state and its unit. */
  phrases?: readonly string[];
  /** Whose it is, where one can ask who owes or what is the largest without naming a dimension. */
  party?: string;
  /** Superlatives that ask for it where no figure is named: the slowest. */
  superlatives?: readonly string[];
  /** Ways to say that it passes or misses a value: "missed target" is an attainment below 1. */
  judgements?: readonly { words: readonly string[]; op: "<" | ">="; value: number }[];
  formula: Formula;
  /** Rows that the rule leaves out, with the measure that counts them. */
  exclusions?: readonly Exclusion[];
  coverage?: Coverage;
  /** The signed histogram by which its rows are judged: those within the tenant's grace count. */
  deviation?: string;
  /** Narrower than what its datasets know. */
  dimensions?: readonly string[];
};

/** One file of the semantic layer: datasets and the metrics defined on them. */
export type Subject = { datasets: readonly Dataset[]; metrics: readonly Metric[] };

/** Whether counts of single members of some dimensions, and of single days, add up to the count of all of them. */
export function addsUpOver(measure: Measure, dimensions: readonly string[]): boolean {
  if (measure.kind === "sum") return true;
  // A count of different values adds up only over what each value has one of.
  if (measure.kind !== "distinct" || !measure.additiveOver) return false;
  const { additiveOver } = measure;
  return dimensions.every((id) => additiveOver.includes(id));
}

/** What happened in the period. */
export function during(measure: string): Reading {
  return { measure, read: "flow" };
}

/** How it stood at the end of the period, everything since the first day added up. */
export function closing(measure: string): Reading {
  return { measure, read: "closing" };
}

/** How it stood before the period began. */
export function opening(measure: string): Reading {
  return { measure, read: "opening" };
}

/** What happened in the days up to the end of the period. */
export function trailing(measure: string, days: number): Reading {
  return { measure, read: { trailingDays: days } };
}

/** What is dated so many days or more after the last day of the period, for datasets whose days may lie ahead. */
export function later(measure: string, days: number): Reading {
  return { measure, read: { laterDays: days } };
}

/** Takes a reading off instead of adding it. */
export function less(reading: Reading): Reading {
  return { ...reading, isNegative: true };
}

/** A formula that adds readings up. */
export function sumFormula(...over: Term[]): SumFormula {
  return { kind: "sum", over };
}

/** A formula that divides one sum of readings by another; computed anew at every level, never averaged. */
export function ratioFormula(over: Term | readonly Term[], under: Term | readonly Term[], times = 1): SumFormula {
  return { kind: "sum", over: [over].flat(), under: [under].flat(), times };
}

/** A percentile of a histogram measure. */
export function percentileFormula(measure: string, share: number): PercentileFormula {
  return { kind: "percentile", measure, share };
}
