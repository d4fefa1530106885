import type { Grain } from "@console/contracts";
import type { Span } from "../model/calendar.ts";
import type { Dataset, Measure, Rollup } from "../model/dataset.ts";
import { clockFor, withDateBasis } from "../model/date-basis.ts";
import { binSql, hasBin } from "../model/histogram.ts";
import { isInCurrency } from "../model/money.ts";
import type { Registry } from "../model/registry.ts";
import { countedBins, holds, summedMeasures, tierNames, tiers } from "../rollups/rollup-shape.ts";
import { breakAt, coverSpan, listStarts, type Stretch } from "./cover-span.ts";
import type { FigureSettings, PlanFilter, QueryPlan } from "./plan.ts";
import type { Statement } from "./statement.ts";

/** A request for rows of one dataset: which of them, and what of them. */
export type RowsRequest = {
  dataset: Dataset;
  /** Names in the dataset; for a histogram exactly that one. */
  measures: readonly string[];
  dimensions: readonly string[];
  filters: readonly PlanFilter[];
  span: Span;
  grain: Grain | null;
  /** Only rows that were there before this day; rollups do not know since when. */
  startedBefore?: string | undefined;
  /** Exact cells have a key and a period to themselves: they are given apart from those to be added up. */
  separateExactCells?: boolean;
};

export type CompileContext = { statement: Statement; registry: Registry } & Pick<
  QueryPlan,
  "settings" | "activeRollups" | "dirtyDays" | "lastDays" | "basis"
>;

/** Rows with d0…, p, x0… (and bin for a histogram): added up they give the requested sums. */
export type CompiledRows = {
  /** Empty where all cells are exact. */
  from: string;
  /** SQL that adds up the measure at an index. */
  sum(index: number): string;
  /** A query of the exact cells, where they are separated: d0…, p and x0…, or bins and uptos for a histogram. */
  exactCells: string | null;
};

/** From the smallest rollup that answers, except for days whose facts have changed since; or from the facts. */
export function compileRows(input: RowsRequest, context: CompileContext): CompiledRows {
  const request = { ...input, dataset: withDateBasis(input.dataset, context.basis) };
  const rollup = rollupFor(request, context);
  if (!rollup) return fromFacts(request, context);
  const { exactCells, others } = cellBranches(request, rollup, context);
  // Cells of dirty days are not believed: these days come from the facts.
  const branches = [...others, ...compileDirtyDays(request, rollup, context)];
  return {
    from: branches.length > 0 ? `(\n${branches.join("\nunion all\n")}\n) cells` : "",
    sum: (index) => `sum(x${index})`,
    exactCells,
  };
}

/** The first rollup that knows the requested dimensions and holds the requested measures. */
export function rollupFor(
  request: RowsRequest,
  { registry, activeRollups }: Pick<CompileContext, "registry" | "activeRollups">,
): Rollup | null {
  const { dataset, measures, grain } = request;
  if (request.startedBefore !== undefined) return null;
  const needed = new Set(dimensionsNeeded(request));
  if (grain === "hour") needed.add("hour_of_day");
  const fits = (rollup: Rollup) => {
    if (!activeRollups.has(rollup.number)) return false;
    const knows = (id: string) => rollup.dimensions.includes(id) || registry.dimensions.get(id)?.ofDay !== undefined;
    return measures.every((name) => holds(dataset, rollup, name)) && [...needed].every(knows);
  };
  return dataset.rollups.find(fits) ?? null;
}

function dimensionsNeeded({ dimensions, filters }: RowsRequest): string[] {
  return [...dimensions, ...filters.map(({ dimension }) => dimension)];
}

/** Queries of the cells that a span is made of, one for each length of periods; at most one length gives exact cells. */
function cellBranches(request: RowsRequest, rollup: Rollup, context: CompileContext) {
  const { statement } = context;
  const cover = coverSpan(request.span, tiersFor(request, rollup), context.lastDays.get(request.dataset.fact));
  // A span that ends before it begins has no rows, but a query all the same.
  const stretches: Stretch[] = cover.length > 0 ? cover : [{ tier: "day", ...request.span }];
  const { broken, days } = breakAt(stretches, dirtyDaysWithin(request, context));
  const hasOneCell = rollup.dimensions.every((id) => request.dimensions.includes(id));
  let exactCells: string | null = null;
  const others: string[] = [];
  for (const tier of tierNames) {
    const own = stretches.filter((stretch) => stretch.tier === tier);
    const opened = tier === "day" ? days : [];
    if (own.length + opened.length === 0) continue;
    const isExact = request.separateExactCells === true && tier === request.grain && hasOneCell;
    const condition = bucketCondition(own, broken[tier], opened, statement);
    const cells = compileCells(request, rollup, context, {
      tier,
      isExact,
      conditions: [`tier = ${tiers[tier]}`, ...condition],
    });
    if (isExact) exactCells = cells;
    else others.push(cells);
  }
  return { exactCells, others };
}

function bucketCondition(
  own: readonly Stretch[],
  broken: readonly string[],
  opened: readonly string[],
  statement: Statement,
) {
  const [only] = own;
  if (only && own.length === 1 && opened.length === 0) {
    return [...within(only, "bucket", statement), ...without(broken, statement)];
  }
  const starts = own.flatMap(listStarts).filter((start) => !broken.includes(start));
  return [`bucket = any (${statement.value([...starts, ...opened], "date[]")})`];
}

/** The lengths of periods that may be read, from the longest. Sums are kept for months and days, bins for weeks too. */
function tiersFor(request: RowsRequest, { dimensions, histogram }: Rollup): (keyof typeof tiers)[] {
  // A weekday that is not among the keys can only be told from single days.
  const needsDays = dimensionsNeeded(request).some((id) => !dimensions.includes(id));
  if (needsDays || request.grain === "hour" || request.grain === "day") return ["day"];
  const weeks = histogram ? (["week"] as const) : [];
  // Weeks do not fit into months.
  return request.grain === "week" ? [...weeks, "day"] : ["month", ...weeks, "day"];
}

/** The dirty days of the requested span: their cells are not believed. */
function dirtyDaysWithin({ dataset, span }: RowsRequest, { dirtyDays }: CompileContext): string[] {
  const days = dirtyDays.get(dataset.fact) ?? [];
  return days.filter((day) => (span.from === null || day >= span.from) && day < span.to);
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
  const index = rollup.dimensions.indexOf(id);
  return index < 0 ? (registry.dimensions.get(id)?.ofDay?.(day) ?? "0") : `${prefix}${index + 1}`;
}

function compileCells(
  request: RowsRequest,
  rollup: Rollup,
  context: CompileContext,
  { tier, isExact, conditions }: { tier: keyof typeof tiers; isExact: boolean; conditions: string[] },
): string {
  const { statement, registry } = context;
  const key = (id: string) => keyIn(rollup, id, { prefix: "key", day: "bucket" }, registry);
  const measures = summedMeasures(request.dataset);
  const columns = [
    ...request.dimensions.map((id, index) => `${key(id)} as d${index}`),
    ...(request.grain
      ? [`${request.grain === tier ? "bucket" : periodSql(request.grain, "bucket", `${key("hour_of_day")} - 1`)} as p`]
      : []),
    ...(rollup.histogram
      ? isExact
        ? ["bins[:] as bins", "sums[:] as uptos"]
        : ["bin", "(upto - before)::float8 as x0"]
      : request.measures.map((name, index) => `sums[${measures.indexOf(name) + 1}]::float8 as x${index}`)),
  ];
  const filters = request.filters.map((filter) => filterCondition(filter, key(filter.dimension), statement));
  const bins = rollup.histogram && !isExact ? `, ${countedBins}` : "";
  return `select ${columns.join(", ")} from rollup_cells${bins} where ${[
    `tenant_id = ${statement.tenant}`,
    `rollup = ${rollup.number}`,
    ...conditions,
    ...filters,
    ...(bins ? ["bin is not null"] : []),
  ].join(" and ")}`;
}

/** Grouped like the cells themselves, so that what is counted once a day stays so. */
function compileDirtyDays(request: RowsRequest, rollup: Rollup, context: CompileContext): string[] {
  const { dataset, grain } = request;
  const { statement } = context;
  const dirtyDays = dirtyDaysWithin(request, context);
  if (dirtyDays.length === 0) return [];
  const keys = rollup.dimensions.map((id) => keySql(dataset, id));
  const keyFor = (id: string) => keyIn(rollup, id, { prefix: "k", day: "day" }, context.registry);
  const columns = [
    ...request.dimensions.map((id, index) => `${keyFor(id)} as d${index}`),
    ...(grain ? [`${periodSql(grain, "day", `${keyFor("hour_of_day")} - 1`)} as p`] : []),
    ...(rollup.histogram ? ["bin", "x0"] : request.measures.map((_, index) => `x${index}`)),
  ];
  const sums = rollup.histogram
    ? [`${binSql(requireHistogram(dataset, rollup.histogram))} as bin`, "count(*)::float8 as x0"]
    : request.measures.map((name, index) => `${aggregateSql(requireMeasure(dataset, name), context)} as x${index}`);
  const grouped = ["day", ...keys.map((_, index) => `k${index + 1}`), ...(rollup.histogram ? ["bin"] : [])];
  const inner = `select day${keys.map((sql, index) => `, ${sql} as k${index + 1}`).join("")}, ${sums.join(", ")} from ${dataset.relation} f where ${[
    `tenant_id = ${statement.tenantIdWithGenericPlan}`,
    `day = any (${statement.value(dirtyDays, "date[]")})`,
    ...request.filters.map((filter) => filterCondition(filter, keySql(dataset, filter.dimension), statement)),
    ...(rollup.histogram ? [histogramRows(dataset, rollup.histogram, context)] : []),
  ].join(" and ")} group by ${grouped.join(", ")}`;
  return [`select ${columns.join(", ")} from (${inner}) facts`];
}

function fromFacts(request: RowsRequest, context: CompileContext): CompiledRows {
  const { dataset, span, grain, measures } = request;
  const { statement } = context;
  const [only] = measures.map((name) => dataset.measures[name]);
  if (only?.kind === "repeated") return repeatedValues(only, request, context);
  const histogram = measures.find((name) => dataset.measures[name]?.kind === "histogram");
  const { day, hour } = clockFor(dataset);
  const columns = [
    ...request.dimensions.map((id, index) => `${keySql(dataset, id)} as d${index}`),
    ...(grain ? [`${periodSql(grain, day, hour)} as p`] : []),
    ...(histogram ? [`${binSql(requireHistogram(dataset, histogram))} as bin`] : []),
    "f.*",
  ];
  const conditions = [
    `tenant_id = ${statement.tenant}`,
    ...within(span, day, statement),
    ...request.filters.map((filter) => filterCondition(filter, keySql(dataset, filter.dimension), statement)),
    ...(histogram ? [histogramRows(dataset, histogram, context)] : []),
    ...startedBefore(request, statement),
  ];
  return {
    from: `(select ${columns.join(", ")} from ${dataset.relation} f where ${conditions.join(" and ")}) facts`,
    sum: (index) => (histogram ? "count(*)" : aggregateSql(requireMeasure(dataset, measures[index] ?? ""), context)),
    exactCells: null,
  };
}

/** The condition of the rows that were there before a day. */
export function startedBefore(
  { dataset, startedBefore: day }: Pick<RowsRequest, "dataset" | "startedBefore">,
  statement: Statement,
): string[] {
  return dataset.startDay && day !== undefined ? [`${dataset.startDay} < ${statement.value(day, "date")}`] : [];
}

/** One row for each value that comes with several others, by the keys of the request. */
function repeatedValues(measure: Repeated, request: RowsRequest, context: CompileContext): CompiledRows {
  const { dataset, span, grain, dimensions, filters } = request;
  const { statement } = context;
  const { day, hour } = clockFor(dataset);
  const keys = [
    ...dimensions.map((id, index) => `${keySql(dataset, id)} as d${index}`),
    ...(grain ? [`${periodSql(grain, day, hour)} as p`] : []),
  ];
  const conditions = [
    `tenant_id = ${statement.tenant}`,
    ...within(span, day, statement),
    ...filters.map((filter) => filterCondition(filter, keySql(dataset, filter.dimension), statement)),
    ...repeatedRows(measure, context),
  ];
  const grouped = [...keys.map((_, index) => String(index + 1)), measure.of].join(", ");
  const values = `select ${[...keys, `${measure.of} as of`].join(", ")} from ${dataset.relation} f where ${conditions.join(" and ")} group by ${grouped} having ${severalOf(measure)}`;
  return { from: `(${values}) facts`, sum: () => "count(*)", exactCells: null };
}

type Repeated = Extract<Measure, { kind: "repeated" }>;

/** The conditions of the rows among which values may be repeated. */
export function repeatedRows({ of, where }: Repeated, { settings }: Pick<CompileContext, "settings">): string[] {
  return [`${of} is not null`, ...(where ? [`(${withSettings(where, settings)})`] : [])];
}

/** The condition that the rows of one value have several others. The lowest and the highest are found without a sort. */
export function severalOf({ by }: Repeated): string {
  return `min(${by}) <> max(${by})`;
}

/** SQL of a dimension's key in the facts; rows without a member have 0. */
export function keySql(dataset: Dataset, dimension: string): string {
  return `coalesce(${dataset.dimensions[dimension]}, 0)`;
}

/** The condition of a filter on a key. */
export function filterCondition({ isExcluded, keys }: PlanFilter, key: string, statement: Statement): string {
  return `${key} ${isExcluded ? "<> all" : "= any"} (${statement.value(keys, "int[]")})`;
}

/** SQL that adds a measure up over facts. */
export function aggregateSql(measure: Measure, { settings }: Pick<CompileContext, "settings">): string {
  const condition = measureCondition(measure, settings);
  const filter = condition ? ` filter (where ${condition})` : "";
  if (measure.kind === "distinct") return `count(distinct ${measure.of})${filter}`;
  if (measure.kind === "histogram") throw new Error("A histogram is counted by its bins.");
  if (measure.kind === "repeated") throw new Error("Repeated values are counted one by one.");
  // Whole numbers are exact in float8 up to 2^53, and their sums several times faster than those of bigint.
  return measure.value ? `coalesce(sum((${measure.value})::float8)${filter}, 0)` : `count(*)${filter}`;
}

/** SQL of the rows that belong to a measure; null for all. Of amounts, only those in the tenant's currency do. */
export function measureCondition(measure: Measure, settings: FigureSettings): string | null {
  const { where } = measure;
  if (!isInCurrency(measure)) return where ? withSettings(where, settings) : null;
  return withSettings(where ? `(${where}) and ${inCurrency}` : inCurrency, settings);
}

/** SQL of the rows whose amounts are in the tenant's currency. */
export const inCurrency = "currency = :currency";

/** Puts the tenant's settings, a number and a code of three letters, where a text names them. */
export function withSettings(sql: string, { graceSeconds, currency }: FigureSettings): string {
  return sql.replaceAll(":grace", String(graceSeconds)).replaceAll(":currency", `'${requireCode(currency)}'`);
}

function requireCode(currency: string): string {
  if (/^[A-Z]{3}$/.test(currency)) return currency;
  throw new Error(`"${currency}" is not the code of a currency.`);
}

/** The measure of a dataset; the registry has checked that it exists. */
export function requireMeasure(dataset: Dataset, name: string): Measure {
  const measure = dataset.measures[name];
  if (!measure) throw new Error(`The dataset ${dataset.id} has no measure ${name}.`);
  return measure;
}

/** The histogram measure of a dataset. */
export function requireHistogram(dataset: Dataset, name: string): Extract<Measure, { kind: "histogram" }> {
  const measure = requireMeasure(dataset, name);
  if (measure.kind !== "histogram") throw new Error(`The measure ${name} is not a histogram.`);
  return measure;
}

/** The condition of the facts that a histogram counts. */
export function histogramRows(dataset: Dataset, name: string, { settings }: Pick<CompileContext, "settings">): string {
  const measure = requireHistogram(dataset, name);
  return [hasBin(measure), measureCondition(measure, settings) ?? []].flat().join(" and ");
}

function periodSql(grain: Grain, day: string, hour: string): string {
  if (grain === "hour") return `${day} + (${hour}) * interval '1 hour'`;
  return grain === "day" ? day : `date_trunc('${grain}', ${day}::timestamp)::date`;
}
