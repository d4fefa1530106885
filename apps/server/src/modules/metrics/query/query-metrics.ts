import { type MetricAnswer, type MetricQuery, type MetricQueryInput, metricQuery } from "@console/contracts";
import type { Context } from "../../../platform/context.ts";
import { coveredIn, exclusionsOf } from "../compile/compile-answer.ts";
import { compileQuery } from "../compile/compile-query.ts";
import { levelNumber } from "../compile/frame.ts";
import { type QueryPlan, rowCap } from "../compile/plan.ts";
import { dayIn } from "../model/calendar.ts";
import type { Metric } from "../model/dataset.ts";
import { measuresOf } from "../model/readings.ts";
import { registry as productRegistry, type Registry } from "../model/registry.ts";
import { type FactState, type Figures, readFigures, runCompiled } from "./metric-store.ts";
import { resolveFilters } from "./resolve-filters.ts";
import { resolveQuery } from "./resolve-query.ts";

type Cell = string | number | null;
/** A list for each column of the rows, and single values of what is only told of the whole. */
type Found = Record<string, Cell[] | Cell>;

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
  const [found = {}] = await runCompiled<Found>(context, compileQuery(plan, context.tenantId, registry));
  return describeAnswer(plan, found, registry, states);
}

async function planQuery(context: Context, query: MetricQuery, registry: Registry, figures?: Figures) {
  const known = figures ?? (await readFigures(context));
  const today = dayIn(known.settings.timeZone, context.now);
  const filters = await resolveFilters(context, query.filters, registry);
  return { plan: resolveQuery(query, filters, { ...known, registry, today }), states: known.states };
}

/** The plan of a question that is answered in another way than by its figures. */
export async function planFor(context: Context, question: MetricQueryInput, figures?: Figures): Promise<QueryPlan> {
  return (await planQuery(context, metricQuery.parse(question), productRegistry, figures)).plan;
}

/** Today, in the calendar of the caller's tenant. */
export async function todayOf(context: Context): Promise<string> {
  return dayIn((await readFigures(context)).settings.timeZone, context.now);
}

function describeAnswer(plan: QueryPlan, found: Found, registry: Registry, states: readonly FactState[]): MetricAnswer {
  const columns = columnsOf(plan, registry);
  const ids = columns.map(({ id }) => id);
  const isWhole = plan.grain === null && plan.dimensions.length === 0;
  const levels = listOf(found, "lvl");
  const total = isWhole ? 0 : levels.indexOf(levelNumber.total);
  const places = levels.flatMap((level, place) => (level === levelNumber.cell ? [place] : []));
  const figures = columns.filter(({ kind }) => kind !== "dimension" && kind !== "period").map(({ id }) => id);
  return {
    columns,
    rows: rowsAt(places.slice(0, rowCap), found, ids),
    totals:
      rowsAt(
        [total],
        found,
        figures.filter((id) => !id.endsWith("__share")),
      )[0] ?? {},
    time: { ...plan.span, timeZone: plan.settings.timeZone },
    compareTime: plan.compareSpan,
    currency: plan.settings.currency,
    isTruncated: places.length > rowCap,
    rules: plan.metrics.map((metric) => ruleOf(metric, plan, found)),
    freshness: freshnessOf(plan.metrics, registry, states),
  };
}

function listOf(found: Found, id: string): Cell[] {
  const list = found[id];
  return Array.isArray(list) ? list : [];
}

/** Some columns of the rows at some places. In loops, since an answer may have ten thousand rows. */
function rowsAt(places: readonly number[], found: Found, ids: readonly string[]): Record<string, Cell>[] {
  const lists = ids.map((id) => listOf(found, id));
  return places.map((place) => {
    const row: Record<string, Cell> = {};
    for (let column = 0; column < ids.length; column++) row[ids[column] ?? ""] = lists[column]?.[place] ?? null;
    return row;
  });
}

function columnsOf(
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

function ruleOf(metric: Metric, plan: QueryPlan, found: Found) {
  const { id, rule, exclusions = [], coverage } = metric;
  const measures = exclusionsOf(plan);
  const share = found[`v${coveredIn(plan).indexOf(metric)}`] ?? null;
  return {
    metric: id,
    rule,
    exclusions: exclusions.map(({ label, measure }) => ({
      label,
      count: Number(found[`x${measures.indexOf(measure)}`] ?? 0),
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
