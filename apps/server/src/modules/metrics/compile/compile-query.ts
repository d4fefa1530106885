import { daysBetween, monthsBetween, startOfPeriod } from "../model/calendar.ts";
import { compileAnswer } from "./compile-answer.ts";
import { compileValueColumns, joinColumnQueries } from "./compile-value-columns.ts";
import { MetricColumns } from "./metric-columns.ts";
import { isShareOfWhole, type QueryPlan } from "./plan.ts";
import type { Level, QueryShape } from "./query-shape.ts";
import { Statement } from "./statement.ts";

export type CompiledQuery = { text: string; values: unknown[] };

/** Turns a plan into one parameterised SELECT. Pure: the same plan gives the same text. */
export function compileQuery(plan: QueryPlan, tenantId: string): CompiledQuery {
  const statement = new Statement(tenantId);
  const context = { ...plan, statement };
  const metricColumns = new MetricColumns(plan.metrics, plan.registry, plan.settings);
  const keys = ["lvl", ...plan.dimensions.map((_, index) => `d${index}`), ...(plan.grain ? ["p"] : [])];

  const now = compileValueColumns(metricColumns.valueColumns, toQueryShape(plan, plan.span), context);
  const then = plan.compareSpan
    ? compileValueColumns(metricColumns.valueColumns, toQueryShape(plan, plan.compareSpan), context)
    : [];
  const sides = [
    ...now.map((part) => ({ ...part, side: 0, period: "p" })),
    ...then.map((part) => ({ ...part, side: 1, period: shiftedPeriod(plan) })),
  ].map(({ text, valueColumns, levels, side, period }) => {
    const own = keys.map((key) => (key === "p" ? `${period} as p` : key));
    const columns = [`${side} as side`, ...own, ...valueColumns.map(({ column }) => column)];
    return { text: `select ${columns.join(", ")} from (${text}) part`, valueColumns, levels, side };
  });
  const joined = joinColumnQueries(sides, ["side", ...keys], metricColumns.valueColumns);
  statement.with(
    "slots",
    () => `(${plan.compareSpan ? sideBySide(joined, keys, metricColumns) : oneSide(joined, keys, metricColumns)})`,
  );
  if (plan.isShared) statement.with("base", () => `(${shareBase(plan, metricColumns, context)})`);
  return { text: statement.text(compileAnswer(plan, metricColumns, context)), values: statement.values };
}

function oneSide(joined: string, keys: readonly string[], { valueColumns }: MetricColumns): string {
  return `select ${[...keys, ...valueColumns.map(({ column }) => `${column} as now_${column}`)].join(", ")} from (${joined}) side`;
}

function sideBySide(joined: string, keys: readonly string[], { valueColumns }: MetricColumns): string {
  const pick = (side: number, name: string) =>
    valueColumns.map(({ column }) => `sum(${column}) filter (where side = ${side}) as ${name}_${column}`);
  const columns = [...keys, ...pick(0, "now"), ...pick(1, "then")];
  return `select ${columns.join(", ")} from (${joined}) sides group by ${keys.join(", ")}`;
}

function toQueryShape(plan: QueryPlan, span: QueryPlan["span"]): QueryShape {
  const { dimensions, filters, grain, isCumulative, tomorrow } = plan;
  const ranksMembers = grain !== null && dimensions.length > 0 && (plan.limit !== null || plan.limitPer !== null);
  const hasParts = grain !== null || dimensions.length > 0;
  const levels: Level[] = [
    "cell",
    ...(ranksMembers ? ["member" as const] : []),
    ...(hasParts ? ["total" as const] : []),
  ];
  return { dimensions, filters, grain, isCumulative, tomorrow, span, levels };
}

/** The period of the current side that a period of the compared side stands beside. */
function shiftedPeriod({ grain, span, compareSpan }: QueryPlan): string {
  if (!grain || !span.from || !compareSpan?.from) return "p";
  const [now, then] = [startOfPeriod(grain, span.from), startOfPeriod(grain, compareSpan.from)];
  if (grain === "hour") return `p + interval '${daysBetween(then, now)} days'`;
  if (grain === "day" || grain === "week") return `p + ${daysBetween(then, now)}`;
  return `(p + interval '${monthsBetween(then, now)} months')::date`;
}

/** What the shares are of: the same question without the dimensions and without filters on them, or without any. */
function shareBase(
  plan: QueryPlan,
  metricColumns: MetricColumns,
  context: Parameters<typeof compileValueColumns>[2],
): string {
  const isOfWhole = isShareOfWhole(plan);
  const filters = plan.filters.filter(
    ({ dimension, isFixed }) => isFixed || (!isOfWhole && !plan.dimensions.includes(dimension)),
  );
  const own = toQueryShape(plan, plan.span);
  const shape: QueryShape = { ...own, dimensions: [], filters, levels: isOfWhole ? own.levels : ["cell"] };
  return joinColumnQueries(
    compileValueColumns(metricColumns.cellColumns, shape, context),
    plan.grain ? [...(isOfWhole ? ["lvl"] : []), "p"] : [],
    metricColumns.cellColumns,
  );
}
