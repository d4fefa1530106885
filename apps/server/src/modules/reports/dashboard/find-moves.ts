import { metricQuery } from "@console/contracts";
import type { Context } from "../../../platform/context.ts";
import { addDays, metricRegistry, queryMetrics } from "../../metrics/index.ts";
import { isNoise } from "../panels/read-figures.ts";
import type { DomainOverview } from "./domain-overviews.ts";

type Metric = NonNullable<ReturnType<typeof metricRegistry.metrics.get>>;

/** A metric that moved from one week to the next; `size` is the change as a share of what it was. */
export type Move = { metric: Metric; overview: DomainOverview; end: string; now: number; before: number; size: number };

/** A member with its own part in a move, and the word that puts it into a sentence. */
export type MovedMember = { name: string; at: string; now: number; before: number };

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
    const before = numberOf(answer.totals[`${id}__compare`]);
    if (!metric || now === null || !before || isNoise(id, answer)) return [];
    const size = Math.abs(now - before) / Math.abs(before);
    if (size < leastShare || (metric.unit === "percent" && Math.abs(now - before) < leastPoints)) return [];
    return [{ metric, overview, end, now, before, size }];
  });
}

/** The member that did most to a move, by the first dimension of its domain that tells more than one apart. */
export async function findMember(context: Context, move: Move): Promise<MovedMember | null> {
  const splits = metricRegistry.dimensionsOf(move.metric);
  for (const { dimension, at } of move.overview.by) {
    const most = splits.includes(dimension) ? await findMostOf(context, move, dimension) : null;
    if (most) return { ...most, at };
  }
  return null;
}

async function findMostOf(context: Context, move: Move, by: string): Promise<Omit<MovedMember, "at"> | null> {
  const { metric, overview, end } = move;
  const isSum = (metric.type === "flow" || metric.type === "snapshot") && metric.unit !== "days";
  const metrics = [...new Set([metric.id, ...(isSum ? [] : [overview.weight])])];
  const { rows } = await queryMetrics(context, metricQuery.parse({ metrics, dimensions: [by], ...weeksBefore(end) }));
  const direction = Math.sign(move.now - move.before);
  const parts = rows.flatMap((row) => {
    const [now, before] = [numberOf(row[metric.id]), numberOf(row[`${metric.id}__compare`])];
    if (!isSum && (now === null || before === null)) return [];
    const difference = (now ?? 0) - (before ?? 0);
    const part = difference * direction * (isSum ? 1 : (numberOf(row[overview.weight]) ?? 0));
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

function numberOf(cell: unknown): number | null {
  return cell === null || cell === undefined ? null : Number(cell);
}
