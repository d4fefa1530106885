import { type MetricAnswer, metricQuery } from "@console/contracts";
import { isBeyondUsual } from "@console/figures/measure-change";
import type { SnapshotContext } from "../../../platform/context.ts";
import {
  addDays,
  metricRegistry,
  queryMetrics,
  readContributions,
  type TenantMetricState,
} from "../../metrics/index.ts";
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
  { metric, now, before, ...move }: Move,
  by: string,
  metricState: TenantMetricState,
): Promise<Omit<MovedMember, "at"> | null> {
  const members = await readContributions(context, { metrics: [metric.id], ...toPeriods(move) }, by, metricState);
  if (!members) return null;
  const direction = Math.sign(now - before);
  // A sentence tells a member's own rate, so that one counts whose rate moved, and not one that only grew.
  const parts = members
    .map((one) => ({ ...one, part: (one.fromRate ?? one.contribution) * direction }))
    .sort((first, second) => second.part - first.part || (first.member < second.member ? -1 : 1));
  const [most] = parts;
  // Where most of it has no name, another's smaller part must not be told as the largest.
  if (!most || most.part <= 0 || most.member === "Unassigned" || most.member === "Other") return null;
  return { name: most.member, now: most.now ?? 0, before: most.before ?? 0 };
}

function toNumber(cell: unknown): number | null {
  return cell === null || cell === undefined ? null : Number(cell);
}
