import type { MetricFilter, NarrowedRows, ReportView, UserDocument } from "@console/contracts";
import { type FormatChoices, formatDate, formatDayRange } from "@console/figures/format";
import { publicAddress } from "../../../platform/config.ts";
import { type Context, readFormats } from "../../../platform/context.ts";
import type { ExportHeader } from "../../../platform/spreadsheets/export-book.ts";
import { findTenant } from "../../directory/index.ts";
import { addDays, loadMetricState, type TenantMetricState } from "../../metrics/index.ts";
import { toPageQuery } from "../move-end.ts";
import { pathForReport, type Report } from "../report.ts";
import { readReportFreshness } from "../report-freshness.ts";
import type { ResolvedView } from "../resolve-view.ts";

/** Who asked for a file. */
export type Asker = { uid: string | null };

type HeaderInput = {
  view: ResolvedView;
  query: string;
  user: UserDocument | null;
  narrowed?: NarrowedRows | undefined;
};

/** What stands above a file's data, so that it can be understood and opened again as a live view. */
export async function buildHeader(
  context: Context,
  report: Report,
  { view, query, user, narrowed }: HeaderInput,
): Promise<{ header: ExportHeader; currency: string }> {
  const metricState = await loadMetricState(context);
  const tenant = await findTenant(context, context.tenantId);
  const formats = readFormats(context);
  const { ingestedAt } = readReportFreshness(report, metricState, context.now);
  return {
    currency: metricState.settings.currency,
    header: {
      title: report.title,
      tenant: tenant?.name ?? context.tenantId,
      filters: [
        ...(narrowed ? [{ label: "Rows behind", value: narrowed.label }] : []),
        ...nameFilters(narrowed?.filters ?? view.filters, metricState),
      ],
      period: narrowed ? sayNarrowedDays(narrowed, formats) : sayDays(view, formats),
      timeZone: metricState.settings.timeZone,
      dateFormat: formats.dateFormat,
      asOf: ingestedAt ?? "No data yet",
      generatedAt: context.now.toISOString(),
      by: user?.name ?? user?.email ?? "the product",
      link: `${publicAddress(context.config)}${pathForReport(report)}${query ? `?${toPageQuery(query)}` : ""}`,
    },
  };
}

function sayDays({ time: { from, to }, comparison, basis }: ResolvedView, formats: FormatChoices): string {
  const compared = comparison === "none" ? "" : `, compared: ${comparison.replaceAll("_", " ")}`;
  return `${formatDayRange(from, addDays(to, -1), null, formats)}${compared}${sayBasis(basis)}`;
}

/** The days of the rows behind one figure, which may be fewer than the report's. */
function sayNarrowedDays({ time, basis }: NarrowedRows, formats: FormatChoices): string {
  if ("from" in time) return `${formatDayRange(time.from, addDays(time.to, -1), null, formats)}${sayBasis(basis)}`;
  return "asOf" in time ? `up to ${formatDate(time.asOf, formats)}` : "all days";
}

function sayBasis(basis: string | null | undefined): string {
  return basis ? `, by the day ${basis}` : "";
}

function nameFilters(filters: readonly MetricFilter[], { registry }: Pick<TenantMetricState, "registry">) {
  return filters.map(({ field, op, values }) => ({
    label: registry.dimensions.get(field)?.label ?? field,
    value: `${op === "not_in" ? "not " : ""}${values.join(", ")}`,
  }));
}

/** What a file is about, in one line: which rows, which days, and what they are narrowed by. */
export async function summariseExport(
  context: Context,
  view: ResolvedView,
  narrowed: NarrowedRows | undefined,
): Promise<string> {
  const filters = nameFilters(view.filters, await loadMetricState(context));
  const formats = readFormats(context);
  const time = narrowed && "from" in narrowed.time ? narrowed.time : view.time;
  return [
    ...(narrowed ? [narrowed.label] : []),
    formatDayRange(time.from, addDays(time.to, -1), null, formats),
    ...filters.map(({ label, value }) => `${label}: ${value}`),
  ].join(" · ");
}

/** A view as a query. */
export function toQueryString(view: ReportView): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(view)) {
    for (const one of [value ?? []].flat()) query.append(name, String(one));
  }
  return query.toString();
}
