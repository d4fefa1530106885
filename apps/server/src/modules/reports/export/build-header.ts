import type { ReportView } from "@console/contracts";
import { publicAddress } from "../../../platform/config.ts";
import type { Context } from "../../../platform/context.ts";
import type { ExportHeader } from "../../../platform/spreadsheets/export-book.ts";
import { findTenant, findUser } from "../../directory/index.ts";
import { addDays, loadMetricState } from "../../metrics/index.ts";
import { pathForReport, type Report } from "../report.ts";
import { readReportFreshness } from "../report-freshness.ts";
import type { ResolvedView } from "../resolve-view.ts";

/** Who asked for a file. */
export type Asker = { uid: string | null };

/** What stands above a file's data, so that it can be understood and opened again as a live view. */
export async function buildHeader(
  context: Context,
  report: Report,
  { view, query, asker }: { view: ResolvedView; query: string; asker: Asker },
): Promise<{ header: ExportHeader; currency: string }> {
  const metricState = await loadMetricState(context);
  const tenant = await findTenant(context, context.tenantId);
  const user = asker.uid ? await findUser(context, asker.uid) : null;
  const { ingestedAt } = readReportFreshness(report, metricState, context.now);
  const { from, to } = view.time;
  const comparison = view.comparison === "none" ? "" : `, compared: ${view.comparison.replaceAll("_", " ")}`;
  const basis = view.basis ? `, by the day ${view.basis}` : "";
  return {
    currency: metricState.settings.currency,
    header: {
      title: report.title,
      tenant: tenant?.name ?? context.tenantId,
      filters: view.filters.map(({ field, op, values }) => ({
        label: metricState.registry.dimensions.get(field)?.label ?? field,
        value: `${op === "not_in" ? "not " : ""}${values.join(", ")}`,
      })),
      period: `${from} to ${addDays(to, -1)}${comparison}${basis}`,
      timeZone: metricState.settings.timeZone,
      asOf: ingestedAt ?? "No data yet",
      generatedAt: context.now.toISOString(),
      by: user?.name ?? user?.email ?? "the product",
      link: `${publicAddress(context.config)}${pathForReport(report)}${query ? `?${query}` : ""}`,
    },
  };
}

/** The query of a view as an address holds it. */
export function toQueryString(view: ReportView): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(view)) {
    for (const one of [value ?? []].flat()) query.append(name, String(one));
  }
  return query.toString();
}
