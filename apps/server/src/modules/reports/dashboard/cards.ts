import {
  cardWidths,
  type DashboardCard,
  type PanelCard,
  type PinCard,
  type PinnedAnswer,
  type ReportPanel,
} from "@console/contracts";
import { metricRegistry } from "../../metrics/index.ts";
import { metricsInPanel } from "../panels/panel-kinds.ts";
import { listPanels, pathForReport, type Report } from "../report.ts";
import type { Reports } from "../reports.ts";
import { defaultViewFor } from "../resolve-view.ts";
import { domainOverviews } from "./domain-overviews.ts";

/** The cards that can be on a dashboard: every panel that shows nothing but domains with facts. */
export function availableCards(all: Reports, hasFacts: (domain: string) => boolean): PanelCard[] {
  return [...all.values()].flatMap((report) =>
    listPanels(report).flatMap((panel): PanelCard[] => {
      const source = findSource(report, panel, all);
      if (!source || !domainsInPanel(panel).every(hasFacts)) return [];
      return [{ report: report.id, panel, width: panel.width ?? (panel.kind === "kpis" ? 12 : 6), source }];
    }),
  );
}

/** The cards that a person's pinned answers can be. */
export function pinCards(pins: readonly PinnedAnswer[]): PinCard[] {
  return pins.map(({ id, title }) => ({ pin: id, title, width: 6 }));
}

/** A place as it may have been kept: nobody has checked it. */
type KeptPlace = { report?: unknown; panel?: unknown; pin?: unknown; width?: unknown } | null;

/** The cards of an arrangement; what is unknown, no longer available or there twice is left out. */
export function cardsAt<Card extends DashboardCard>(placements: unknown, available: readonly Card[]): Card[] {
  const byPlace = new Map(available.map((card) => [cardKey(card), card]));
  return (Array.isArray(placements) ? placements : []).flatMap((placement: KeptPlace) => {
    const key = placeKey(placement);
    const card = byPlace.get(key);
    byPlace.delete(key);
    return card ? [{ ...card, width: cardWidths.find((width) => width === placement?.width) ?? card.width }] : [];
  });
}

function cardKey(card: DashboardCard): string {
  return placeKey("pin" in card ? card : { report: card.report, panel: card.panel.id });
}

function placeKey(place: KeptPlace): string {
  return place?.pin === undefined ? `${place?.report} ${place?.panel}` : `pin ${place.pin}`;
}

function domainsInPanel(panel: ReportPanel): string[] {
  return metricsInPanel(panel).flatMap((id) => metricRegistry.metrics.get(id)?.domain ?? []);
}

/** Where a card leads: to its own report, or from an overview to the report of its domain, over the same days. */
function findSource(report: Report, panel: ReportPanel, all: Reports): PanelCard["source"] | null {
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
