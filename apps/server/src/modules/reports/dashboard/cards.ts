import { type CardPlace, cardWidths, type DashboardCard, type ReportPanel } from "@console/contracts";
import { metricRegistry } from "../../metrics/index.ts";
import { metricsOf, panelsOf, pathOf, type Report } from "../report.ts";
import type { Reports } from "../reports.ts";
import { defaultViewOf } from "../resolve-view.ts";
import { domainOverviews } from "./domain-overviews.ts";

/** The cards that can be on a dashboard: every panel that shows nothing but domains with facts. */
export function availableCards(all: Reports, hasFacts: (domain: string) => boolean): DashboardCard[] {
  return [...all.values()].flatMap((report) =>
    panelsOf(report).flatMap((panel): DashboardCard[] => {
      const source = sourceOf(report, panel, all);
      if (!source || !domainsOf(panel).every(hasFacts)) return [];
      return [{ report: report.id, panel, width: panel.width ?? (panel.kind === "kpis" ? 12 : 6), source }];
    }),
  );
}

/** The cards of an arrangement; what is unknown, no longer available or there twice is left out. */
export function cardsAt(places: unknown, available: readonly DashboardCard[]): DashboardCard[] {
  const byPlace = new Map(available.map((card) => [`${card.report} ${card.panel.id}`, card]));
  const cards = (Array.isArray(places) ? places : []).flatMap((place: Partial<CardPlace> | null) => {
    const card = byPlace.get(`${place?.report} ${place?.panel}`);
    byPlace.delete(`${place?.report} ${place?.panel}`);
    return card ? [{ ...card, width: cardWidths.find((width) => width === place?.width) ?? card.width }] : [];
  });
  return cards;
}

function domainsOf(panel: ReportPanel): string[] {
  return metricsOf(panel).flatMap((id) => metricRegistry.metrics.get(id)?.domain ?? []);
}

/** Where a card leads: to its own report, or from an overview to the report of its domain, over the same days. */
function sourceOf(report: Report, panel: ReportPanel, all: Reports): DashboardCard["source"] | null {
  const [domain] = domainsOf(panel);
  const headline = report.isHidden ? domainOverviews.find((one) => one.domain === domain) : null;
  const shown = report.isHidden ? all.get(headline?.report ?? "") : report;
  if (!shown) return null;
  return {
    title: shown.title,
    path: pathOf(shown),
    panel: headline?.panel ?? panel.id,
    query: new URLSearchParams(defaultViewOf(report)).toString(),
  };
}
