import {
  type MetricAnswer,
  type MetricQuery,
  type MetricQueryInput,
  metricQuery,
  type PanelAnswerFor,
  type PanelKind,
} from "@console/contracts";
import type { SnapshotContext } from "../../../platform/context.ts";
import { addDays, queryMetrics, type TenantMetricState } from "../../metrics/index.ts";
import type { ResolvedView } from "../resolve-view.ts";

/** A question with its answer. */
export type Question = { query: MetricQuery; answer: MetricAnswer };

/** What a panel reads with: the caller's tenant and the state of its facts, the settled view, and for how many days ahead it is read. */
export type Reader = {
  context: SnapshotContext;
  metricState: TenantMetricState;
  view: ResolvedView;
  ahead: number | undefined;
};

/** What is read for a panel of one kind: its answer without the names of the panel and its kind. */
export type PanelReading<Kind extends PanelKind> = Omit<PanelAnswerFor<Kind>, "panel" | "kind">;

/** What is read for a panel that shows its questions and nothing beside them. */
export type PlainReading = PanelReading<"kpis">;

/** A figure that was not asked for, with the reason. */
export type LeftOut = { name: string; reason: string };

/** Asks for metrics under the view's period, filters and basis; what a panel says itself wins. */
export async function ask({ context, metricState, view, ahead }: Reader, own: MetricQueryInput): Promise<Question> {
  const time = ahead ? { from: view.today, to: addDays(view.today, ahead) } : view.time;
  const query = metricQuery.parse({
    filters: view.filters,
    time,
    ...(view.basis && !ahead ? { basis: view.basis } : {}),
    ...own,
  });
  return { query, answer: await queryMetrics(context, query, metricState) };
}

/** The view's comparison as part of a question; nothing is held against days that lie ahead. */
export function compared({ view, ahead }: Reader): Pick<MetricQueryInput, "compare"> {
  return view.compare && !ahead ? { compare: view.compare } : {};
}

/** Metrics that the view's filters apply to; the others would show more than was asked for, so they are left out. */
export function askable(
  metrics: readonly string[],
  { view, metricState: { registry } }: Reader,
): { metrics: string[]; leftOut: LeftOut[] } {
  const leftOut: LeftOut[] = [];
  const applicable = metrics.filter((id) => {
    const metric = registry.metrics.get(id);
    if (!metric) return false;
    const works = registry.dimensionsFor(metric);
    const lacking = view.filters.find(({ field }) => !works.includes(field));
    if (!lacking) return true;
    const label = registry.dimensions.get(lacking.field)?.label ?? lacking.field;
    leftOut.push({ name: metric.label, reason: `It cannot be filtered by ${label.toLowerCase()}.` });
    return false;
  });
  return { metrics: applicable, leftOut };
}

/** A figure whose total is not known, with what it needs; null where it is known. */
export function findUnknown(
  { answer }: Question,
  metric: string,
  { metricState: { registry } }: Reader,
): LeftOut | null {
  const { label = "", coverage } = registry.metrics.get(metric) ?? {};
  if (answer.totals[metric] !== null) return null;
  return { name: label, reason: coverage ? `It is not known: it needs ${coverage.needs}.` : "It is not known." };
}
