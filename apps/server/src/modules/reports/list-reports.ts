import type { listReports as contract, RouteOutput, TenantDocument } from "@console/contracts";
import type { Context } from "../../platform/context.ts";
import { findTenant, readChoices } from "../directory/index.ts";
import { type Figures, metricRegistry, readFigures } from "../metrics/index.ts";
import { dimensionsOf, metricsOf, panelsOf, pathOf, type Report } from "./report.ts";
import { freshnessOf } from "./report-freshness.ts";
import { selectReportRequests } from "./report-request-store.ts";
import { reports as productReports, type Reports } from "./reports.ts";
import { reportsGivenTo } from "./reports-given.ts";

/** The domain that the tenants of a kind of source have, also before any of its facts have come in. */
export const domainsOfSource: Record<string, string> = {
  Tookan: "delivery",
  Warehouse: "warehouse",
  Genesis: "sales",
  Docman: "documents",
};

const sourceNames: Record<string, string> = {
  ...Object.fromEntries(Object.entries(domainsOfSource).map(([source, domain]) => [domain, source])),
  ledger: "Ledger",
};

/** What the sources of a report are called. */
export function sourcesOf({ domains }: Pick<Report, "domains">): string[] {
  return domains.map((domain) => sourceNames[domain] ?? domain);
}

/** Whether a tenant has a report: its facts, or a source that will bring them. */
export function isAvailable(report: Report, tenant: TenantDocument | null, figures: Figures): boolean {
  const expected = domainsOfSource[tenant?.aiq_type ?? ""];
  if (expected && report.domains.includes(expected)) return true;
  return freshnessOf(report, figures).some(({ firstDay }) => firstDay !== null);
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
  const figures = await readFigures(context);
  const tenant = await findTenant(context, context.tenantId);
  const choices = await choicesOf(context);
  const offered = [...(await reportsGivenTo(context, all)).values()].filter(({ isHidden }) => !isHidden);
  const items = offered
    .filter((report) => isAvailable(report, tenant, figures))
    .map((report) => {
      const freshness = freshnessOf(report, figures);
      const known = (values: (string | null)[]) => values.flatMap((value) => value ?? []).sort();
      return {
        id: report.id,
        title: report.title,
        question: report.question,
        path: pathOf(report),
        domains: [...report.domains],
        sources: sourcesOf(report),
        words: wordsOf(report),
        panels: panelsOf(report).map(({ title }) => title),
        metrics: metricNamesOf(report),
        headline: panelsOf(report).find(({ kind, ahead }) => kind === "kpis" && !ahead) ?? null,
        ingestedAt: known(freshness.map(({ ingestedAt }) => ingestedAt))[0] ?? null,
        firstDay: known(freshness.map(({ firstDay }) => firstDay))[0] ?? null,
        lastDay: known(freshness.map(({ lastDay }) => lastDay)).at(-1) ?? null,
        isFavourite: choices.favourites.includes(report.id),
        viewedAt: choices.viewed[report.id] ?? null,
      };
    });
  const asked = await selectReportRequests(context);
  const missing = offered
    .filter((report) => !isAvailable(report, tenant, figures))
    .map((report) => ({
      id: report.id,
      title: report.title,
      question: report.question,
      sources: sourcesOf(report),
      askedAt: asked.find((request) => request.report === report.id)?.askedAt.toISOString() ?? null,
    }));
  return { items, missing };
}

async function choicesOf({ actor, ...context }: Context) {
  if (actor.kind !== "user") return { favourites: [], viewed: {} };
  const choices = await readChoices({ ...context, uid: actor.uid }, [favouritesChoice, viewedChoice]);
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

function metricNamesOf(report: Report): string[] {
  const ids = panelsOf(report).flatMap(metricsOf);
  return [...new Set(ids.flatMap((id) => metricRegistry.metrics.get(id)?.label ?? []))];
}

/** What a report can be found by: the names of all that it shows. */
function wordsOf(report: Report): string[] {
  const metrics = panelsOf(report).flatMap(metricsOf);
  const dimensions = [...report.filters, ...panelsOf(report).flatMap(dimensionsOf)];
  const titles = panelsOf(report).map(({ title }) => title);
  const named = [
    ...metrics.flatMap((id) => metricRegistry.metrics.get(id) ?? []),
    ...dimensions.flatMap((id) => metricRegistry.dimensions.get(id) ?? []),
  ];
  return [...new Set([...named.flatMap(({ id, label, synonyms }) => [label, ...synonyms, id]), ...titles])];
}
