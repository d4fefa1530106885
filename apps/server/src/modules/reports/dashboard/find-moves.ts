import { metricQuery } from "@console/contracts";
import type { Context } from "../../../platform/context.ts";
import { addDays, metricRegistry, queryMetrics } from "../../metrics/index.ts";
import { isNoise } from "../panels/read-figures.ts";
import type { DomainOverview } from "./domain-overviews.ts";

type Metric = NonNullable<ReturnType<typeof metricRegistry.metrics.get>>;

/** A metric that moved from one week to the next; `size` is the change as a share of what it was. */
export type Move = { metric: Metric; overview: DomainOverview; end: string; now: number; then: number; size: number };

/** A member with its own part in a move. */
export type MovedMember = { name: string; now: number; then: number };

const days = 7;
const leastShare = 0.03;
/** A rate that is near zero doubles easily, so it must also move by this much. */
const leastPoints = 0.005;

/** The week before a day, and the week that it is held against. */
function weeksBefore(end: string) {
  const start = addDays(end, -days);
  return {
    time: { from: start, to: end },
    compare: { type: "range" as const, from: addDays(start, -days), to: start },
  };
}

/** The metrics of a domain that moved by more than they usually do in the week before a day. */
export async function findMoves(
  context: Context,
  overview: DomainOverview,
  metrics: readonly string[],
  end: string,
): Promise<Move[]> {
  if (metrics.length === 0) return [];
  const query = metricQuery.parse({ metrics: [...metrics], grain: "day", ...weeksBefore(end) });
  const answer = await queryMetrics(context, query);
  return metrics.flatMap((id): Move[] => {
    const metric = metricRegistry.metrics.get(id);
    const now = numberOf(answer.totals[id]);
    const then = numberOf(answer.totals[`${id}__compare`]);
    if (!metric || now === null || !then || isNoise(id, answer)) return [];
    const size = Math.abs(now - then) / Math.abs(then);
    if (size < leastShare || (metric.unit === "percent" && Math.abs(now - then) < leastPoints)) return [];
    return [{ metric, overview, end, now, then, size }];
  });
}

/** The member that did most to a move, where the metric can be split and more than one has a part in it. */
export async function findMember(context: Context, move: Move): Promise<MovedMember | null> {
  const { metric, overview, end } = move;
  const { by, weight } = overview;
  if (!metricRegistry.dimensionsOf(metric).includes(by)) return null;
  const metrics = [...new Set([metric.id, weight])];
  const query = metricQuery.parse({ metrics, dimensions: [by], ...weeksBefore(end) });
  const { rows } = await queryMetrics(context, query);
  const isSum = (metric.type === "flow" || metric.type === "snapshot") && metric.unit !== "days";
  const direction = Math.sign(move.now - move.then);
  const parts = rows.flatMap((row) => {
    const [now, then] = [numberOf(row[metric.id]), numberOf(row[`${metric.id}__compare`])];
    if (!isSum && (now === null || then === null)) return [];
    const difference = (now ?? 0) - (then ?? 0);
    const part = difference * direction * (isSum ? 1 : (numberOf(row[weight]) ?? 0));
    return [{ name: String(row[by]), now: now ?? 0, then: then ?? 0, part }];
  });
  if (parts.length < 2) return null;
  const [most] = parts
    .filter(({ name, part }) => part > 0 && name !== "Unassigned")
    .sort((first, second) => second.part - first.part || (first.name < second.name ? -1 : 1));
  return most ? { name: most.name, now: most.now, then: most.then } : null;
}

function numberOf(cell: unknown): number | null {
  return cell === null || cell === undefined ? null : Number(cell);
}
