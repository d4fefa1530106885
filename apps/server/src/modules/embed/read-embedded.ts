import type {
  exportEmbed as exportContract,
  getEmbedReport as getContract,
  listEmbedRows as listContract,
  PanelAnswer,
  ReportView,
  RouteOutput,
  readEmbedPanel as readContract,
} from "@console/contracts";
import type { z } from "zod";
import type { Context, SnapshotContext } from "../../platform/context.ts";
import { AppError, wrongField } from "../../platform/errors.ts";
import type { FileAnswer } from "../../platform/http/endpoint.ts";
import { findClientPhone } from "../delivery/index.ts";
import { findTenant } from "../directory/index.ts";
import { addDays, listRows, readToday } from "../metrics/index.ts";
import {
  exportReport,
  getReport,
  type Report,
  type Reports,
  type ResolvedView,
  readPanel,
  resolveView,
} from "../reports/index.ts";
import { embeddedReport } from "./embedded-report.ts";
import { type LinkScope, readLinkScope } from "./link-actor.ts";

/** The report that the caller's token opens, as data. */
export async function getEmbedReport(context: Context): Promise<RouteOutput<typeof getContract>> {
  const { report, reports, scope } = openedBy(context);
  const {
    freshness,
    today,
    timeZone,
    currency,
    remembered: _,
    progress: _p,
    annotations: _a,
    views: _v,
    ...described
  } = await getReport(context, { report: report.id }, reports);
  const tenant = await findTenant(context, context.tenantId);
  return {
    ...described,
    client: scope.client,
    organisation: tenant?.name ?? "",
    phone: await readPhone(context, scope),
    today,
    timeZone,
    currency,
    firstDay: findFirstDay(scope, today),
    freshness: { ingestedAt: freshness[0]?.ingestedAt ?? null, isLate: freshness[0]?.isLate ?? false },
    isCountsOnly: scope.isCountsOnly,
    fields: listFields(scope),
    version: scope.version,
    exports: scope.canExport ? ["csv", "xlsx", "pdf"] : [],
  };
}

/** The figures of one panel of it. */
export async function readEmbedPanel(
  context: SnapshotContext,
  { panel, ...view }: z.output<(typeof readContract)["input"]>,
): Promise<PanelAnswer> {
  const { report, reports } = openedBy(context);
  return readPanel(context, { ...(await within(context, view)).view, report: report.id, panel }, reports);
}

/** The deliveries behind it, with the columns that the link shows. */
export async function listEmbedRows(
  context: SnapshotContext,
  { metric, q, sort, cursor, limit, ...view }: z.output<(typeof listContract)["input"]>,
): Promise<RouteOutput<typeof listContract>> {
  const { report } = openedBy(context);
  if (report.rows.length === 0) throw new AppError("forbidden", "This link shows numbers and no deliveries.");
  const metricId = metric ?? report.rows[0] ?? "";
  if (!report.rows.includes(metricId)) throw wrongField("metric", `Use one of: ${report.rows.join(", ")}.`);
  const { filters, time, basis } = (await within(context, view)).resolved;
  const by = sort?.replace(/^-/, "");
  const answer = await listRows(context, {
    metric: metricId,
    filters,
    time,
    limit,
    totals: !cursor,
    ...(basis && { basis }),
    ...(q && { search: q }),
    ...(cursor && { cursor }),
    ...(by && { sort: { by, dir: sort?.startsWith("-") ? ("desc" as const) : ("asc" as const) } }),
  });
  // What a row is opened with names its source; here it only tells rows apart.
  const items = answer.items.map((row) => ({ ...row, key: context.secrets.hmac("embed row", row.key).slice(0, 16) }));
  return { ...answer, items };
}

/** It as a file. */
export async function exportEmbed(
  context: SnapshotContext,
  { format, content, q, ...view }: z.output<(typeof exportContract)["input"]>,
): Promise<FileAnswer> {
  const { report, reports, scope } = openedBy(context);
  if (!scope.canExport) throw new AppError("forbidden", "This link does not allow files.");
  const request = { ...(await within(context, view)).view, report: report.id, format, content };
  return exportReport(context, { ...request, ...(q && { q }) }, reports);
}

/** The one report that the token opens: whatever else is named is not there. */
function openedBy({ actor }: Context): { report: Report; reports: Reports; scope: LinkScope } {
  const scope = readLinkScope(actor);
  if (!scope) throw new AppError("forbidden", "Open this with the token of an embedded report.");
  const report = embeddedReport(scope);
  return { report, reports: new Map([[report.id, report]]), scope };
}

/** The view that was asked for, inside the days and filters of the token. */
async function within(context: Context, input: ReportView): Promise<{ view: ReportView; resolved: ResolvedView }> {
  const { report, scope } = openedBy(context);
  const view: ReportView = { ...input };
  for (const [field, values] of Object.entries(scope.locked)) {
    const names = [input[field] ?? values].flat().map(String);
    const beyond = names.find((value) => !values.includes(value));
    if (beyond !== undefined) throw wrongField(field, `${beyond.slice(0, 60)} is not shown here.`);
    view[field] = names;
  }
  const today = await readToday(context);
  const resolved = resolveView(report, view, today);
  const { from, to } = resolved.time;
  const first = findFirstDay(scope, today);
  if (from < first) throw wrongField(input.period ? "period" : "from", `This link shows days from ${first} on.`);
  if (to > addDays(today, 1)) throw wrongField("to", "This link shows no days after today.");
  return { view, resolved };
}

function findFirstDay({ days }: LinkScope, today: string): string {
  return addDays(today, 1 - days);
}

function listFields({ fields }: LinkScope): RouteOutput<typeof getContract>["fields"] {
  return fields as RouteOutput<typeof getContract>["fields"];
}

/** The client's own number as the provider knows it. */
async function readPhone(context: Context, { fields, clientKey }: LinkScope): Promise<string | null> {
  if (!fields.includes("phone")) return null;
  return findClientPhone(context, clientKey);
}
