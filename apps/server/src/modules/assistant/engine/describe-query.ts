import type { Assumption } from "@console/contracts";
import { type FormatChoices, formatDayRange, formatNumber } from "@console/figures/format";
import { addDays, type MetricRegistry } from "../../metrics/index.ts";
import type { AskedQuery } from "./interpret.ts";

type Reader = { registry: MetricRegistry; today: string; formats: FormatChoices };

/** What a query asks for, part by part, each of which can be changed. */
export function describeParts(query: AskedQuery, reader: Reader): Assumption[] {
  const { registry, formats } = reader;
  const label = (id: string) => registry.metrics.get(id)?.label ?? id;
  const dimension = (id: string) => registry.dimensions.get(id)?.label ?? id;
  const parts: Assumption[] = query.metrics.map((id) => ({ kind: "metric" as const, label: label(id) }));
  parts.push({ kind: "period", label: sayTime(query, reader) });
  for (const { field, op, values } of query.filters ?? []) {
    const is = op === "not_in" ? "not" : "is";
    parts.push({ kind: "filter", label: `${dimension(field)} ${is} ${values.join(" or ")}` });
  }
  for (const { metric, op, value } of query.having ?? []) {
    const unit = registry.metrics.get(metric)?.unit;
    const shown = unit === "percent" ? `${formatNumber(value * 100, formats)}%` : formatNumber(value, formats);
    parts.push({ kind: "filter", label: `${label(metric)} ${op} ${shown}` });
  }
  for (const id of query.dimensions ?? []) parts.push({ kind: "split", label: `By ${dimension(id).toLowerCase()}` });
  if (query.grain) parts.push({ kind: "split", label: `By ${query.grain}` });
  if (query.compare) parts.push({ kind: "comparison", label: sayCompare(query, reader) });
  const [sort] = query.sort ?? [];
  if (sort) {
    const limit = query.limit ?? (typeof query.limitPer === "number" ? query.limitPer : undefined);
    const words = sort.dir === "asc" ? "Lowest" : "Highest";
    const each = query.limitPer ? ` in each ${dimension(query.dimensions?.[0] ?? "").toLowerCase()}` : "";
    parts.push({ kind: "order", label: `${words}${limit ? ` ${limit}` : " first"}${each}` });
  }
  if (query.share) parts.push({ kind: "split", label: "Share of the total" });
  if (query.cumulative) parts.push({ kind: "split", label: "Running total" });
  return parts;
}

/** A query in one line: Net sales by branch, 1 – 28 Feb. */
export function sayQuery(query: AskedQuery, reader: Reader): string {
  const { registry } = reader;
  const metrics = query.metrics.map((id) => registry.metrics.get(id)?.label ?? id).join(" and ");
  const splits = [
    ...(query.dimensions ?? []).map((id) => (registry.dimensions.get(id)?.label ?? id).toLowerCase()),
    ...(query.grain ? [query.grain] : []),
  ];
  const by = splits.length > 0 ? ` by ${splits.join(" and ")}` : "";
  const filters = (query.filters ?? []).map(
    ({ op, values }) => `${op === "not_in" ? "without " : ""}${values.join(" or ")}`,
  );
  return [`${metrics}${by}`, ...filters, sayTime(query, reader)].join(", ");
}

/** The days of a query in words. */
export function sayTime({ time, metrics, grain }: AskedQuery, { registry, today, formats }: Reader): string {
  const isState = metrics.every((id) => registry.metrics.get(id)?.type === "snapshot");
  if (!time || "default" in time) return isState && !grain ? "now" : "last 30 days";
  if ("asOf" in time)
    return time.asOf === today ? "now" : `as of ${formatDayRange(time.asOf, time.asOf, today, formats)}`;
  return formatDayRange(time.from, addDays(time.to, -1), today, formats);
}

function sayCompare({ compare }: AskedQuery, { today, formats }: Reader): string {
  if (!compare) return "";
  if (compare.type === "previous_period") return "Against the period before";
  if (compare.type === "asOf") return `Against ${formatDayRange(compare.asOf, compare.asOf, today, formats)}`;
  if (compare.type !== "range") return "Against the same period last year";
  return `Against ${formatDayRange(compare.from, addDays(compare.to, -1), today, formats)}`;
}
