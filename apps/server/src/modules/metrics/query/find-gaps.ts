import { type FormatChoices, formatDate } from "@console/figures/format";
import { addDays, type Span } from "../model/calendar.ts";
import type { Metric, Reading } from "../model/dataset.ts";
import { factNouns } from "../model/fact-nouns.ts";
import { listMeasures, listReadings } from "../model/readings.ts";
import { type Registry, requireDataset } from "../model/registry.ts";
import type { FactState } from "./metric-store.ts";

/** What a tenant's facts do not reach. */
export type Gaps = {
  /** Why the metric is unknown in the whole period; null where its facts reach into it. */
  unknown: string | null;
  /** The first and the last day with facts. */
  firstDay: string | null;
  lastDay: string | null;
  /** The first day with facts, where the comparison needs days before it. */
  comparisonGap: { firstDay: string } | null;
};

type Spans = { span: Span; compareSpan: Span | null };

/** Where the facts behind a metric begin, and what of a question lies before that. */
export function findGaps(
  metric: Metric,
  { span, compareSpan }: Spans,
  registry: Registry,
  states: readonly FactState[],
  formats: FormatChoices,
): Gaps {
  const facts = [...new Set(datasetsBehind(metric).map((id) => requireDataset(registry, id).fact))];
  const firstDays = new Map(states.flatMap(({ fact, firstDay }) => (firstDay ? [[fact, firstDay] as const] : [])));
  const missing = facts.find((fact) => !firstDays.has(fact));
  if (missing) {
    const unknown = `Needs ${factNouns[missing] ?? missing}`;
    return { unknown, firstDay: null, lastDay: null, comparisonGap: null };
  }
  const firstDay = latest(facts.flatMap((fact) => firstDays.get(fact) ?? []));
  const lastDay = latest(states.flatMap(({ fact, lastDay: last }) => (facts.includes(fact) && last ? [last] : [])));
  const isBefore = firstDay !== null && span.to <= firstDay;
  return {
    unknown: isBefore ? `There is no data before ${formatDate(firstDay, formats)}` : null,
    firstDay,
    lastDay,
    comparisonGap: compareSpan ? findComparisonGap(metric, compareSpan, registry, firstDays) : null,
  };
}

/** The last of the first days that a comparison would need facts from before. */
function findComparisonGap(
  metric: Metric,
  compareSpan: Span,
  registry: Registry,
  firstDays: ReadonlyMap<string, string>,
): Gaps["comparisonGap"] {
  const readings: readonly Reading[] =
    metric.formula.kind === "percentile" ? [{ measure: metric.formula.measure, read: "flow" }] : listReadings(metric);
  const firstDay = latest(
    readings.flatMap(({ measure, read }) => {
      const firstFact = firstDays.get(requireDataset(registry, measure.split(".")[0] ?? "").fact);
      return firstFact && firstDayNeeded(read, compareSpan) < firstFact ? [firstFact] : [];
    }),
  );
  return firstDay ? { firstDay } : null;
}

/** The first day that must have been recorded for a reading to be right. A state is right from its first change on. */
function firstDayNeeded(read: Reading["read"], { from, to }: Span): string {
  const last = addDays(to, -1);
  if (read === "closing") return last;
  if (read === "opening") return addDays(from ?? last, -1);
  if (read === "flow") return from ?? last;
  return "laterDays" in read ? last : addDays(to, -read.trailingDays);
}

function datasetsBehind(metric: Metric): string[] {
  const measured = listMeasures(metric).map((name) => name.split(".")[0] ?? "");
  const { formula } = metric;
  return formula.kind === "items" && formula.items ? [formula.items, ...measured] : measured;
}

function latest(days: readonly string[]): string | null {
  return days.toSorted().at(-1) ?? null;
}
