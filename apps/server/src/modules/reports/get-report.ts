import type { getReport as contract, RouteOutput } from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { listProgress } from "../../platform/progress/progress-store.ts";
import { findTenant, readPreferences, writePreference } from "../directory/index.ts";
import { dayIn, loadMetricState, type MetricRegistry } from "../metrics/index.ts";
import { selectAnnotations } from "./annotation-store.ts";
import { viewedChoice } from "./list-reports.ts";
import { pathForReport, type Report } from "./report.ts";
import { freshnessByDomain } from "./report-freshness.ts";
import { reports as productReports, type Reports, requireReport } from "./reports.ts";
import { defaultViewFor } from "./resolve-view.ts";
import { selectViews } from "./view-store.ts";

/** Told that someone has begun to look at a report. */
export type OnReportView = (context: Context, report: string) => void;

/** Someone who comes back within this time is still looking. */
const viewMs = 15 * 60_000;

/** One report as data, with what the caller needs to show it. */
export async function getReport(
  context: Context,
  { report: id }: z.output<(typeof contract)["input"]>,
  all: Reports = productReports,
  onView: OnReportView = () => {},
): Promise<RouteOutput<typeof contract>> {
  const report = requireReport(all, id);
  if (context.isPlatformAccess && !(await findTenant(context, context.tenantId)))
    throw new AppError("not_found", "There is no such tenant.");
  const metricState = await loadMetricState(context);
  const { timeZone, currency } = metricState.settings;
  return {
    ...describeReport(report, metricState.registry),
    freshness: freshnessByDomain(report, metricState, context.now),
    today: dayIn(timeZone, context.now),
    timeZone,
    currency,
    remembered: await rememberView(context, id, onView),
    progress: await listProgress(context),
    annotations: await selectAnnotations(context),
    views: await selectViews(context, id),
  };
}

function describeReport(report: Report, registry: MetricRegistry) {
  return {
    id: report.id,
    title: report.title,
    question: report.question,
    path: pathForReport(report),
    domains: [...report.domains],
    filters: report.filters.map((dimension) => {
      const filter = registry.dimensions.get(dimension);
      return { dimension, label: filter?.label ?? dimension, members: filter?.members ? [...filter.members] : null };
    }),
    defaults: defaultViewFor(report),
    bases: [...(report.bases ?? [])],
    sections: report.sections.map(({ title, panels }) => ({ title: title ?? null, panels: [...panels] })),
    rows: report.rows.map((metric) => ({ metric, label: registry.metrics.get(metric)?.label ?? metric })),
  };
}

/** Notes that the caller has looked at a report; gives how it was left the last time. */
async function rememberView(caller: Context, report: string, onView: OnReportView): Promise<string | null> {
  const { actor, ...context } = caller;
  if (actor.kind !== "user" || context.isPlatformAccess) return null;
  const scope = { ...context, uid: actor.uid };
  const choiceName = `report:${report}`;
  const choices = await readPreferences(scope, [choiceName, viewedChoice]);
  const viewed = choices.get(viewedChoice);
  const earlier: Record<string, unknown> = typeof viewed === "object" && viewed !== null ? { ...viewed } : {};
  const lastAt = Date.parse(String(earlier[report] ?? ""));
  if (Number.isNaN(lastAt) || context.now.getTime() - lastAt >= viewMs) onView(caller, report);
  await writePreference(scope, viewedChoice, { ...earlier, [report]: context.now.toISOString() });
  const lastView = choices.get(choiceName);
  return typeof lastView === "string" ? lastView : null;
}
