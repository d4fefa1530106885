import type { DateBasis, Grain } from "@console/contracts";
import { daysFrom, nextStart, type Span, startOf } from "./calendar.ts";
import type { Clock, Dataset, Measure, Rollup } from "./dataset.ts";
import { binOf, hasBin } from "./histogram.ts";
import type { FigureSettings, PlanFilter } from "./plan.ts";
import type { Registry } from "./registry.ts";
import { holds, summedMeasures, tiers } from "./rollup-shape.ts";
import type { Statement } from "./statement.ts";

/** Which rows of one dataset are wanted, and what of them. */
export type RowsWanted = {
  dataset: Dataset;
  /** Names in the dataset; for a histogram exactly that one. */
  measures: readonly string[];
  dimensions: readonly string[];
  filters: readonly PlanFilter[];
  span: Span;
  grain: Grain | null;
};

export type CompileParts = {
  statement: Statement;
  settings: FigureSettings;
  registry: Registry;
  /** The numbers of the rollups that this tenant has. */
  kept: ReadonlySet<number>;
  /** The days of each table whose facts have changed since their cells were computed. */
  marks: ReadonlyMap<string, readonly string[]>;
  basis: DateBasis | null;
};

/** Rows with d0…, p, x0… (and bin for a histogram): added up they give the wanted sums. */
export type CompiledRows = {
  from: string;
  /** SQL that adds up the measure at a place. */
  sum(place: number): string;
  /** There are only few of them for each key and period, so that adding them up first would not make them fewer. */
  areFew: boolean;
};

/** From the smallest rollup that answers, except for days whose facts have changed since; or from the facts. */
export function compileRows(asked: RowsWanted, parts: CompileParts): CompiledRows {
  const wanted = { ...asked, dataset: rebased(asked.dataset, parts.basis) };
  const rollup = rollupFor(wanted, parts);
  if (!rollup) return fromFacts(wanted, parts);
  const branches = [
    ...tierBranches(wanted, rollup, parts),
    // Cells of changed days are not believed: these days come from the facts.
    ...changedFacts(wanted, rollup, parts),
  ];
  return {
    from: `(\n${branches.join("\nunion all\n")}\n) cells`,
    sum: (place) => `sum(x${place})`,
    areFew: rollup.dimensions.every((id) => wanted.dimensions.includes(id)),
  };
}

/** A dataset whose rows count on another of their days. Its sums are kept by the first, so that it has none. */
export function rebased(dataset: Dataset, basis: DateBasis | null): Dataset {
  const clock = basis ? dataset.bases?.[basis] : undefined;
  if (!clock) return dataset;
  const ofClock = (text: string) => text.replace(/\bday\b/g, "basis_day").replace(/\bhour\b/g, "basis_hour");
  return {
    ...dataset,
    relation: `(select b.*, ${clock.day} as basis_day, ${clock.hour} as basis_hour from ${dataset.relation} b)`,
    dimensions: Object.fromEntries(Object.entries(dataset.dimensions).map(([id, text]) => [id, ofClock(text)])),
    rollups: [],
    clock: { day: "basis_day", hour: "basis_hour" },
  };
}

/** The columns of the day and the hour that a dataset's rows count on. */
export function clockOf({ clock }: Dataset): Clock {
  return clock ?? { day: "day", hour: "hour" };
}

/** The first rollup that knows the wanted dimensions and holds the wanted measures. */
export function rollupFor(
  wanted: RowsWanted,
  { registry, kept }: Pick<CompileParts, "registry" | "kept">,
): Rollup | null {
  const { dataset, measures, grain } = wanted;
  const needed = new Set(dimensionsNeeded(wanted));
  if (grain === "hour") needed.add("hour_of_day");
  const fits = (rollup: Rollup) => {
    if (!kept.has(rollup.number)) return false;
    const knows = (id: string) => rollup.dimensions.includes(id) || registry.dimensions.get(id)?.ofDay !== undefined;
    return measures.every((name) => holds(dataset, rollup, name)) && [...needed].every(knows);
  };
  return dataset.rollups.find(fits) ?? null;
}

function dimensionsNeeded({ dimensions, filters }: RowsWanted): string[] {
  return [...dimensions, ...filters.map(({ dimension }) => dimension)];
}

function tierBranches(wanted: RowsWanted, rollup: Rollup, parts: CompileParts): string[] {
  const { span, grain } = wanted;
  const { statement } = parts;
  // A weekday that is not among the keys can only be told from single days.
  const needsDays = dimensionsNeeded(wanted).some((id) => !rollup.dimensions.includes(id));
  const coarse = needsDays ? null : coarseTier(grain, rollup);
  const changed = changedDays(wanted, parts);
  const read = (tier: keyof typeof tiers, ...conditions: string[]) =>
    cellsOf(wanted, rollup, parts, { tier, conditions: [`tier = ${tiers[tier]}`, ...conditions] });
  const days = (from: string | null, to: string) =>
    read("day", ...within({ from, to }, "bucket", statement), ...without(changed, statement));
  const whole = coarse ? wholePeriods(coarse, span) : null;
  if (!coarse || !whole) return [days(span.from, span.to)];

  const inWhole = changed.filter((day) => (whole.from === null || day >= whole.from) && day < whole.to);
  const broken = [...new Set(inWhole.map((day) => startOf(coarse, day)))];
  const left = broken.flatMap((start) => daysFrom(coarse, start)).filter((day) => !changed.includes(day));
  return [
    read(coarse, ...within(whole, "bucket", statement), ...without(broken, statement)),
    ...(span.from && whole.from && span.from < whole.from ? [days(span.from, whole.from)] : []),
    ...(whole.to < span.to ? [days(whole.to, span.to)] : []),
    ...(left.length > 0 ? [read("day", `bucket = any (${statement.value(left, "date[]")})`)] : []),
  ];
}

/** The days of the wanted span whose cells are not believed. */
function changedDays({ dataset, span }: RowsWanted, { marks }: CompileParts): string[] {
  const marked = marks.get(dataset.fact) ?? [];
  return marked.filter((day) => (span.from === null || day >= span.from) && day < span.to);
}

function without(buckets: readonly string[], statement: Statement): string[] {
  return buckets.length > 0 ? [`bucket <> all (${statement.value(buckets, "date[]")})`] : [];
}

/** Weeks do not fit into months; sums of single days are few enough for them, bins are not. */
function coarseTier(grain: Grain | null, { histogram }: Rollup): "week" | "month" | null {
  if (grain === "hour" || grain === "day") return null;
  if (grain === "week") return histogram ? "week" : null;
  return "month";
}

function wholePeriods(tier: "week" | "month", span: Span): Span | null {
  const to = startOf(tier, span.to);
  if (!span.from) return { from: null, to };
  const start = startOf(tier, span.from);
  const from = start === span.from ? start : nextStart(tier, start);
  return from < to ? { from, to } : null;
}

/** The conditions that a day lies in a span. */
export function within({ from, to }: Span, day: string, statement: Statement): string[] {
  return [...(from ? [`${day} >= ${statement.value(from, "date")}`] : []), `${day} < ${statement.value(to, "date")}`];
}

/** The column of a dimension's key in a rollup, or what the calendar tells of it. */
function keyIn(
  rollup: Rollup,
  id: string,
  { prefix, day }: { prefix: string; day: string },
  registry: Registry,
): string {
  const place = rollup.dimensions.indexOf(id);
  return place < 0 ? (registry.dimensions.get(id)?.ofDay?.(day) ?? "0") : `${prefix}${place + 1}`;
}

function cellsOf(
  wanted: RowsWanted,
  rollup: Rollup,
  parts: CompileParts,
  { tier, conditions }: { tier: keyof typeof tiers; conditions: string[] },
): string {
  const { statement, registry } = parts;
  const key = (id: string) => keyIn(rollup, id, { prefix: "key", day: "bucket" }, registry);
  const stored = summedMeasures(wanted.dataset);
  const columns = [
    ...wanted.dimensions.map((id, place) => `${key(id)} as d${place}`),
    ...(wanted.grain
      ? [`${wanted.grain === tier ? "bucket" : periodOf(wanted.grain, "bucket", `${key("hour_of_day")} - 1`)} as p`]
      : []),
    ...(rollup.histogram
      ? ["bin", "x0::float8 as x0"]
      : wanted.measures.map((name, place) => `sums[${stored.indexOf(name) + 1}]::float8 as x${place}`)),
  ];
  const filters = wanted.filters.map((filter) => filterOf(filter, key(filter.dimension), statement));
  const bins = rollup.histogram ? ", unnest(bins, sums) as counted (bin, x0)" : "";
  return `select ${columns.join(", ")} from rollup_cells${bins} where ${[
    ...[`tenant_id = ${statement.tenant}`, `rollup = ${rollup.number}`],
    ...[...conditions, ...filters],
  ].join(" and ")}`;
}

/** Grouped like the cells themselves, so that what is counted once a day stays so. */
function changedFacts(wanted: RowsWanted, rollup: Rollup, parts: CompileParts): string[] {
  const { dataset, grain } = wanted;
  const { statement } = parts;
  const changed = changedDays(wanted, parts);
  if (changed.length === 0) return [];
  const keys = rollup.dimensions.map((id) => keyOf(dataset, id));
  const place = (id: string) => keyIn(rollup, id, { prefix: "k", day: "day" }, parts.registry);
  const columns = [
    ...wanted.dimensions.map((id, index) => `${place(id)} as d${index}`),
    ...(grain ? [`${periodOf(grain, "day", `${place("hour_of_day")} - 1`)} as p`] : []),
    ...(rollup.histogram ? ["bin", "x0"] : wanted.measures.map((_, index) => `x${index}`)),
  ];
  const sums = rollup.histogram
    ? [`${binOf(histogramOf(dataset, rollup.histogram))} as bin`, "count(*)::float8 as x0"]
    : wanted.measures.map((name, index) => `${aggregateOf(measureOf(dataset, name), parts)} as x${index}`);
  const grouped = ["day", ...keys.map((_, index) => `k${index + 1}`), ...(rollup.histogram ? ["bin"] : [])];
  const inner = `select day${keys.map((sql, index) => `, ${sql} as k${index + 1}`).join("")}, ${sums.join(", ")} from ${dataset.relation} f where ${[
    ...[`tenant_id = ${statement.tenant}`, `day = any (${statement.value(changed, "date[]")})`],
    ...wanted.filters.map((filter) => filterOf(filter, keyOf(dataset, filter.dimension), statement)),
    ...(rollup.histogram ? [histogramRows(dataset, rollup.histogram, parts)] : []),
  ].join(" and ")} group by ${grouped.join(", ")}`;
  return [`select ${columns.join(", ")} from (${inner}) facts`];
}

function fromFacts(wanted: RowsWanted, parts: CompileParts): CompiledRows {
  const { dataset, span, grain, measures } = wanted;
  const { statement } = parts;
  const histogram = measures.find((name) => dataset.measures[name]?.kind === "histogram");
  const { day, hour } = clockOf(dataset);
  const columns = [
    ...wanted.dimensions.map((id, place) => `${keyOf(dataset, id)} as d${place}`),
    ...(grain ? [`${periodOf(grain, day, hour)} as p`] : []),
    ...(histogram ? [`${binOf(histogramOf(dataset, histogram))} as bin`] : []),
    "f.*",
  ];
  const conditions = [
    `tenant_id = ${statement.tenant}`,
    ...within(span, day, statement),
    ...wanted.filters.map((filter) => filterOf(filter, keyOf(dataset, filter.dimension), statement)),
    ...(histogram ? [histogramRows(dataset, histogram, parts)] : []),
  ];
  return {
    from: `(select ${columns.join(", ")} from ${dataset.relation} f where ${conditions.join(" and ")}) facts`,
    sum: (place) => (histogram ? "count(*)" : aggregateOf(measureOf(dataset, measures[place] ?? ""), parts)),
    areFew: false,
  };
}

/** SQL of a dimension's key in the facts; rows without a member have 0. */
export function keyOf(dataset: Dataset, dimension: string): string {
  return `coalesce(${dataset.dimensions[dimension]}, 0)`;
}

/** The condition of a filter on a key. */
export function filterOf({ isExcluded, keys }: PlanFilter, key: string, statement: Statement): string {
  return `${key} ${isExcluded ? "<> all" : "= any"} (${statement.value(keys, "int[]")})`;
}

/** SQL that adds a measure up over facts. */
export function aggregateOf(measure: Measure, { settings }: Pick<CompileParts, "settings">): string {
  const filter = measure.where ? ` filter (where ${withSettings(measure.where, settings)})` : "";
  if (measure.kind === "distinct") return `count(distinct ${measure.of})${filter}`;
  if (measure.kind === "histogram") throw new Error("A histogram is counted by its bins.");
  // Whole numbers are exact in float8 up to 2^53, and their sums several times faster than those of bigint.
  return measure.value ? `coalesce(sum((${measure.value})::float8)${filter}, 0)` : `count(*)${filter}`;
}

/** Puts the tenant's settings, which are numbers, where a text names them. */
export function withSettings(sql: string, { graceSeconds }: FigureSettings): string {
  return sql.replaceAll(":grace", String(graceSeconds));
}

/** The measure of a dataset; the registry has checked that it exists. */
export function measureOf(dataset: Dataset, name: string): Measure {
  const measure = dataset.measures[name];
  if (!measure) throw new Error(`The dataset ${dataset.id} has no measure ${name}.`);
  return measure;
}

/** The histogram measure of a dataset. */
export function histogramOf(dataset: Dataset, name: string): Extract<Measure, { kind: "histogram" }> {
  const measure = measureOf(dataset, name);
  if (measure.kind !== "histogram") throw new Error(`The measure ${name} is not a histogram.`);
  return measure;
}

/** The condition of the facts that a histogram counts. */
export function histogramRows(dataset: Dataset, name: string, { settings }: Pick<CompileParts, "settings">): string {
  const measure = histogramOf(dataset, name);
  return [hasBin(measure), ...(measure.where ? [withSettings(measure.where, settings)] : [])].join(" and ");
}

function periodOf(grain: Grain, day: string, hour: string): string {
  if (grain === "hour") return `${day} + (${hour}) * interval '1 hour'`;
  return grain === "day" ? day : `date_trunc('${grain}', ${day}::timestamp)::date`;
}
