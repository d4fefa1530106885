import type { ReportPanel } from "@console/contracts";
import type { MetricRegistry } from "../metrics/index.ts";
import type { AskedQuery } from "./engine/interpret.ts";

/** How an answer is drawn: as figures, along time, as a ranking or as a table of two dimensions. */
export function choosePanel(query: AskedQuery, title: string, { metrics: known }: MetricRegistry): ReportPanel | null {
  const { metrics, dimensions = [], grain } = query;
  const [metric = ""] = metrics;
  const [first, second] = dimensions;
  const base = { id: "answer", title, width: 12 as const };
  if (dimensions.length > 2 || (dimensions.length > 1 && grain)) return null;
  if (grain) {
    const isAdditive = known.get(metric)?.type === "flow";
    if (first === undefined)
      return { ...base, kind: "trend", metrics, as: isAdditive && metrics.length === 1 ? "bar" : "line" };
    return { ...base, kind: "trend", metrics: [metric], by: first, as: "line" };
  }
  if (first !== undefined && second !== undefined)
    return { ...base, kind: "pivot", metric, rows: first, columns: second };
  if (first !== undefined) return { ...base, kind: "ranking", metrics, by: first };
  return { ...base, kind: "kpis", metrics };
}
