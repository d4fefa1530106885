import {
  type ComparisonName,
  type DateBasis,
  dateBases,
  type MetricFilter,
  type MetricQueryInput,
  type PeriodName,
  type ReportView,
} from "@console/contracts";
import { resolvePeriod } from "@console/figures";
import { emptyRange, wrongField } from "../../platform/errors.ts";
import { addDays, daysBetween, earlier, metricRegistry } from "../metrics/index.ts";
import type { Report } from "./report.ts";

type Range = { from: string; to: string; unit?: "day" | "week" | "month" | "quarter" | "year" };

/** A view with every choice made: what all panels of a report are read with. */
export type ResolvedView = {
  /** Half-open days. */
  time: Range;
  compare: NonNullable<MetricQueryInput["compare"]> | null;
  comparison: ComparisonName;
  grain: "day" | "week" | "month" | "quarter";
  filters: MetricFilter[];
  basis: DateBasis | null;
  today: string;
};

const defaultPeriod: PeriodName = "last_30_days";
const defaultComparison: ComparisonName = "previous_period";

/** The days and the comparison that a report shows by itself. */
export function defaultViewFor({ period, compare }: Report): { period: PeriodName; compare: ComparisonName } {
  return { period: period ?? defaultPeriod, compare: compare ?? defaultComparison };
}

/** Settles what the address of a report leaves open, and says what in it cannot be meant. */
export function resolveView(report: Report, view: ReportView, today: string): ResolvedView {
  const { period, from, to, compare, grain, basis, ...members } = view;
  const byDefault = defaultViewFor(report);
  const time = from || to ? toRange(from, to, today) : resolvePeriod(period ?? byDefault.period, today);
  // Days ahead have no figures yet, and are compared with none.
  const elapsed = { from: time.from, to: earlier(time.to, addDays(today, 1)) };
  const comparison = compare ?? byDefault.compare;
  if (basis && !report.bases?.includes(basis)) {
    const works = report.bases ?? [dateBases[0]];
    throw wrongField("basis", `This report counts by the day that it is ${works.join(" or ")}.`);
  }
  return {
    time,
    comparison,
    today,
    compare: resolveComparison(comparison, elapsed.from < elapsed.to ? elapsed : time),
    grain: grain ?? grainFor(daysBetween(elapsed.from, elapsed.to)),
    filters: parseFilters(report, members),
    basis: basis && basis !== report.bases?.[0] ? basis : null,
  };
}

function toRange(from: string | undefined, to: string | undefined, today: string): Range {
  const end = to ?? addDays(today, 1);
  const first = from ?? addDays(end, -30);
  if (first >= end) throw emptyRange("to", first);
  return { from: first, to: end };
}

function resolveComparison(name: ComparisonName, { from, to }: Range): ResolvedView["compare"] {
  if (name === "none") return null;
  if (name !== "same_weekdays") return { type: name };
  // Whole weeks back, so that a Monday stands beside a Monday.
  const shift = Math.ceil(daysBetween(from, to) / 7) * 7;
  return { type: "range", from: addDays(from, -shift), to: addDays(to, -shift) };
}

function grainFor(days: number): ResolvedView["grain"] {
  if (days <= 45) return "day";
  return days <= 200 ? "week" : "month";
}

/** What is left of the address names dimensions; `not.` before one leaves its members out. */
function parseFilters(report: Report, members: Record<string, unknown>): MetricFilter[] {
  return Object.entries(members).map(([name, value]) => {
    const isExcluded = name.startsWith("not.");
    const field = isExcluded ? name.slice("not.".length) : name;
    if (!report.filters.includes(field)) {
      const label = metricRegistry.dimensions.get(field)?.label;
      throw wrongField(
        name,
        label
          ? `${report.title} cannot be filtered by ${label.toLowerCase()}.`
          : `The address of a report has no part "${name.slice(0, 60)}".`,
      );
    }
    return { field, op: isExcluded ? ("not_in" as const) : ("in" as const), values: [value].flat() as string[] };
  });
}
