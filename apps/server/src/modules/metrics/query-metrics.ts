import { type MetricAnswer, type MetricQuery, type MetricQueryInput, metricQuery } from "@console/contracts";
import type { Context } from "../../platform/context.ts";
import { dayIn } from "./calendar.ts";
import { coveredIn, exclusionsOf } from "./compile-answer.ts";
import { compileQuery } from "./compile-query.ts";
import type { Metric } from "./dataset.ts";
import { levelNumber } from "./frame.ts";
import { type FactState, type Figures, readFigures, runCompiled } from "./metric-store.ts";
import { type QueryPlan, rowCap } from "./plan.ts";
import { measuresOf } from "./readings.ts";
import { registry as productRegistry, type Registry } from "./registry.ts";
import { resolveFilters } from "./resolve-filters.ts";
import { resolveQuery } from "./resolve-query.ts";

type Cell = string | number | null;

/**
 * Answers a question about the figures of the caller's tenant, exact up to the last fact that came in. Who asks several
 * in one transaction with isolation "snapshot" reads what they depend on once, and gives it along.
 */
export async function queryMetrics(
  context: Context,
  query: MetricQuery,
  registry: Registry = productRegistry,
  figures?: Figures,
): Promise<MetricAnswer> {
  const { plan, states } = await planQuery(context, query, registry, figures);
  const found = await runCompiled<Record<string, Cell>>(context, compileQuery(plan, context.tenantId, registry));
  return describeAnswer(plan, found, registry, states);
}

async function planQuery(context: Context, query: MetricQuery, registry: Registry, figures?: Figures) {
  const { settings, states, kept, marks } = figures ?? (await readFigures(context));
  const today = dayIn(settings.timeZone, context.now);
  const filters = await resolveFilters(context, query.filters, registry);
  return { plan: resolveQuery(query, filters, { registry, today, settings, kept, marks }), states };
}

/** The plan of a question that is answered in another way than by its figures. */
export async function planFor(context: Context, question: MetricQueryInput, figures?: Figures): Promise<QueryPlan> {
  return (await planQuery(context, metricQuery.parse(question), productRegistry, figures)).plan;
}

/** Today, in the calendar of the caller's tenant. */
export async function todayOf(context: Context): Promise<string> {
  return dayIn((await readFigures(context)).settings.timeZone, context.now);
}

function describeAnswer(
  plan: QueryPlan,
  found: readonly Record<string, Cell>[],
  registry: Registry,
  states: readonly FactState[],
): MetricAnswer {
  const columns = columnsOf(plan, registry);
  const ids = columns.map(({ id }) => id);
  const isWhole = plan.grain === null && plan.dimensions.length === 0;
  const total = isWhole ? found[0] : found.find(({ lvl }) => lvl === levelNumber.total);
  const rows = found.filter(({ lvl }) => lvl === levelNumber.cell);
  const figures = columns.filter(({ kind }) => kind !== "dimension" && kind !== "period").map(({ id }) => id);
  return {
    columns,
    rows: rows.slice(0, rowCap).map((row) => shown(row, ids)),
    totals: shown(
      total,
      figures.filter((id) => !id.endsWith("__share")),
    ),
    time: { ...plan.span, timeZone: plan.settings.timeZone },
    compareTime: plan.compareSpan,
    currency: plan.settings.currency,
    isTruncated: rows.length > rowCap,
    rules: plan.metrics.map((metric) => ruleOf(metric, plan, total)),
    freshness: freshnessOf(plan.metrics, registry, states),
  };
}

/** Some columns of a row. In a loop, since an answer may have ten thousand of them. */
function shown(row: Record<string, Cell> | undefined, ids: readonly string[]): Record<string, Cell> {
  const cells: Record<string, Cell> = {};
  for (const id of ids) cells[id] = row?.[id] ?? null;
  return cells;
}

function columnsOf(
  { dimensions, grain, metrics, compareSpan, isShared }: QueryPlan,
  registry: Registry,
): MetricAnswer["columns"] {
  return [
    ...dimensions.map((id) => ({
      ...{ id, label: registry.dimensions.get(id)?.label ?? id },
      ...{ kind: "dimension" as const, unit: null, good: null },
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

function ruleOf(metric: Metric, plan: QueryPlan, total: Record<string, Cell> | undefined) {
  const { id, rule, exclusions = [], coverage } = metric;
  const measures = exclusionsOf(plan);
  const share = total?.[`v${coveredIn(plan).indexOf(metric)}`] ?? null;
  return {
    ...{ metric: id, rule },
    exclusions: exclusions.map(({ label, measure }) => ({
      label,
      count: Number(total?.[`x${measures.indexOf(measure)}`] ?? 0),
    })),
    coverage: coverage && share !== null ? { share: Number(share), of: coverage.of } : null,
  };
}

/** A figure is as fresh as the oldest of the tables it is made of. */
function freshnessOf(
  metrics: readonly Metric[],
  registry: Registry,
  states: readonly FactState[],
): MetricAnswer["freshness"] {
  const domains = [...new Set(metrics.map(({ domain }) => domain))];
  return domains.map((domain) => {
    const measures = metrics.filter((metric) => metric.domain === domain).flatMap(measuresOf);
    const facts = new Set(measures.map((name) => registry.datasets.get(name.split(".")[0] ?? "")?.fact));
    const own = states.filter(({ fact }) => facts.has(fact));
    return {
      domain,
      ingestedAt: own.map(({ ingestedAt }) => ingestedAt).sort()[0] ?? null,
      lastDay: own.flatMap(({ lastDay }) => lastDay ?? []).sort()[0] ?? null,
    };
  });
}
