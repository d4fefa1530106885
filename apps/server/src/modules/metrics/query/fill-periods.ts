import type { MetricAnswer } from "@console/contracts";
import type { QueryPlan } from "../compile/plan.ts";
import { nextStart, startOfPeriod } from "../model/calendar.ts";
import type { Metric } from "../model/dataset.ts";
import type { Gaps } from "./find-gaps.ts";

type Row = MetricAnswer["rows"][number];

/**
 * Rows of single periods with those in which nothing happened, so that a course has no holes that look like nothing.
 * The database gives only periods with facts.
 */
export function fillPeriods(rows: Row[], plan: QueryPlan, gaps: ReadonlyMap<Metric, Gaps>): Row[] {
  const { grain, span, dimensions, having, limit, sort } = plan;
  const isCourse = dimensions.length === 0 && having.length === 0 && limit === null && sort.length === 0;
  if (!grain || grain === "hour" || !span.from || !isCourse) return rows;
  const byPeriod = new Map(rows.map((row) => [row.period, row]));
  const filled: Row[] = [];
  for (let start = startOfPeriod(grain, span.from); start < span.to; start = nextStart(grain, start)) {
    filled.push(byPeriod.get(start) ?? emptyPeriod(start, plan, gaps));
  }
  return filled;
}

/** What happened is added up, so that nothing is zero; after the last fact, nobody knows yet. */
function emptyPeriod(
  period: string,
  { metrics, compareSpan, isShared }: QueryPlan,
  gaps: ReadonlyMap<Metric, Gaps>,
): Row {
  const row: Row = { period };
  for (const metric of metrics) {
    const { id } = metric;
    const { lastDay = null } = gaps.get(metric) ?? {};
    const nothing = isAddedUp(metric) ? 0 : null;
    row[id] = lastDay !== null && period <= lastDay ? nothing : null;
    if (compareSpan) row[`${id}__compare`] = nothing;
    if (isShared) row[`${id}__share`] = null;
  }
  return row;
}

function isAddedUp({ type, formula, coverage }: Metric): boolean {
  return (
    type === "flow" &&
    formula.kind === "sum" &&
    !formula.under &&
    (!coverage || coverage.isOverall === true || coverage.all !== undefined)
  );
}
