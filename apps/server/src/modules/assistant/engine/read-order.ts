import type { Metric } from "../../metrics/index.ts";
import type { Candidate } from "./candidates.ts";
import { roleBefore } from "./find-in-items.ts";
import type { Token } from "./tokens.ts";

type Item<Kind extends Candidate["kind"]> = Extract<Candidate, { kind: Kind }>;

export function isMoreOrLess({ word }: Item<"rank">): boolean {
  return word === "more" || word === "less" || word === "fewer";
}

/** The metric that an order goes by: the one after "by", where several are asked for. */
export function findSortMetric(
  metrics: readonly Item<"metric">[],
  items: readonly Candidate[],
  tokens: readonly Token[],
): string | null {
  if (metrics.length < 2) return null;
  const sorted = metrics.find((metric) => roleBefore(metric, items, tokens)?.role === "split");
  return sorted?.metric ?? null;
}

export function directionFor(direction: Item<"rank">["direction"], metric: Metric | undefined): "asc" | "desc" {
  if (direction === "most") return "desc";
  if (direction === "least") return "asc";
  const isDownGood = metric?.good === "down";
  return (direction === "best") === isDownGood ? "asc" : "desc";
}
