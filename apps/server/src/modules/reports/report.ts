import type { ComparisonName, DateBasis, PeriodName, ReportPanel } from "@console/contracts";
import type { Domain } from "../metrics/index.ts";

/** A report as its maker writes it: what it answers, what narrows it, and its panels in their order. */
export type Report = {
  /** Also the last part of its page's address. */
  id: string;
  title: string;
  /** What it answers, in one line. */
  question: string;
  /** The domains of the metrics that its figures come from. */
  domains: readonly Domain[];
  /** Dimensions that it can be narrowed by. */
  filters: readonly string[];
  sections: readonly { title?: string; panels: readonly ReportPanel[] }[];
  /** Metrics whose rows are listed under the panels. */
  rows: readonly string[];
  /** It has a page of its own in the tenant's area; any other is shown under /tenant/reports. */
  hasOwnPage?: true;
  /** It is shown at this address instead. */
  path?: string;
  /** Its panels stand on dashboards alone; it is left out of the catalogue. */
  isHidden?: true;
  period?: PeriodName;
  compare?: ComparisonName;
  bases?: readonly DateBasis[];
};

/** The address of a report's page. */
export function pathForReport({ id, hasOwnPage, path }: Report): string {
  if (path) return path;
  return hasOwnPage ? `/tenant/${id}` : `/tenant/reports/${id}`;
}

/** All panels of a report. */
export function listPanels({ sections }: Report): ReportPanel[] {
  return sections.flatMap(({ panels }) => panels);
}
