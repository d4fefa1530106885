import { type AskAnswer, metricQuery } from "@console/contracts";
import type { Context, SnapshotContext } from "../../platform/context.ts";
import { dayIn, loadMetricState } from "../metrics/index.ts";
import type { Reports } from "../reports/index.ts";
import { answerAsked } from "./ask-question.ts";
import { createReader } from "./decide-question.ts";
import { isSameTime, relativePeriods, resolveRelative } from "./engine/relative-periods.ts";
import { trimQuery } from "./trim-query.ts";

/** A query that is asked again later. */
type KeptQuery = {
  query: object;
  /** The period that moves with today; null where the days of the query are meant. */
  period: string | null;
};

/**
 * The period that the days of a query are today, such as last month; null where they are none. Where several have these
 * days, it is the one that the question names.
 */
export async function findMovingPeriod(context: Context, query: object, question: string): Promise<string | null> {
  const { time, metrics } = trimQuery(query);
  if (!time || "default" in time) return null;
  const { registry, settings } = await loadMetricState(context);
  const today = dayIn(settings.timeZone, context.now);
  const words = ` ${question.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ")} `;
  const periods = Object.keys(relativePeriods).filter((period) =>
    isSameTime(resolveRelative(period, metrics, { registry, today }), time),
  );
  return periods.find((period) => words.includes(` ${period} `)) ?? periods[0] ?? null;
}

/** What people read for a period that moves with today. */
export const nameMovingPeriod = (period: string): string => relativePeriods[period] ?? period;

/** Answers a query that was kept, with the days that its period has by now. */
export async function answerAgain(
  context: SnapshotContext,
  { query: kept, period }: KeptQuery,
  reports: Reports,
): Promise<AskAnswer> {
  const { registry, today } = createReader(context, await loadMetricState(context));
  const query = trimQuery(kept);
  const days = period === null ? null : resolveRelative(period, query.metrics, { registry, today });
  const moved = days ? { ...query, time: { ...days, ...readUnit(query.time) } } : query;
  return answerAsked(context, { query: metricQuery.parse(moved) }, reports);
}

/** Which kind of period was meant, which days alone do not say. */
function readUnit(time: object | undefined): { unit?: string } {
  return time && "unit" in time && typeof time.unit === "string" ? { unit: time.unit } : {};
}
