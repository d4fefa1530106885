import type { DateBasis, Distribution, MetricFilter, MetricQuery } from "@console/contracts";
import type { SnapshotContext } from "../../../platform/context.ts";
import { wrongField } from "../../../platform/errors.ts";
import { toSeconds } from "../model/histogram.ts";
import { countBins } from "./count-bins.ts";
import { planFor } from "./query-metrics.ts";

type Input = { metric: string; filters: MetricFilter[]; time: MetricQuery["time"]; basis?: DateBasis };

const secondsIn: Record<string, number> = { minutes: 60, hours: 3600, days: 86_400 };
const widths = [1, 2, 5, 10, 15, 20, 30, 60, 120, 240, 480, 1440];
const mostBins = 24;

/** How the values are spread that a percentile is read from, in bins of equal width and in the metric's unit. */
export async function readDistribution(
  context: SnapshotContext,
  { metric, ...question }: Input,
): Promise<Distribution> {
  const plan = await planFor(context, { metrics: [metric], ...question });
  const [percentile] = plan.metrics;
  if (percentile?.formula.kind !== "percentile")
    throw wrongField(
      "metric",
      `${percentile?.label ?? metric} is no percentile, so there are no values to spread out.`,
    );
  const bins = await countBins(context, plan, percentile.formula.measure);
  const values = bins.map(({ bin, n }) => ({ value: toSeconds(bin) / (secondsIn[percentile.unit] ?? 1), count: n }));
  return spread(values);
}

/** Puts values into bins of equal width, up to where nearly all of them lie. */
export function spread(values: readonly { value: number; count: number }[]): Distribution {
  const count = values.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return { bins: [], beyond: 0, count };
  let cumulative = 0;
  const end = values.find((one) => {
    cumulative += one.count;
    return cumulative >= 0.98 * count;
  });
  const width = widths.find((one) => (end?.value ?? 0) / one <= mostBins) ?? Math.ceil((end?.value ?? 0) / mostBins);
  const length = Math.max(1, Math.floor((end?.value ?? 0) / width) + 1);
  const bins = Array.from({ length }, (_, index) => ({ from: index * width, to: (index + 1) * width, count: 0 }));
  let beyond = 0;
  for (const { value, count: own } of values) {
    const bin = bins[Math.floor(value / width)];
    if (bin) bin.count += own;
    else beyond += own;
  }
  return { bins, beyond, count };
}
