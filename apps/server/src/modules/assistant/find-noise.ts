import { type MetricAnswer, metricQuery } from "@console/contracts";
import { isUsualChange } from "@console/figures/measure-change";
import type { SnapshotContext } from "../../platform/context.ts";
import { daysBetween, queryMetrics, type TenantMetricState } from "../metrics/index.ts";
import type { AskedQuery } from "./engine/interpret.ts";

/** As on a report, a short period is judged by its days, and a longer one by its weeks or months. */
const daysByDay = 92;
const daysByWeek = 732;

/** The metrics whose change is no more than usual; null where nothing is compared as a whole, or over no period. */
export async function findNoise(
  context: SnapshotContext,
  query: AskedQuery,
  { time, compareTime, contributions }: MetricAnswer,
  metricState: TenantMetricState,
): Promise<string[] | null> {
  const { metrics, dimensions = [], grain, filters, compare } = query;
  if (!compare || !compareTime || time.from === null || dimensions.length > 0 || grain) return null;
  if (contributions) return contributions.isUsual ? [contributions.metric] : [];
  const days = daysBetween(time.from, time.to);
  const fitting = days <= daysByDay ? "day" : days <= daysByWeek ? "week" : "month";
  const course = metricQuery.parse({ metrics, filters, time: query.time, compare, grain: fitting });
  const answer = await queryMetrics(context, course, metricState);
  return metrics.filter((id) => isUsualChange(id, answer));
}
