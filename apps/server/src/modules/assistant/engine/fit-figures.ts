import { listMeasures, type Metric, type MetricRegistry, metricConcepts } from "../../metrics/index.ts";
import type { Candidate } from "./candidates.ts";
import { findRate, findRowAmount, findRowCount, firstPlace } from "./find-in-items.ts";
import type { Token } from "./tokens.ts";

type Item<Kind extends Candidate["kind"]> = Extract<Candidate, { kind: Kind }>;

/** "how many, and what value": rows are counted, and their amounts are added up. */
export function isCountAndValue(
  metrics: readonly string[],
  items: readonly Candidate[],
  tokens: readonly Token[],
): boolean {
  const count = items.find((item) => item.kind === "role" && item.role === "how many");
  const isAfter = (item: Candidate) => count !== undefined && firstPlace(item) > firstPlace(count);
  const value = items.find(
    (item) => item.kind === "role" && (item.role === "value" || (item.role === "how much" && isAfter(item))),
  );
  const isJoined = value && tokens.some(({ word }, place) => word === "and" && place < firstPlace(value));
  return metrics.length === 1 && value !== undefined && count !== undefined && isJoined === true;
}

/** The metric of the amounts of rows that another one counts. */
export function findAmounts([metric = ""]: readonly string[], registry: MetricRegistry): string[] {
  const naming = [...registry.dimensions.values()].filter(({ namesRows }) => namesRows);
  const dimension = naming.find(({ id }) => findRowCount(id, registry) === metric);
  const amount = dimension && findRowAmount(dimension.id, registry);
  return amount ? [amount] : [];
}

/** The metric of the value of what another one counts: the value of returns. */
export function findValueFigure(id: string, registry: MetricRegistry): string | null {
  if (!["count", "units"].includes(registry.metrics.get(id)?.unit ?? "")) return null;
  return metricConcepts.find(({ figures }) => figures.plain === id && figures.value)?.figures.value ?? null;
}

/** The metric of the rate of what another one counts or adds up: the rejection rate of rejected documents. */
export function findRateFigure(metric: Metric, registry: MetricRegistry): Metric | null {
  const concept = metricConcepts.find(
    ({ figures }) => (figures.plain === metric.id || figures.value === metric.id) && figures.rate !== undefined,
  );
  const rate = findRate(metric, registry) ?? concept?.figures.rate;
  return (rate ? registry.metrics.get(rate) : null) ?? null;
}

/** How many members belong to another party than a metric is about: what a customer owes is not owed to a supplier. */
export function countOtherParties(
  metrics: readonly string[],
  items: readonly Candidate[],
  registry: MetricRegistry,
): number {
  const parties = new Set([...registry.metrics.values()].flatMap(({ party }) => party ?? []));
  const own = metrics.flatMap((id) => registry.metrics.get(id)?.party ?? []);
  if (own.length === 0) return 0;
  return items.filter(
    (item) =>
      (item.kind === "member" || item.kind === "dimension") &&
      parties.has(item.dimension) &&
      !own.includes(item.dimension),
  ).length;
}

/** Whether metrics are of the kind that was asked for: how many, how much, how long. */
export function fitKind(
  roles: readonly Item<"role">[],
  metrics: readonly Metric[],
  useRole: (...names: Item<"role">["role"][]) => void,
): number {
  const has = (role: Item<"role">["role"]) => roles.some((item) => item.role === role);
  const units = metrics.map(({ unit }) => unit);
  let fit = 0;
  if (has("how many"))
    fit += units.some((unit) => ["count", "units", "number", "days", "hours", "minutes", "km"].includes(unit))
      ? 0.35
      : units.includes("percent")
        ? -1.2
        : -0.3;
  if (has("how much"))
    fit += units.some((unit) => ["currency", "units", "km", "megabytes"].includes(unit)) ? 0.3 : -0.2;
  if (has("value")) {
    fit += units.includes("currency") ? 0.3 : -0.5;
    useRole("value");
  }
  if (has("how long")) {
    const isTime = units.some((unit) => ["minutes", "hours", "days"].includes(unit));
    fit += isTime ? 0.5 : -1;
    if (isTime) useRole("how long");
  }
  return fit;
}

/** Whether a metric counts the rows of a dataset, whatever their state. */
export function isPlainCount(metric: Metric, registry: MetricRegistry): boolean {
  const [name = ""] = listMeasures(metric);
  const [dataset = "", measure = ""] = name.split(".");
  const { states = [] } = registry.datasets.get(dataset)?.measures[measure] ?? {};
  return metric.type === "flow" && metric.unit === "count" && states.includes("");
}
