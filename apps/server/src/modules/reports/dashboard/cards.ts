import { type CardPlace, cardWidths, type DashboardCard, type ReportPanel } from "@console/contracts";
import { metricRegistry } from "../../metrics/index.ts";
import { metricsInPanel } from "../panels/panel-kinds.ts";
import { listPanels, pathForReport, type Report } from "../report.ts";
import type { Reports } from "../reports.ts";
import { defaultViewFor } from "../resolve-view.ts";
import { domainOverviews } from "./domain-overviews.ts";

/** The cards that can be on a dashboard: every panel that shows nothing but domains with facts. */
export function availableCards(all: Reports, hasFacts: (domain: string) => boolean): DashboardCard[] {
  return [...all.values()].flatMap((report) =>
    listPanels(report).flatMap((panel): DashboardCard[] => {
      const source = findSource(report, panel, all);
      if (!source || !domainsInPanel(panel).every(hasFacts)) return [];
      return [{ report: report.id, panel, width: panel.width ?? (panel.kind === "kpis" ? 12 : 6), source }];
    }),
  );
}

/** The cards of an arrangement; what is unknown, no longer available or there twice is left out. */
export function cardsAt(placements: unknown, available: readonly DashboardCard[]): DashboardCard[] {
  const byPlacement = new Map(available.map((card) => [`${card.report} ${card.panel.id}`, card]));
  const cards = (Array.isArray(placements) ? placements : []).flatMap((placement: Partial<CardPlace> | null) => {
    const card = byPlacement.get(`${placement?.report} ${placement?.panel}`);
    byPlacement.delete(`${placement?.report} ${placement?.panel}`);
    return card ? [{ ...card, width: cardWidths.find((width) => width === placement?.width) ?? card.width }] : [];
  });
  return cards;
}

function domainsInPanel(panel: ReportPanel): string[] {
  return metricsInPanel(panel).flatMap((id) => metricRegistry.metrics.get(id)?.domain ?? []);
}

/** Where a card leads: to its own report, or from an overview to the report of its domain, over the same days. */
function findSource(report: Report, panel: ReportPanel, all: Reports): DashboardCard["source"] | null {
  const [domain] = domainsInPanel(panel);
  const headline = report.isHidden ? domainOverviews.find((one) => one.domain === domain) : null;
  const visibleReport = report.isHidden ? all.get(headline?.report ?? "") : report;
  if (!visibleReport) return null;
  return {
    title: visibleReport.title,
    path: pathForReport(visibleReport),
    panel: headline?.panel ?? panel.id,
    query: new URLSearchParams(defaultViewFor(report)).toString(),
  };
}
