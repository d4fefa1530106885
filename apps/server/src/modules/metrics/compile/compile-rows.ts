import type { Grain } from "@console/contracts";
import type { Span } from "../model/calendar.ts";
import type { Dataset, Measure, Rollup } from "../model/dataset.ts";
import { binOf, hasBin } from "../model/histogram.ts";
import { clockOf, rebased } from "../model/rebase.ts";
import type { Registry } from "../model/registry.ts";
import { countedBins, holds, summedMeasures, tierNames, tiers } from "../rollups/rollup-shape.ts";
import { breakAt, coverSpan, type Stretch, startsOf } from "./cover-span.ts";
import type { FigureSettings, PlanFilter, QueryPlan } from "./plan.ts";
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
  /** Cells that have a key and a period to themselves are wanted apart from those to be added up. */
  areAloneApart?: boolean;
};

export type CompileParts = { statement: Statement; registry: Registry } & Pick<
  QueryPlan,
  "settings" | "kept" | "marks" | "lastDays" | "basis"
>;

/** Rows with d0…, p, x0… (and bin for a histogram): added up they give the wanted sums. */
export type CompiledRows = {
  /** Empty where all cells are alone. */
  from: string;
  /** SQL that adds up the measure at a place. */
  sum(place: number): string;
  /** A query of the cells that are wanted apart: d0…, p and x0…, or bins and uptos for a histogram. */
  alone: string | null;
};

/** From the smallest rollup that answers, except for days whose facts have changed since; or from the facts. */
export function compileRows(asked: RowsWanted, parts: CompileParts): CompiledRows {
  const wanted = { ...asked, dataset: rebased(asked.dataset, parts.basis) };
  const rollup = rollupFor(wanted, parts);
  if (!rollup) return fromFacts(wanted, parts);
  const { alone, others } = cellBranches(wanted, rollup, parts);
  // Cells of changed days are not believed: these days come from the facts.
  const branches = [...others, ...changedFacts(wanted, rollup, parts)];
  return {
    from: branches.length > 0 ? `(\n${branches.join("\nunion all\n")}\n) cells` : "",
    sum: (place) => `sum(x${place})`,
    alone,
  };
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

/** Queries of the cells that a span is made of, one for each length of periods; at most one length stands apart. */
function cellBranches(wanted: RowsWanted, rollup: Rollup, parts: CompileParts) {
  const { statement } = parts;
  const cover = coverSpan(wanted.span, tiersFor(wanted, rollup), parts.lastDays.get(wanted.dataset.fact));
  // A span that ends before it begins has no rows, but a query all the same.
  const stretches: Stretch[] = cover.length > 0 ? cover : [{ tier: "day", ...wanted.span }];
  const { broken, days } = breakAt(stretches, changedDays(wanted, parts));
  const hasOneCell = rollup.dimensions.every((id) => wanted.dimensions.includes(id));
  let alone: string | null = null;
  const others: string[] = [];
  for (const tier of tierNames) {
    const own = stretches.filter((stretch) => stretch.tier === tier);
    const opened = tier === "day" ? days : [];
    if (own.length + opened.length === 0) continue;
    const isAlone = wanted.areAloneApart === true && tier === wanted.grain && hasOneCell;
    const condition = bucketsOf(own, broken[tier], opened, statement);
    const cells = cellsOf(wanted, rollup, parts, {
      tier,
      isAlone,
      conditions: [`tier = ${tiers[tier]}`, ...condition],
    });
    if (isAlone) alone = cells;
    else others.push(cells);
  }
  return { alone, others };
}

function bucketsOf(
  own: readonly Stretch[],
  broken: readonly string[],
  opened: readonly string[],
  statement: Statement,
) {
  const [only] = own;
  if (only && own.length === 1 && opened.length === 0) {
    return [...within(only, "bucket", statement), ...without(broken, statement)];
  }
  const starts = own.flatMap(startsOf).filter((start) => !broken.includes(start));
  return [`bucket = any (${statement.value([...starts, ...opened], "date[]")})`];
}

/** The lengths of periods that may be read, from the longest. Sums are kept for months and days, bins for weeks too. */
function tiersFor(wanted: RowsWanted, { dimensions, histogram }: Rollup): (keyof typeof tiers)[] {
  // A weekday that is not among the keys can only be told from single days.
  const needsDays = dimensionsNeeded(wanted).some((id) => !dimensions.includes(id));
  if (needsDays || wanted.grain === "hour" || wanted.grain === "day") return ["day"];
  const weeks = histogram ? (["week"] as const) : [];
  // Weeks do not fit into months.
  return wanted.grain === "week" ? [...weeks, "day"] : ["month", ...weeks, "day"];
}

/** The days of the wanted span whose cells are not believed. */
function changedDays({ dataset, span }: RowsWanted, { marks }: CompileParts): string[] {
  const marked = marks.get(dataset.fact) ?? [];
  return marked.filter((day) => (span.from === null || day >= span.from) && day < span.to);
}

function without(buckets: readonly string[], statement: Statement): string[] {
  return buckets.length > 0 ? [`bucket <> all (${statement.value(buckets, "date[]")})`] : [];
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
  { tier, isAlone, conditions }: { tier: keyof typeof tiers; isAlone: boolean; conditions: string[] },
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
      ? isAlone
        ? ["bins[:] as bins", "sums[:] as uptos"]
        : ["bin", "(upto - before)::float8 as x0"]
      : wanted.measures.map((name, place) => `sums[${stored.indexOf(name) + 1}]::float8 as x${place}`)),
  ];
  const filters = wanted.filters.map((filter) => filterOf(filter, key(filter.dimension), statement));
  const bins = rollup.histogram && !isAlone ? `, ${countedBins}` : "";
  return `select ${columns.join(", ")} from rollup_cells${bins} where ${[
    `tenant_id = ${statement.tenant}`,
    `rollup = ${rollup.number}`,
    ...conditions,
    ...filters,
    ...(bins ? ["bin is not null"] : []),
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
    `tenant_id = ${statement.averageTenant}`,
    `day = any (${statement.value(changed, "date[]")})`,
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
    alone: null,
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
