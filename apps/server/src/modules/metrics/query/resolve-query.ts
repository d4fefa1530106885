import { dateBases, type MetricQuery } from "@console/contracts";
import { longestYears } from "@console/figures/calendar";
import { emptyRange, wrongField } from "../../../platform/errors.ts";
import type { PlanFilter, QueryPlan } from "../compile/plan.ts";
import {
  addDays,
  addMonths,
  daysBetween,
  earlier,
  lastYear,
  nextStart,
  previousSpan,
  type Span,
  startOfPeriod,
} from "../model/calendar.ts";
import { addsUpOver, type Dimension, type Metric } from "../model/dataset.ts";
import { listMeasures, listReadings } from "../model/readings.ts";
import { findMeasure, type Registry } from "../model/registry.ts";
import { listed, nearestNames } from "../model/suggest.ts";

const defaultDays = 30;
const mostPeriods = 5000;

type QueryDeps = { today: string } & Pick<
  QueryPlan,
  "registry" | "settings" | "activeRollups" | "dirtyDays" | "lastDays"
>;

/** A question with all its names and days checked; what does not work is told with what would. */
export function resolveQuery(query: MetricQuery, filters: readonly PlanFilter[], deps: QueryDeps): QueryPlan {
  const { registry, today, settings, activeRollups, dirtyDays, lastDays } = deps;
  const names = [
    ...query.metrics,
    ...query.having.map(({ metric }) => metric),
    ...query.sort.map(({ by }) => by.split("__")[0] ?? "").filter((by) => registry.metrics.has(by)),
  ];
  const metrics = [...new Set(names)].map((id, index) => requireMetric(id, `metrics.${index}`, registry));
  const dimensions = [...new Set(query.dimensions)];
  for (const metric of metrics) {
    for (const id of [...dimensions, ...filters.map(({ dimension }) => dimension)])
      requireDimension(metric, id, registry);
  }
  const span = resolveTime(query, metrics, deps);
  requireGrain(query, metrics, span, registry);
  requireShape(query, metrics, registry);
  return {
    registry,
    metrics,
    dimensions,
    filters,
    span,
    settings,
    activeRollups,
    dirtyDays,
    lastDays,
    tomorrow: addDays(today, 1),
    compareSpan: query.compare ? compareSpan(query, span, today) : null,
    grain: query.grain ?? null,
    basis: resolveBasis(query, metrics, registry),
    isShared: query.share === "total",
    isCumulative: query.cumulative,
    hasOther: query.other,
    having: query.having,
    sort: requireSort(query, metrics),
    limit: query.limit ?? null,
    limitPer: resolveLimitPer(query),
  };
}

/** The day to go by, if every metric knows it; null for the first, which is what rows count on anyway. */
function resolveBasis({ basis }: MetricQuery, metrics: readonly Metric[], { datasets }: Registry): QueryPlan["basis"] {
  if (!basis || basis === dateBases[0]) return null;
  for (const metric of metrics) {
    const knows = listMeasures(metric).every((name) => datasets.get(name.split(".")[0] ?? "")?.bases?.[basis]);
    if (!knows) throw wrongField("basis", `${metric.label} cannot be counted by the day that it was ${basis}.`);
  }
  return basis;
}

/** The metric of an id; an unknown one is answered with names that are near. */
export function requireMetric(id: string, field: string, { metrics }: Registry): Metric {
  const metric = metrics.get(id);
  if (metric) return metric;
  const near = nearestNames(
    id,
    [...metrics.values()].flatMap((candidate) => [candidate.id, candidate.label, ...candidate.synonyms]),
  );
  const ids = [...metrics.values()].filter((candidate) =>
    [candidate.id, candidate.label, ...candidate.synonyms].some((name) => near.includes(name)),
  );
  throw wrongField(
    field,
    `There is no metric "${shortened(id)}".${
      ids.length > 0
        ? ` Did you mean ${listed(
            ids.map((metric) => metric.id),
            "or",
          )}?`
        : " GET /api/metrics lists them all."
    }`,
  );
}

/** The dimension of an id; an unknown one is answered with names that are near. */
export function dimensionNamed(id: string, field: string, { dimensions }: Registry): Dimension {
  const dimension = dimensions.get(id);
  if (dimension) return dimension;
  const near = nearestNames(id, [...dimensions.keys()]);
  const hint = near.length > 0 ? ` Did you mean ${listed(near, "or")}?` : "";
  throw wrongField(field, `There is no dimension "${shortened(id)}".${hint}`);
}

/** Refuses a dimension that a metric cannot be split by, and says which would work. */
export function requireDimension(metric: Metric, id: string, registry: Registry): void {
  const works = registry.dimensionsFor(metric);
  if (works.includes(id)) return;
  const label = registry.dimensions.get(id)?.label;
  const what = label
    ? `${metric.label} cannot be split or filtered by ${label}`
    : `There is no dimension "${shortened(id)}"`;
  throw wrongField("dimensions", `${what}. ${metric.label} works by ${listed(works)}.`);
}

function resolveTime(query: MetricQuery, metrics: readonly Metric[], { today, registry }: QueryDeps): Span {
  const { time } = query;
  const tomorrow = addDays(today, 1);
  const overPeriod = metrics.find((metric) => !isState(metric));
  if ("asOf" in time) {
    if (overPeriod) throw wrongField("time", `${overPeriod.label} is counted over a period: give "from" and "to".`);
    if (time.asOf > today)
      throw wrongField("time.asOf", `${time.asOf} is in the future. Data is available up to ${today}.`);
    return { from: null, to: addDays(time.asOf, 1) };
  }
  if ("default" in time) {
    if (!overPeriod && !query.grain) return { from: null, to: tomorrow };
    return { from: addDays(today, 1 - defaultDays), to: tomorrow };
  }
  if (time.from >= time.to) throw emptyRange("time.to", time.from);
  const looksAhead = metrics.every((metric) => listMeasures(metric).every((name) => isFuture(name, registry)));
  const to = looksAhead ? time.to : earlier(time.to, tomorrow);
  if (to > addMonths(time.from, 12 * longestYears))
    throw wrongField("time", `A range may span at most ${longestYears} years.`);
  if (time.from >= to)
    throw wrongField("time.from", `${time.from} is in the future. Figures are available up to ${today}.`);
  return { from: time.from, to };
}

/** Whether a metric tells how things stand, so that one day is enough to ask for it. */
function isState(metric: Metric): boolean {
  return (
    metric.formula.kind === "items" ||
    (metric.type === "snapshot" && listReadings(metric).every(({ read }) => read !== "flow" && read !== "opening"))
  );
}

function isFuture(measure: string, { datasets }: Registry): boolean {
  return datasets.get(measure.split(".")[0] ?? "")?.isFuture === true;
}

function compareSpan(query: MetricQuery, span: Span, today: string): Span {
  const { compare, time } = query;
  if (!compare) throw new Error("There is nothing to compare with.");
  if (compare.type === "asOf") {
    if (span.from)
      throw wrongField(
        "compare",
        "A period is compared with a period: use previous_period, same_period_last_year or range.",
      );
    if (compare.asOf > today) throw wrongField("compare.asOf", `${compare.asOf} is in the future.`);
    return { from: null, to: addDays(compare.asOf, 1) };
  }
  if (compare.type === "range") {
    if (!span.from)
      throw wrongField("compare", "A day is compared with a day: use asOf, previous_period or same_period_last_year.");
    if (compare.from >= compare.to) throw emptyRange("compare.to", compare.from);
    return { from: compare.from, to: compare.to };
  }
  if (!span.from) {
    return {
      from: null,
      to: compare.type === "previous_period" ? addDays(span.to, -1) : lastYear(span.to, span.to).to,
    };
  }
  if (compare.type === "same_period_last_year") return lastYear(span.from, span.to);
  return previousSpan(span.from, span.to, today, "unit" in time ? time.unit : undefined);
}

function requireGrain(query: MetricQuery, metrics: readonly Metric[], span: Span, registry: Registry): void {
  const { grain } = query;
  if (!grain) {
    if (query.cumulative) throw wrongField("cumulative", "A running total needs a grain, such as day or month.");
    return;
  }
  if (!span.from) throw wrongField("grain", "A single day has no periods: give a range with from and to.");
  if (grain === "hour") {
    const without = metrics.find(
      (metric) =>
        isState(metric) ||
        !listMeasures(metric).every((name) => registry.datasets.get(name.split(".")[0] ?? "")?.dimensions.hour_of_day),
    );
    if (without)
      throw wrongField("grain", `${without.label} is not known by the hour: use day, week, month, quarter or year.`);
  }
  const days = daysBetween(span.from, span.to);
  const perPeriod =
    grain === "hour"
      ? 1 / 24
      : daysBetween(startOfPeriod(grain, span.from), nextStart(grain, startOfPeriod(grain, span.from)));
  if (days / perPeriod > mostPeriods)
    throw wrongField("grain", `That would be more than ${mostPeriods} periods: use a larger grain or a shorter range.`);
}

function requireShape(query: MetricQuery, metrics: readonly Metric[], registry: Registry): void {
  if (query.share) {
    const ratio = metrics.find(({ type }) => type !== "flow" && type !== "snapshot");
    if (ratio) throw wrongField("share", `${ratio.label} does not add up to a total, so it has no shares.`);
    if (query.dimensions.length === 0 && query.filters.length === 0)
      throw wrongField("share", "Shares need a dimension to split by, or a filter that leaves a part of the whole.");
  }
  if (query.explain) {
    if (!query.compare) throw wrongField("explain", "Only a change can be explained: give what to compare with.");
    if (new Set(query.metrics).size > 1) throw wrongField("explain", "One metric is explained at a time.");
  }
  if (query.cumulative) {
    const unable = metrics.find((metric) => metric.formula.kind !== "sum" || isState(metric));
    if (unable) throw wrongField("cumulative", `${unable.label} has no running total.`);
    const uncountable = metrics.find((metric) =>
      listMeasures(metric).some((name) => !addsUpOver(findMeasure(registry, name), [])),
    );
    if (uncountable) {
      const reason = "the same one may count in several periods";
      throw wrongField("cumulative", `${uncountable.label} has no running total: ${reason}.`);
    }
  }
  if (query.other && query.limit === undefined) throw wrongField("other", "The rest can only be shown with a limit.");
}

function requireSort(query: MetricQuery, metrics: readonly Metric[]): MetricQuery["sort"] {
  const works = [
    ...query.dimensions,
    ...(query.grain ? ["period"] : []),
    ...metrics.flatMap(({ id }) => [
      id,
      ...(query.compare ? [`${id}__compare`] : []),
      ...(query.share ? [`${id}__share`] : []),
    ]),
  ];
  for (const [index, { by }] of query.sort.entries()) {
    if (!works.includes(by))
      throw wrongField(
        `sort.${index}.by`,
        `The answer has no column "${shortened(by)}" to sort by. Use ${listed(works, "or")}.`,
      );
  }
  return query.sort;
}

function resolveLimitPer({ limitPer, dimensions, limit }: MetricQuery): QueryPlan["limitPer"] {
  if (limitPer === undefined) return null;
  if (limit !== undefined) throw wrongField("limitPer", "Use either limit or limitPer.");
  const group = typeof limitPer === "number" ? { dimension: dimensions[0] ?? "", limit: limitPer } : limitPer;
  if (dimensions.length < 2 || !dimensions.includes(group.dimension)) {
    throw wrongField("limitPer", "The best inside each group need two dimensions, one of which names the groups.");
  }
  return group;
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
