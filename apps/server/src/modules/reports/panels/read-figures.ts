import type { PanelForKind } from "@console/contracts";
import { isUsualChange } from "@console/figures/measure-change";
import { daysBetween, metricRegistry } from "../../metrics/index.ts";
import { ask, askable, compared, type PanelReading, type Question, type Reader } from "./ask.ts";

/** More metrics than this are asked for in several questions. */
const mostMetrics = 6;

/** Figures with their course over the period, and whether they moved by more than they usually do. */
export async function readKpis(panel: PanelForKind<"kpis">, reader: Reader): Promise<PanelReading<"kpis">> {
  const { metrics, leftOut } = askable(panel.metrics, reader);
  const { from, to } = reader.view.time;
  // A course needs a handful of points, so that a short period is told by its days whatever the charts show.
  const grain = daysBetween(from, to) <= 92 ? "day" : reader.view.grain;
  const questions: Question[] = [];
  for (let first = 0; first < metrics.length; first += mostMetrics) {
    const some = metrics.slice(first, first + mostMetrics);
    questions.push(await ask(reader, { metrics: some, ...(reader.ahead ? {} : { grain }), ...compared(reader) }));
  }
  const noise = questions.flatMap(({ query, answer }) => query.metrics.filter((id) => isUsualChange(id, answer)));
  return { questions, noise, leftOut };
}

/** Metrics along time; a single one is compared, one that is split shows its largest members. */
export async function readTrend(panel: PanelForKind<"trend">, reader: Reader): Promise<PanelReading<"trend">> {
  const { metrics, leftOut } = askable([...panel.metrics, ...(panel.target ? [panel.target] : [])], reader);
  const metricIds = metrics.filter((id) => panel.metrics.includes(id));
  if (metricIds.length === 0) return { questions: [], noise: [], leftOut };
  const { grain } = reader.view;
  const split = panel.by ? { dimensions: [panel.by], ...limitFor(panel.by) } : {};
  const isSingle = metricIds.length === 1 && !panel.by;
  const questions = [await ask(reader, { metrics: metricIds, grain, ...split, ...(isSingle ? compared(reader) : {}) })];
  if (panel.target && metrics.includes(panel.target)) {
    questions.push(await ask(reader, { metrics: [panel.target], grain }));
  }
  return { questions, noise: [], leftOut };
}

/** Lists that are fixed are shown whole; of others the largest, and the rest together. */
export function limitFor(dimension: string, most = 6): { limit?: number; other?: boolean } {
  return metricRegistry.dimensions.get(dimension)?.members ? {} : { limit: most, other: true };
}
