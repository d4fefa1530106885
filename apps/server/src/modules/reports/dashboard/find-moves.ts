import { type MetricAnswer, metricQuery } from "@console/contracts";
import type { SnapshotContext } from "../../../platform/context.ts";
import { addDays, metricRegistry, queryMetrics, type TenantMetricState } from "../../metrics/index.ts";
import { isNoise } from "../panels/read-figures.ts";
import type { DomainOverview } from "./domain-overviews.ts";

type Metric = NonNullable<ReturnType<typeof metricRegistry.metrics.get>>;

/** A metric that moved from some days to the same number before; `size` is the change as a share of what it was. */
export type Move = {
  metric: Metric;
  overview: DomainOverview;
  days: Stretch["days"];
  end: string;
  now: number;
  before: number;
  size: number;
};

/** A member with its own part in a move, and the word that puts it into a sentence. */
export type MovedMember = { name: string; at: string; now: number; before: number };

/** Whole weeks, so that every day stands beside one of its weekday. */
type Stretch = { days: 7 | 28; end: string };

/** As many as one question may ask for. */
const mostMetrics = 12;
const leastShare = 0.03;
/** A rate that is near zero doubles easily, so it must also move by this much. */
const leastPoints = 0.005;

/** The days before one, and as many before these. */
function toPeriods({ days, end }: Stretch) {
  const start = addDays(end, -days);
  return {
    time: { from: start, to: end },
    compare: { type: "range" as const, from: addDays(start, -days), to: start },
  };
}

/** The metrics of a domain that moved by more than they usually do in the days before one. */
export async function findMoves(
  context: SnapshotContext,
  overview: DomainOverview,
  metrics: readonly string[],
  { metricState, ...stretch }: Stretch & { metricState: TenantMetricState },
): Promise<Move[]> {
  const moves: Move[] = [];
  for (let first = 0; first < metrics.length; first += mostMetrics) {
    const some = metrics.slice(first, first + mostMetrics);
    const query = metricQuery.parse({ metrics: some, grain: "day", ...toPeriods(stretch) });
    const answer = await queryMetrics(context, query, metricState);
    moves.push(...some.flatMap((id) => detectMove(id, answer, { overview, ...stretch })));
  }
  return moves;
}

function detectMove(id: string, answer: MetricAnswer, rest: Pick<Move, "overview" | "days" | "end">): Move[] {
  const metric = metricRegistry.metrics.get(id);
  const now = toNumber(answer.totals[id]);
  const before = toNumber(answer.totals[`${id}__compare`]);
  if (!metric || now === null || !before || !isBeyondUsual(id, answer, now - before)) return [];
  const size = Math.abs(now - before) / Math.abs(before);
  if (size < leastShare || (metric.unit === "percent" && Math.abs(now - before) < leastPoints)) return [];
  return [{ ...rest, metric, now, before, size }];
}

/**
 * Whether a change is larger than the usual swing: that of single days, or that of each day against its weekday, which
 * leaves out what a week always does. Single days that on the whole went the other way do not bear it out.
 */
function isBeyondUsual(id: string, answer: MetricAnswer, change: number): boolean {
  const steps = answer.rows.flatMap((row) => {
    const [now, before] = [toNumber(row[id]), toNumber(row[`${id}__compare`])];
    return now === null || before === null ? [] : [now - before];
  });
  if (steps.length < 3) return false;
  const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length;
  if (Math.sign(mean) !== Math.sign(change)) return false;
  const variance = steps.reduce((sum, step) => sum + (step - mean) ** 2, 0) / (steps.length - 1);
  return Math.abs(mean) >= 2 * Math.sqrt(variance / steps.length) || !isNoise(id, answer);
}

/** The member that did most to a move, by the first dimension of its domain that tells more than one apart. */
export async function findMember(
  context: SnapshotContext,
  move: Move,
  metricState: TenantMetricState,
): Promise<MovedMember | null> {
  const splits = metricRegistry.dimensionsFor(move.metric);
  for (const { dimension, at } of move.overview.by) {
    const most = splits.includes(dimension) ? await findLargestPart(context, move, dimension, metricState) : null;
    if (most) return { ...most, at };
  }
  return null;
}

async function findLargestPart(
  context: SnapshotContext,
  move: Move,
  by: string,
  metricState: TenantMetricState,
): Promise<Omit<MovedMember, "at"> | null> {
  const { metric, overview } = move;
  const isSum = (metric.type === "flow" || metric.type === "snapshot") && metric.unit !== "days";
  const metrics = [...new Set([metric.id, ...(isSum ? [] : [overview.weight])])];
  const query = metricQuery.parse({ metrics, dimensions: [by], ...toPeriods(move) });
  const { rows } = await queryMetrics(context, query, metricState);
  const direction = Math.sign(move.now - move.before);
  const parts = rows.flatMap((row) => {
    const [now, before] = [toNumber(row[metric.id]), toNumber(row[`${metric.id}__compare`])];
    if (!isSum && (now === null || before === null)) return [];
    const difference = (now ?? 0) - (before ?? 0);
    const part = difference * direction * (isSum ? 1 : (toNumber(row[overview.weight]) ?? 0));
    return [{ name: String(row[by]), now: now ?? 0, before: before ?? 0, part }];
  });
  if (parts.length < 2) return null;
  const [most] = parts
    .filter(({ part }) => part > 0)
    .sort((first, second) => second.part - first.part || (first.name < second.name ? -1 : 1));
  // Where most of it has no name, another's smaller part must not be told as the largest.
  if (!most || most.name === "Unassigned") return null;
  return { name: most.name, now: most.now, before: most.before };
}

function toNumber(cell: unknown): number | null {
  return cell === null || cell === undefined ? null : Number(cell);
}
