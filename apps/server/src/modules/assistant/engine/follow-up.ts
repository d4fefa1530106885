import { addDays, addMonths, daysBetween, earlier, type MetricRegistry } from "../../metrics/index.ts";
import type { AskedQuery, Reading } from "./interpret.ts";
import { compareWith } from "./resolve-times.ts";
import type { Token } from "./tokens.ts";

/** Whether a question goes on from the one before: it names no figure of its own, or says so. */
export function isFollowUp(reading: Reading, tokens: readonly Token[]): boolean {
  if (reading.query.metrics.length === 0) return true;
  // "what about credit notes" goes on with the figure before.
  if (reading.isImplied && tokens.length < 7 && isCuedAtStart(reading)) return true;
  const first = tokens.find(({ word }) => !["please", "ok", "okay", "hey"].includes(word))?.word ?? "";
  if (isCuedAtStart(reading) || first === "and" || first === "but") return true;
  // A figure that only borrows its noun, as in "the failed ones".
  return tokens.some(({ word }) => word === "ones" || word === "those" || word === "them" || word === "instead");
}

function isCuedAtStart({ items }: Reading): boolean {
  return items.some((item) => item.kind === "role" && item.role === "follow-up" && item.places[0] === 0);
}

/** The question before with what the follow-up says in place of its parts. */
export function followUp(
  previous: AskedQuery,
  reading: Reading,
  tokens: readonly Token[],
  registry: MetricRegistry,
  today: string,
): AskedQuery {
  const { query } = reading;
  const isAdding = tokens.some(({ word }) => ["also", "additionally", "further", "too", "plus"].includes(word));
  const isNewMetric = query.metrics.length > 0 && !reading.isImplied;
  const metrics = isNewMetric
    ? isAdding
      ? [...new Set([...previous.metrics, ...query.metrics])]
      : query.metrics
    : previous.metrics;
  const merged: AskedQuery = { metrics };
  const own = query.dimensions ?? [];
  const dimensions =
    own.length === 0
      ? (previous.dimensions ?? [])
      : isAdding
        ? [...new Set([...(previous.dimensions ?? []), ...own])]
        : own;
  if (dimensions.length > 0) merged.dimensions = dimensions;
  const named = new Set((query.filters ?? []).map(({ field }) => field));
  // "and for all the shops?" lets go of the one that was asked for.
  const kept = (previous.filters ?? []).filter(({ field }) => !named.has(field) && !reading.background.includes(field));
  const filters = [...kept, ...(query.filters ?? [])];
  if (filters.length > 0) merged.filters = filters;
  const isSaid = query.time !== undefined && !("default" in query.time);
  // "and the week before?" moves the days that were asked for.
  const isMoved = !isSaid && !isNewMetric && query.compare !== undefined && !reading.items.some(isComparing);
  const moved = isMoved ? moveTime(previous.time, query.compare, today) : null;
  merged.time = fitTime(moved ?? (isSaid ? query.time : previous.time), metrics, registry, today);
  const grain = query.grain ?? previous.grain;
  if (grain && !("asOf" in (merged.time ?? {}))) merged.grain = grain;
  const against = findBase(reading, previous, today);
  if (against) {
    merged.time = fitTime(previous.time, metrics, registry, today);
    merged.compare = against;
    if (previous.grain) merged.grain = previous.grain;
    if (previous.sort) merged.sort = previous.sort;
    if (previous.limit) merged.limit = previous.limit;
    return merged;
  }
  const compare =
    (isMoved ? undefined : query.compare) ??
    (isSaid && previous.compare?.type === "range" ? undefined : previous.compare);
  if (compare) merged.compare = compare;
  if (query.explain || (previous.explain && compare)) merged.explain = true;
  if (query.share ?? previous.share) merged.share = "total";
  if (query.cumulative ?? previous.cumulative) merged.cumulative = true;
  const having = query.having ?? (isNewMetric ? undefined : previous.having);
  if (having) merged.having = having;
  const [main = ""] = metrics;
  const sort = query.sort ?? previous.sort;
  if (sort && dimensions.length > 0)
    merged.sort = sort.map((one) => (isNewMetric && !query.sort ? { ...one, by: main } : one));
  if (!query.sort && own.length === 0 && previous.limit) merged.limit = previous.limit;
  if (query.limit) merged.limit = query.limit;
  if (!query.sort && !isNewMetric && previous.limitPer && own.length === 0) merged.limitPer = previous.limitPer;
  if (query.limitPer) merged.limitPer = query.limitPer;
  const rank = reading.items.find((item) => item.kind === "rank");
  if (rank?.kind === "rank" && !query.sort && dimensions.length > 0) {
    merged.sort = [{ by: main, dir: rank.direction === "least" || rank.direction === "worst" ? "asc" : "desc" }];
    merged.limit = rank.count ?? 10;
  }
  return merged;
}

/** "vs last year": the days that the question before is held against. */
function findBase({ items, query }: Reading, { time }: AskedQuery, today: string): AskedQuery["compare"] | null {
  const spans = items.flatMap((item) =>
    item.kind === "time" && item.mention.kind === "days" ? [item.mention.days] : [],
  );
  const [base] = spans;
  const isBase = items.some(isComparing) && spans.length === 1 && query.metrics.length === 0;
  if (!isBase || !base || !time || !("from" in time)) return null;
  const isWithin = base.unit === "year" && !time.from.endsWith("-01-01");
  const unit = isWithin ? "month" : base.unit;
  return compareWith({ from: time.from, to: time.to, ...(unit && { unit }) }, base, today);
}

function isComparing(item: Reading["items"][number]): boolean {
  return item.kind === "role" && (item.role === "compare" || item.role === "than");
}

/** The days before those of a question, or the same a year earlier. */
function moveTime(time: AskedQuery["time"], compare: AskedQuery["compare"], today: string): AskedQuery["time"] | null {
  if (!time || "default" in time || !compare) return null;
  const isYear = compare.type === "same_period_last_year";
  if ("asOf" in time) return { asOf: isYear ? addMonths(time.asOf, -12) : addDays(time.asOf, -1) };
  const days = daysBetween(time.from, time.to);
  if (isYear) return { from: addMonths(time.from, -12), to: addMonths(time.to, -12) };
  const isMonth = time.from.endsWith("-01") && addMonths(time.from, 1) === time.to;
  return { from: isMonth ? addMonths(time.from, -1) : addDays(time.from, -days), to: earlier(time.from, today) };
}

/** A time that metrics can be asked for: a state has a day, what happened has a period. */
export function fitTime(
  time: AskedQuery["time"],
  metrics: readonly string[],
  registry: MetricRegistry,
  today: string,
): AskedQuery["time"] {
  if (!time || "default" in time) return { default: true };
  const isState = metrics.every((id) => registry.metrics.get(id)?.type === "snapshot");
  if ("asOf" in time)
    return isState ? time : time.asOf === today ? { default: true } : { from: time.asOf, to: addDays(time.asOf, 1) };
  if (!isState) return time;
  const last = addDays(time.to, -1);
  return { asOf: last < today ? last : today };
}
