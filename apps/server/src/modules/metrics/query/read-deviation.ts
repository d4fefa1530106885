import type { DateBasis, Deviation, MetricFilter, MetricQuery } from "@console/contracts";
import type { SnapshotContext } from "../../../platform/context.ts";
import { wrongField } from "../../../platform/errors.ts";
import { toMinutes } from "../model/histogram.ts";
import { countBins, sumMeasure } from "./count-bins.ts";
import type { TenantMetricState } from "./metric-store.ts";
import { planFor } from "./query-metrics.ts";

type Input = { metric: string; filters: MetricFilter[]; time: MetricQuery["time"]; basis?: DateBasis };

/** Minutes late up to which every grace can be tried out. */
const leastTried = 60;
const minutesInDay = 1440;
/** What is farther from its due time is counted by whole days. */
const farthest = minutesInDay;
/** As many at each end are so far out that they would press the picture flat. */
const extremeShare = 0.01;

/** How early or late the rows were that a rate with a grace judges, by the minute. */
export async function readDeviation(
  context: SnapshotContext,
  { metric, ...question }: Input,
  metricState?: TenantMetricState,
): Promise<Deviation> {
  const plan = await planFor(context, { metrics: [metric], ...question }, metricState);
  const [rate] = plan.metrics;
  const [term] = (rate?.formula.kind === "sum" && rate.formula.under) || [];
  const judged = term && "measure" in term ? term.measure : undefined;
  if (!rate?.deviation || !judged)
    throw wrongField("metric", `${rate?.label ?? metric} judges nothing by how late it is.`);
  const counted = await countBins(context, plan, rate.deviation);
  const bins = counted.map(({ bin, n }) => ({ bin: toMinutes(bin), n }));
  const whole = await sumMeasure(context, plan, judged);
  return toDeviation(bins, whole, plan.settings.graceSeconds / 60);
}

/** Rows by minutes late, out of `whole` rows that are judged; a few at both ends are gathered. */
export function toDeviation(
  bins: readonly { bin: number; n: number }[],
  whole: number,
  graceMinutes: number,
): Deviation {
  const count = bins.reduce((sum, { n }) => sum + n, 0);
  const upTo = (share: number) => {
    let cumulative = 0;
    const medianBin = bins.find(({ n }) => {
      cumulative += n;
      return cumulative >= share * count;
    });
    return medianBin?.bin ?? null;
  };
  const first = Math.max(-farthest, Math.min(0, upTo(extremeShare) ?? 0));
  const last = Math.max(leastTried, graceMinutes, Math.min(farthest, upTo(1 - extremeShare) ?? 0));
  const counts = Array.from({ length: last - first + 1 }, () => 0);
  let [before, after] = [0, 0];
  const outer = new Map<number, number>();
  for (const { bin, n } of bins) {
    if (bin < first) before += n;
    else if (bin > last) after += n;
    else counts[bin - first] = n;
    const day = Math.ceil((bin - graceMinutes) / minutesInDay);
    if (bin < first || bin > last) outer.set(day, (outer.get(day) ?? 0) + n);
  }
  return {
    first,
    counts,
    before,
    after,
    outer: [...outer].map(([day, n]) => ({
      from: graceMinutes + (day - 1) * minutesInDay,
      to: graceMinutes + day * minutesInDay,
      count: n,
    })),
    unknown: whole - count,
    graceMinutes,
    p50: upTo(0.5),
    p90: upTo(0.9),
  };
}
