import type { PanelPlace } from "@console/contracts";
import type { Domain } from "../../metrics/index.ts";

/** What a dashboard tells of a domain. */
export type DomainOverview = {
  domain: Domain;
  /** What its source is called. */
  label: string;
  /** The panel of a report that holds its headline figures. */
  report: string;
  panel: string;
  /** Dimensions whose members explain a change, the first that can, with the word that puts one into a sentence. */
  by: readonly { dimension: string; at: "at" | "in" | "with" }[];
  /** Its cards on a dashboard that nobody has arranged. */
  cards: readonly PanelPlace[];
};

/** Every domain, in the order in which dashboards show them. */
export const domainOverviews: readonly DomainOverview[] = [
  {
    domain: "delivery",
    label: "Delivery",
    report: "tookan-report",
    panel: "headline",
    by: [{ dimension: "depot", at: "at" }],
    cards: [
      { report: "overview", panel: "delivery", width: 12 },
      { report: "overview-month", panel: "delivery", width: 6 },
      { report: "tookan-report", panel: "on-time", width: 6 },
    ],
  },
  {
    domain: "warehouse",
    label: "Warehouse",
    report: "warehouse-report",
    panel: "headline",
    by: [{ dimension: "warehouse", at: "at" }],
    cards: [
      { report: "overview", panel: "warehouse", width: 12 },
      { report: "overview-month", panel: "warehouse", width: 6 },
      { report: "warehouse-report", panel: "flow", width: 6 },
    ],
  },
  {
    domain: "sales",
    label: "Genesis",
    report: "genesis-report",
    panel: "headline",
    by: [{ dimension: "branch", at: "at" }],
    cards: [
      { report: "overview", panel: "sales", width: 12 },
      { report: "overview-month", panel: "sales", width: 6 },
      { report: "branch-report", panel: "target", width: 6 },
    ],
  },
  {
    domain: "documents",
    label: "Documents",
    report: "docman-report",
    panel: "headline",
    by: [{ dimension: "department", at: "in" }],
    cards: [
      { report: "overview", panel: "documents", width: 12 },
      { report: "overview-month", panel: "documents", width: 6 },
      { report: "docman-report", panel: "queue", width: 6 },
    ],
  },
  {
    domain: "ledger",
    label: "Ledger",
    report: "genesis-report",
    panel: "money",
    by: [
      { dimension: "branch", at: "at" },
      { dimension: "customer", at: "with" },
      { dimension: "supplier", at: "with" },
    ],
    cards: [
      { report: "overview-month", panel: "ledger", width: 6 },
      { report: "genesis-report", panel: "profit", width: 6 },
    ],
  },
];
