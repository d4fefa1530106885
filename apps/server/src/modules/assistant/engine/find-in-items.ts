import { listMeasures, type Metric, type MetricRegistry } from "../../metrics/index.ts";
import type { Candidate } from "./candidates.ts";
import type { Token } from "./tokens.ts";
import { plainWords } from "./word-classes.ts";

type Item<Kind extends Candidate["kind"]> = Extract<Candidate, { kind: Kind }>;

/** The first of the words that a candidate explains. */
export function firstPlace({ places }: Candidate): number {
  return Math.min(...places);
}

/** The metric that counts the rows whose kind a dimension names. */
export function findRowCount(dimension: string, registry: MetricRegistry): string | null {
  if (!registry.dimensions.get(dimension)?.namesRows) return null;
  for (const metric of registry.metrics.values()) {
    if (metric.type !== "flow" || metric.unit !== "count" || !registry.dimensionsFor(metric).includes(dimension))
      continue;
    const [name = ""] = listMeasures(metric);
    const [dataset = "", measure = ""] = name.split(".");
    if (registry.datasets.get(dataset)?.measures[measure]?.states?.includes("")) return metric.id;
  }
  return null;
}

/** The metric that adds up the amounts of the rows whose kind a dimension names. */
export function findRowAmount(dimension: string, registry: MetricRegistry): string | null {
  const count = findRowCount(dimension, registry);
  const [name = ""] = count ? listMeasures(registry.metrics.get(count) as Metric) : [];
  const [dataset] = name.split(".");
  for (const metric of registry.metrics.values()) {
    if (metric.type !== "flow" || metric.unit !== "currency") continue;
    if (dataset && listMeasures(metric).every((measure) => measure.startsWith(`${dataset}.`))) return metric.id;
  }
  return null;
}

/** The share of rows whose number a metric is: the rate of rejection for rejected documents. */
export function findRate({ unit, formula }: Metric, registry: MetricRegistry): string | null {
  const [term] = formula.kind === "sum" && !formula.under ? formula.over : [];
  if (unit !== "count" || !term || !("measure" in term)) return null;
  for (const other of registry.metrics.values()) {
    if (other.unit !== "percent" || other.formula.kind !== "sum" || other.formula.over.length !== 1) continue;
    const [over] = other.formula.over;
    if (over && "measure" in over && over.measure === term.measure) return other.id;
  }
  return null;
}

/** How many neighbours among metrics are joined by "and", a comma or a comparison. */
export function countJoints(
  metrics: readonly Item<"metric">[],
  items: readonly Candidate[],
  tokens: readonly Token[],
): number {
  let joints = 0;
  for (const [index, metric] of metrics.entries()) {
    const next = metrics[index + 1];
    if (!next || next.metric === metric.metric) continue;
    const [from, to] = [Math.max(...metric.places), firstPlace(next)];
    const isJoined = items.some(
      (item) =>
        item.kind === "role" &&
        ["and", "compare", "split"].includes(item.role) &&
        firstPlace(item) > from &&
        firstPlace(item) < to &&
        (item.role !== "split" ||
          items.some(({ kind }) => kind === "rank") ||
          ["sorted", "ranked", "ordered", "based"].includes(tokens[firstPlace(item)]?.word ?? "")),
    );
    if (isJoined) joints++;
  }
  return joints;
}

const beforeNouns = new Set(
  "of the our these those all my your one single other kind kinds type types sort".split(" "),
);

/** The word with a role directly before an item, plain words between them aside. */
export function roleBefore(
  item: Candidate,
  items: readonly Candidate[],
  tokens: readonly Token[],
): Item<"role"> | null {
  let place = firstPlace(item) - 1;
  while (place >= 0) {
    const other = items.find(({ places }) => places.includes(place));
    if (other?.kind === "role") {
      // "What did the drivers take" asks for no driver.
      const between = tokens.slice(Math.max(...other.places) + 1, firstPlace(item)).map(({ word }) => word);
      if (other.role === "which" && !between.every((word) => beforeNouns.has(word) || /^\d+$/.test(word))) return null;
      if (other.role !== "and") return other;
      // "by driver and zone": what holds for the first holds for the second.
      const before = items.find(({ places }) => places.includes(place - 1));
      return before?.kind === "dimension" ? roleBefore(before, items, tokens) : null;
    }
    if (other) return null;
    if (!plainWords.has(tokens[place]?.word ?? "")) return null;
    place--;
  }
  return null;
}

/** Whether a word asks for something inside each member. */
export function isEachOf({ places }: Candidate, tokens: readonly Token[]): boolean {
  const text = places.map((place) => tokens[place]?.word).join(" ");
  return /each|every|per|within/.test(text);
}

/** Who does what a metric measures; of several people the one whose work its words name. */
export function findPerson(metric: Metric, registry: MetricRegistry, tokens: readonly Token[]): string | null {
  const people = registry.dimensionsFor(metric).filter((id) => registry.dimensions.get(id)?.isPerson);
  const isDecided = tokens.some(({ word }) => /^(?:approv|reject)/.test(word)) || /approv|reject/.test(metric.id);
  if (isDecided && people.includes("approver")) return "approver";
  return people[0] ?? null;
}
