import type { listReports as contract, RouteOutput, TenantDocument } from "@console/contracts";
import type { Context } from "../../platform/context.ts";
import { findTenant, readPreferences } from "../directory/index.ts";
import { type Domain, loadMetricState, metricRegistry, type TenantMetricState } from "../metrics/index.ts";
import { dimensionsInPanel, metricsInPanel } from "./panels/panel-kinds.ts";
import { listPanels, pathForReport, type Report } from "./report.ts";
import { freshnessByDomain, readReportFreshness } from "./report-freshness.ts";
import { type ReportRequest, selectReportRequests } from "./report-request-store.ts";
import { reports as productReports, type Reports } from "./reports.ts";
import { reportsAllowedFor } from "./reports-allowed.ts";

/** The domain that the tenants of a kind of source have, also before any of its facts have come in. */
export const domainBySource: Record<string, Domain> = {
  Tookan: "delivery",
  Warehouse: "warehouse",
  Genesis: "sales",
  Docman: "documents",
};

const sourceNames: Record<string, string> = {
  ...Object.fromEntries(Object.entries(domainBySource).map(([source, domain]) => [domain, source])),
  ledger: "Ledger",
};

/** What the sources of a report are called. */
export function sourceNamesFor({ domains }: Pick<Report, "domains">): string[] {
  return domains.map((domain) => sourceNames[domain] ?? domain);
}

/** Whether a tenant has a report: its facts, or a source that will bring them. */
export function isAvailable(
  report: Pick<Report, "domains">,
  tenant: TenantDocument | null,
  metricState: TenantMetricState,
  now: Date,
): boolean {
  const expected = domainBySource[tenant?.aiq_type ?? ""];
  if (expected && report.domains.includes(expected)) return true;
  return freshnessByDomain(report, metricState, now).some(({ firstDay }) => firstDay !== null);
}

/** The names under which a person's favourite reports and last looks are kept. */
export const favouritesChoice = "favourite-reports";
export const viewedChoice = "viewed-reports";

/** The reports of the caller's tenant: those whose facts it has or its source will bring, and those that it can ask for. */
export async function listReports(
  context: Context,
  _input: unknown,
  all: Reports = productReports,
): Promise<RouteOutput<typeof contract>> {
  const metricState = await loadMetricState(context);
  const tenant = await findTenant(context, context.tenantId);
  const choices = await readReportChoices(context);
  const offered = [...(await reportsAllowedFor(context, all)).values()].filter(({ isHidden }) => !isHidden);
  const items = offered
    .filter((report) => isAvailable(report, tenant, metricState, context.now))
    .map((report) => {
      const freshness = freshnessByDomain(report, metricState, context.now);
      const sortKnown = (values: (string | null)[]) => values.flatMap((value) => value ?? []).sort();
      return {
        id: report.id,
        title: report.title,
        question: report.question,
        path: pathForReport(report),
        domains: [...report.domains],
        beginnings: findBeginnings(report),
        sources: sourceNamesFor(report),
        words: listSearchWords(report),
        panels: listPanels(report).map(({ title }) => title),
        metrics: listMetricNames(report),
        headline: listPanels(report).find(({ kind, ahead }) => kind === "kpis" && !ahead) ?? null,
        ...readReportFreshness(report, metricState, context.now),
        firstDay: sortKnown(freshness.map(({ firstDay }) => firstDay))[0] ?? null,
        lastDay: sortKnown(freshness.map(({ lastDay }) => lastDay)).at(-1) ?? null,
        isFavourite: choices.favourites.includes(report.id),
        viewedAt: choices.viewed[report.id] ?? null,
      };
    });
  const requests = await selectReportRequests(context, [...all.keys()]);
  const missing = offered
    .filter((report) => !isAvailable(report, tenant, metricState, context.now))
    .map((report) => ({
      id: report.id,
      title: report.title,
      question: report.question,
      sources: sourceNamesFor(report),
      request: describeRequest(requests, report, context),
    }));
  return { items, missing };
}

/** What became of the last request for a report; nothing where it was taken back or has lapsed. */
function describeRequest(requests: readonly ReportRequest[], { id }: Report, { actor }: Context) {
  const request = requests.find(({ report }) => report === id);
  if (!request || request.state === "withdrawn" || request.state === "closed") return null;
  const { state, answer, asked_by, created_at } = request;
  return { askedAt: created_at.toISOString(), state, answer, isMine: actor.kind === "user" && actor.uid === asked_by };
}

async function readReportChoices({ actor, ...context }: Context) {
  if (actor.kind !== "user") return { favourites: [], viewed: {} };
  const choices = await readPreferences({ ...context, uid: actor.uid }, [favouritesChoice, viewedChoice]);
  const favourites = choices.get(favouritesChoice);
  const viewed = choices.get(viewedChoice);
  return {
    favourites: Array.isArray(favourites) ? favourites.filter((id) => typeof id === "string") : [],
    viewed: Object.fromEntries(
      Object.entries(typeof viewed === "object" && viewed !== null ? viewed : {}).filter(
        (entry): entry is [string, string] => !Number.isNaN(Date.parse(String(entry[1]))),
      ),
    ),
  };
}

/** The section of a report in which the figures of each of its domains begin. */
function findBeginnings({ domains, sections }: Report): Record<string, number> {
  const shown = sections.map(
    ({ panels }) => new Set(panels.flatMap(metricsInPanel).map((id) => metricRegistry.metrics.get(id)?.domain)),
  );
  return Object.fromEntries(
    domains.map((domain) => [
      domain,
      Math.max(
        0,
        shown.findIndex((own) => own.has(domain)),
      ),
    ]),
  );
}

function listMetricNames(report: Report): string[] {
  const ids = listPanels(report).flatMap(metricsInPanel);
  return [...new Set(ids.flatMap((id) => metricRegistry.metrics.get(id)?.label ?? []))];
}

/** What a report can be found by: the names of all that it shows. */
function listSearchWords(report: Report): string[] {
  const metrics = listPanels(report).flatMap(metricsInPanel);
  const dimensions = [...report.filters, ...listPanels(report).flatMap(dimensionsInPanel)];
  const titles = listPanels(report).map(({ title }) => title);
  const definitions = [
    ...metrics.flatMap((id) => metricRegistry.metrics.get(id) ?? []),
    ...dimensions.flatMap((id) => metricRegistry.dimensions.get(id) ?? []),
  ];
  return [...new Set([...definitions.flatMap(({ id, label, synonyms }) => [label, ...synonyms, id]), ...titles])];
}
