import type { MetricRegistry } from "../../metrics/index.ts";
import type { Candidate } from "./candidates.ts";
import { countJoints, findRowAmount, findRowCount, firstPlace } from "./find-in-items.ts";
import { toLookup } from "./lookup.ts";
import type { Token } from "./tokens.ts";
import { plainWords, roleWords } from "./word-classes.ts";

type Item<Kind extends Candidate["kind"]> = Extract<Candidate, { kind: Kind }>;

type Deps = {
  tokens: readonly Token[];
  registry: MetricRegistry;
  wordsByMetric: ReadonlyMap<string, ReadonlySet<string>>;
};

/** Words for pieces of anything: beside another figure they only say how it is counted. */
const pieces = new Set("unit piece pack bag box item quantity bottle carton case amount number".split(" "));

/** The metrics that are asked for; those that only describe another one are left out. */
export function chooseMetrics(
  items: readonly Candidate[],
  deps: Deps,
): { named: Item<"metric">[]; metrics: string[]; isImplied: boolean } {
  const all = items.filter((item): item is Item<"metric"> => item.kind === "metric");
  const named = all.filter((item) => !isPartOfOther(item, all, items, deps));
  const judged = items.flatMap((item) => (item.kind === "judgement" ? [item.metric] : []));
  const metrics = [...new Set([...named.map(({ metric }) => metric), ...judged])];
  // "the slowest drivers per drop": the drops are what is slow.
  const ranked = metrics.length < 2 ? findSuperlative(items, metrics, deps) : null;
  if (ranked) return { named, metrics: [ranked], isImplied: true };
  if (metrics.length > 0) return { named, metrics, isImplied: false };
  const implied = findImplied(items, deps);
  return { named, metrics: implied ? [implied] : [], isImplied: true };
}

/** The metric that a superlative asks for by itself, where at most rows are named beside it. */
function findSuperlative(items: readonly Candidate[], metrics: readonly string[], { registry }: Deps): string | null {
  const words = new Set(items.flatMap((item) => (item.kind === "rank" ? [item.word] : [])));
  const fields = items.flatMap((item) => (item.kind === "dimension" || item.kind === "member" ? [item.dimension] : []));
  const [rows] = metrics.flatMap((id) => registry.metrics.get(id) ?? []);
  if (rows && (rows.unit !== "count" || rows.type !== "flow")) return null;
  const fitting = [...registry.metrics.values()].filter(
    (metric) =>
      metric.superlatives?.some((word) => words.has(word)) &&
      (!rows || metric.domain === rows.domain) &&
      fields.every((field) => registry.dimensionsFor(metric).includes(field)),
  );
  return fitting.length === 1 && (rows !== undefined || fields.length > 0) ? (fitting[0]?.id ?? null) : null;
}

/** A metric that no word names: sellers are asked for by what they sell, invoices by how many there are. */
function findImplied(items: readonly Candidate[], { tokens, registry }: Deps): string | null {
  for (const item of items) {
    if (item.kind !== "dimension") continue;
    const { asks = {} } = registry.dimensions.get(item.dimension) ?? {};
    const [asked] = item.places.flatMap((place) => toLookup(asks)[tokens[place]?.stem ?? ""] ?? []);
    if (asked) return asked;
  }
  const isValue = items.some((item) => item.kind === "role" && item.role === "value");
  for (const item of items) {
    const [first] = item.kind === "member" ? (registry.dimensions.get(item.dimension)?.implies ?? []) : [];
    if (first) return first;
  }
  for (const item of items) {
    if (item.kind !== "member") continue;
    const found = (isValue ? findRowAmount(item.dimension, registry) : null) ?? findRowCount(item.dimension, registry);
    if (found) return found;
  }
  return null;
}

/** Whether a metric is named only as a part of another one: the orders of an order fill rate. */
function isPartOfOther(
  item: Item<"metric">,
  all: readonly Item<"metric">[],
  items: readonly Candidate[],
  { tokens, registry, wordsByMetric }: Deps,
): boolean {
  // "at least 100 deliveries" counts them, whatever else is asked for.
  const isLimited = items.some((one) => one.kind === "limit" && Math.max(...one.places) === firstPlace(item) - 1);
  if (isLimited) return false;
  const isPieces = item.places.every((place) => pieces.has(tokens[place]?.stem ?? ""));
  return all.some((other) => {
    if (other.metric === item.metric) return false;
    const isCounted = ["units", "count"].includes(registry.metrics.get(other.metric)?.unit ?? "");
    const [from, to] = [item, other].sort(byPlace).map(firstPlace);
    const isJoined = tokens.some(({ word }, place) => word === "and" && place > (from ?? 0) && place < (to ?? 0));
    if (isPieces && isCounted && !isJoined) return true;
    if (countJoints([item, other].sort(byPlace), items, tokens) > 0) return false;
    const words = wordsByMetric.get(other.metric);
    const isInside = item.places.every((place) => words?.has(tokens[place]?.stem ?? ""));
    const isMutual = other.places.every((place) => wordsByMetric.get(item.metric)?.has(tokens[place]?.stem ?? ""));
    if (!isMutual) return isInside;
    const isLess =
      item.places.length < other.places.length ||
      (item.places.length === other.places.length && firstPlace(item) > firstPlace(other));
    return isInside && isLess;
  });
}

function byPlace(a: Candidate, b: Candidate): number {
  return firstPlace(a) - firstPlace(b);
}

/** Whether a word is one by which the metrics themselves are asked. */
export function isOwnWord(place: number, metrics: readonly string[], { tokens, wordsByMetric }: Deps): boolean {
  const token = tokens[place];
  if (!token || token.isName || roleWords.has(token.word) || plainWords.has(token.word)) return false;
  return metrics.some((id) => wordsByMetric.get(id)?.has(token.stem));
}
