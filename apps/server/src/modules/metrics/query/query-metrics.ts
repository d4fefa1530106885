import { type MetricAnswer, type MetricQuery, type MetricQueryInput, metricQuery } from "@console/contracts";
import { roundFigure } from "@console/figures";
import type { FormatChoices } from "@console/figures/format";
import { type Context, readFormats, type SnapshotContext } from "../../../platform/context.ts";
import { exclusionKey, isOtherKnown, listExclusions, metricsWithCoverage } from "../compile/compile-answer.ts";
import { compileQuery } from "../compile/compile-query.ts";
import { isShareOfWhole, other, type QueryPlan, rowCap } from "../compile/plan.ts";
import { levelNumber } from "../compile/query-shape.ts";
import { addDays, dayIn, nextStart, type Span } from "../model/calendar.ts";
import type { Coverage, Exclusion, Metric } from "../model/dataset.ts";
import { accuracy } from "../model/histogram.ts";
import { otherCurrencyLabel } from "../model/money.ts";
import { findMeasure, type Registry } from "../model/registry.ts";
import { availableRangeFor } from "./available-range.ts";
import { type Explanation, explainChange, splitChange } from "./explain-change.ts";
import { fillPeriods } from "./fill-periods.ts";
import { findGaps, type Gaps } from "./find-gaps.ts";
import { askForWhole, dropForeignZeros, findForeignZeros } from "./foreign-zeros.ts";
import { type FactState, loadMetricState, runCompiled, type TenantMetricState } from "./metric-store.ts";
import { type OtherCurrency, readOtherCurrencies } from "./read-other-currencies.ts";
import { resolveFilters } from "./resolve-filters.ts";
import { resolveQuery } from "./resolve-query.ts";

type Cell = string | number | null;
type Row = Record<string, Cell>;
/** A list for each column of the rows, and single values of what is only told of the whole. */
type ResultColumns = Record<string, Cell[] | Cell>;

/**
 * Answers a question about the figures of the caller's tenant, exact up to the last fact that came in. Who asks several
 * in one snapshot loads the metric state once, and passes it along.
 */
export async function queryMetrics(
  context: SnapshotContext,
  query: MetricQuery,
  metricState?: TenantMetricState,
): Promise<MetricAnswer> {
  const { plan, ...facts } = await planQuery(context, query, metricState);
  const answer = await answerPlan(context, plan, facts);
  if (!query.explain) return answer;
  const contributions = await explainChange(plan, answer, (own) => answerPlan(context, own, facts));
  return { ...answer, contributions };
}

/** What the members of a dimension did to the change that a question compares; null where they do not add up to it. */
export async function readContributions(
  context: SnapshotContext,
  question: MetricQueryInput,
  dimension: string,
  metricState: TenantMetricState,
): Promise<Explanation["members"] | null> {
  const { plan, ...facts } = await planQuery(context, metricQuery.parse(question), metricState);
  const split = await splitChange(dimension, plan, (own) => answerPlan(context, own, facts));
  return split?.explanation.members ?? null;
}

type PlanFacts = { states: readonly FactState[]; firstDayShown: string | null };

async function answerPlan(context: SnapshotContext, plan: QueryPlan, facts: PlanFacts): Promise<MetricAnswer> {
  const { registry } = plan;
  const [result = {}] = await runCompiled<ResultColumns>(context, compileQuery(plan, context.tenantId));
  const isMixed = ({ exclusions = [] }: Metric) =>
    exclusions.some((one) => one.label === otherCurrencyLabel && countExcluded(one, plan, result) > 0);
  const mixed = plan.metrics.filter(isMixed);
  const otherCurrencies = mixed.length > 0 ? await readOtherCurrencies(context, plan, mixed, registry) : new Map();
  const { now } = context;
  const { states, firstDayShown } = facts;
  const formats = readFormats(context);
  const answer = describeAnswer(plan, result, { registry, states, firstDayShown, now, formats, otherCurrencies });
  const known = dropForeignZeros(answer, plan, await findForeignZeros(context, plan, answer));
  return plan.compareSpan ? tellUnknownComparisons(context, known, plan, facts) : known;
}

/** An answer that says why compared figures are not known, which is found out by asking for the compared period itself. */
async function tellUnknownComparisons(
  context: SnapshotContext,
  answer: MetricAnswer,
  plan: QueryPlan,
  facts: PlanFacts,
): Promise<MetricAnswer> {
  const { compareSpan, metrics } = plan;
  const silent = answer.rules.flatMap(({ metric, unknown, comparisonGap }) =>
    unknown === null && comparisonGap === null && answer.totals[`${metric}__compare`] === null ? [metric] : [],
  );
  const asked = metrics.filter(({ id }) => silent.includes(id));
  if (!compareSpan || asked.length === 0) return answer;
  const compared = await answerPlan(context, askForWhole({ ...plan, metrics: asked, span: compareSpan }), facts);
  const needs = new Map(compared.rules.map(({ metric, unknown }) => [metric, unknown?.replace(/^Needs /, "")]));
  const rules = answer.rules.map((rule) => {
    const missing = needs.get(rule.metric);
    return missing ? { ...rule, comparisonGap: { needs: missing } } : rule;
  });
  return { ...answer, rules };
}

async function planQuery(context: SnapshotContext, query: MetricQuery, metricState?: TenantMetricState) {
  const state = metricState ?? (await loadMetricState(context));
  const today = dayIn(state.settings.timeZone, context.now);
  const filters = await resolveFilters(context, query.filters, state.registry);
  const plan = resolveQuery(query, filters, { ...state, today });
  const firstDayShown = context.confined ? addDays(today, 1 - context.confined.days) : null;
  const isHidden = firstDayShown !== null && plan.compareSpan !== null && firstDayIn(plan.compareSpan) < firstDayShown;
  return isHidden
    ? { plan: { ...plan, compareSpan: null }, states: state.states, firstDayShown }
    : { plan, states: state.states, firstDayShown: null };
}

function firstDayIn({ from, to }: Span): string {
  return from ?? addDays(to, -1);
}

/** The plan of a question that is answered in another way than by its figures. */
export async function planFor(
  context: SnapshotContext,
  question: MetricQueryInput,
  metricState?: TenantMetricState,
): Promise<QueryPlan> {
  return (await planQuery(context, metricQuery.parse(question), metricState)).plan;
}

/** Today, in the calendar of the caller's tenant. */
export async function readToday(context: Context): Promise<string> {
  return dayIn((await loadMetricState(context)).settings.timeZone, context.now);
}

type AnswerFacts = {
  registry: Registry;
  states: readonly FactState[];
  /** Where days before it would be needed for the comparison, which was therefore not read. */
  firstDayShown: string | null;
  now: Date;
  formats: FormatChoices;
  /** By metric. */
  otherCurrencies: ReadonlyMap<string, OtherCurrency[]>;
};

function describeAnswer(
  plan: QueryPlan,
  result: ResultColumns,
  { registry, states, firstDayShown, now, formats, otherCurrencies }: AnswerFacts,
): MetricAnswer {
  const columns = describeColumns(plan, registry);
  const ids = columns.map(({ id }) => id);
  const isWhole = plan.grain === null && plan.dimensions.length === 0;
  const levels = columnList(result, "lvl");
  const total = isWhole ? 0 : levels.indexOf(levelNumber.total);
  const indexes = levels.flatMap((level, index) => (level === levelNumber.cell ? [index] : []));
  const figures = columns.filter(({ kind }) => kind !== "dimension" && kind !== "period").map(({ id }) => id);
  const totalIds = figures.filter((id) => isShareOfWhole(plan) || !id.endsWith("__share"));
  const gaps = new Map(plan.metrics.map((metric) => [metric, findGaps(metric, plan, registry, states, formats)]));
  const hasOtherRow = plan.hasOther && columnList(result, plan.dimensions[0] ?? "").includes(other);
  const [totals = {}] = rowsAt([total], result, totalIds);
  return {
    columns,
    rows: fillPeriods(rowsAt(indexes.slice(0, rowCap), result, ids), plan, gaps).map((row) =>
      withoutUnknown(withoutUnknownWhole(row, totals, plan), plan, gaps),
    ),
    totals: withoutUnknown(totals, plan, gaps),
    time: { ...plan.span, timeZone: plan.settings.timeZone },
    compareTime: plan.compareSpan,
    currency: plan.settings.currency,
    isTruncated: indexes.length > rowCap,
    ...(hasOtherRow && typeof result.rows_in_all === "number" && { rowsInAll: result.rows_in_all }),
    rules: plan.metrics.map((metric) => ({
      ...describeRule(metric, plan, result, { gaps: gaps.get(metric), others: otherCurrencies.get(metric.id) ?? [] }),
      ...(firstDayShown !== null && { comparisonGap: { firstDay: firstDayShown } }),
      isOtherUnknown: hasOtherRow && !isOtherKnown(metric, plan, registry),
      exclusions: describeExclusions(metric, plan, result, otherCurrencies.get(metric.id) ?? []),
      otherCurrencies: otherCurrencies.get(metric.id) ?? [],
    })),
    freshness: describeFreshness(plan.metrics, registry, states, now),
  };
}

function columnList(result: ResultColumns, id: string): Cell[] {
  const list = result[id];
  return Array.isArray(list) ? list : [];
}

/** Some columns of the rows at some indexes. In loops, since an answer may have ten thousand rows. */
function rowsAt(indexes: readonly number[], result: ResultColumns, ids: readonly string[]): Row[] {
  const lists = ids.map((id) => columnList(result, id));
  return indexes.map((index) => {
    const row: Row = {};
    for (let column = 0; column < ids.length; column++) row[ids[column] ?? ""] = toFigure(lists[column]?.[index]);
    return row;
  });
}

/** The one place where figures leave the database for an answer. */
function toFigure(cell: Cell | undefined): Cell {
  return typeof cell === "number" ? roundFigure(cell) : (cell ?? null);
}

/** A row without the figures that are unknown because the whole of the answer lacks what they need. */
function withoutUnknownWhole(row: Row, totals: Row, { metrics }: QueryPlan): Row {
  const ids = metrics.flatMap(({ id, coverage }) => (coverage ? [id, `${id}__compare`, `${id}__share`] : []));
  const unknown = ids.filter((id) => id in row && totals[id.replace("__share", "")] === null);
  return { ...row, ...Object.fromEntries(unknown.map((id) => [id, null])) };
}

/** A row without the figures that its facts do not reach; what was before the first of them, nobody knows. */
function withoutUnknown(row: Row, { metrics, grain }: QueryPlan, gaps: ReadonlyMap<Metric, Gaps>): Row {
  const start = grain && typeof row.period === "string" ? row.period.slice(0, 10) : null;
  const end = grain && start ? nextStart(grain, start) : null;
  const unknown: Row = {};
  for (const metric of metrics) {
    const { unknown: reason = null, firstDay = null, comparisonGap = null } = gaps.get(metric) ?? {};
    const { id } = metric;
    if (reason || (end && firstDay && end <= firstDay)) unknown[id] = null;
    if ((reason || comparisonGap) && `${id}__compare` in row) unknown[`${id}__compare`] = null;
  }
  return { ...row, ...unknown };
}

function describeColumns(
  { dimensions, grain, metrics, compareSpan, isShared }: QueryPlan,
  registry: Registry,
): MetricAnswer["columns"] {
  return [
    ...dimensions.map((id) => ({
      id,
      label: registry.dimensions.get(id)?.label ?? id,
      kind: "dimension" as const,
      unit: null,
      good: null,
    })),
    ...(grain ? [{ id: "period", label: "Period", kind: "period" as const, unit: grain, good: null }] : []),
    ...metrics.flatMap(({ id, label, unit, good }) => [
      { id, label, kind: "metric" as const, unit, good },
      ...(compareSpan
        ? [{ id: `${id}__compare`, label: `${label}, compared`, kind: "compare" as const, unit, good }]
        : []),
      ...(isShared
        ? [{ id: `${id}__share`, label: `${label}, share`, kind: "share" as const, unit: "percent", good: null }]
        : []),
    ]),
  ];
}

function describeRule(
  metric: Metric,
  plan: QueryPlan,
  result: ResultColumns,
  { gaps, others }: { gaps: Gaps | undefined; others: readonly OtherCurrency[] },
) {
  const { id, rule, coverage } = metric;
  const cell = result[`v${metricsWithCoverage(plan).indexOf(metric)}`] ?? null;
  const share = cell === null ? null : roundFigure(Number(cell));
  const { of, what = null } = coverage ?? {};
  return {
    metric: id,
    rule,
    coverage: share && of ? { share, of, what } : null,
    ...(isApproximate(metric, plan) && { accuracy }),
    unknown: gaps?.unknown ?? (coverage && share === 0 ? sayNeeds(coverage, plan, others) : null),
    comparisonGap: gaps?.comparisonGap ?? null,
  };
}

/** Whether a metric is read from bins that are wider than what it is measured in. */
function isApproximate({ formula }: Metric, { registry }: QueryPlan): boolean {
  if (formula.kind !== "percentile") return false;
  const measure = findMeasure(registry, formula.measure);
  return measure.kind === "histogram" && !measure.isSigned;
}

/** What would have to be given; where it is there, but in other currencies, that is what is wrong. */
function sayNeeds({ needs }: Coverage, { settings }: QueryPlan, others: readonly OtherCurrency[]): string {
  return `Needs ${needs}${others.length > 0 ? ` in ${settings.currency}` : ""}`;
}

/** What a rule has left out; rows in other currencies are those of the metric itself, and not all of its table. */
function describeExclusions(
  { exclusions = [] }: Metric,
  plan: QueryPlan,
  result: ResultColumns,
  otherCurrencies: readonly OtherCurrency[],
) {
  const own = exclusions.filter(({ label }) => label !== otherCurrencyLabel);
  const counted = own.map((one) => ({ label: one.label, count: countExcluded(one, plan, result) }));
  if (own.length === exclusions.length) return counted;
  const others = otherCurrencies.reduce((sum, { rows }) => sum + rows, 0);
  return [...counted, { label: otherCurrencyLabel, count: others }];
}

function countExcluded(exclusion: Exclusion, plan: QueryPlan, result: ResultColumns): number {
  const index = listExclusions(plan).findIndex((one) => exclusionKey(one) === exclusionKey(exclusion));
  return Number(result[`x${index}`] ?? 0);
}

/** How fresh the domains are that metrics belong to. */
function describeFreshness(
  metrics: readonly Metric[],
  registry: Registry,
  states: readonly FactState[],
  now: Date,
): MetricAnswer["freshness"] {
  const domains = [...new Set(metrics.map(({ domain }) => domain))];
  return domains.map((domain) => {
    const { ingestedAt, lastDay, isLate } = availableRangeFor(domain, states, registry, now);
    return { domain, ingestedAt, lastDay, isLate };
  });
}
