import type { EmbedField, ReportPanel } from "@console/contracts";
import type { Confinement } from "../../platform/context.ts";
import { type Report, reports } from "../reports/index.ts";
import type { LinkScope } from "./link-actor.ts";

/** The report whose definitions visitors see a part of. */
export const reportShown = "tookan-report";

/** The panels of it that visitors see, and the field that must be shown for them. */
const shownPanels: Readonly<Record<string, EmbedField | null>> = {
  headline: null,
  outcomes: null,
  "on-time": null,
  deviation: null,
  spread: null,
  hours: null,
  reasons: null,
  zones: null,
  map: "address",
  cash: "amount",
  coverage: "proof",
};

/** Figures that tell of something which must be shown for them. */
const telling: Readonly<Record<string, EmbedField>> = {
  cost_per_delivery: "amount",
  delivery_cost: "amount",
  cod_due_amount: "amount",
  cod_amount: "amount",
  cod_handed_over_amount: "amount",
  proof_rate: "proof",
};

/** What tells of the work behind deliveries rather than of them. */
const operatorMetrics = new Set(["gps_coverage", "arrival_tap_rate", "admin_closed_rate"]);

const rowColumns: Readonly<Record<string, EmbedField | null>> = {
  task: null,
  order_reference: null,
  delivery_status: null,
  driver: null,
  zone: null,
  service_level: null,
  failure_reason: null,
  created_at: null,
  due_at: null,
  completed_at: null,
  late_seconds: null,
  delivery_seconds: null,
  attempts: null,
  address: "address",
  cost_minor: "amount",
  cod_collected_minor: "amount",
};

/** The delivery report as a link shows it: the same panels of the same definition, and fewer of them. */
export function embeddedReport({ fields, isCountsOnly, tookanId, days }: Omit<LinkScope, "locked">): Report {
  const whole = reports.get(reportShown);
  if (!whole) throw new Error(`There is no report ${reportShown}.`);
  const isTold = (field: EmbedField | null | undefined) => field === null || fields.includes(field ?? "");
  const narrowed = whole.sections.map((section) => ({
    ...section,
    panels: section.panels.flatMap((panel) =>
      isTold(shownPanels[panel.id]) ? [withFigures(panel, (id) => isTold(telling[id] ?? null))] : [],
    ),
  }));
  return {
    id: whole.id,
    title: whole.title,
    question: whole.question,
    domains: whole.domains,
    path: `/laiqkan/${tookanId}`,
    filters: ["delivery_status"],
    ...(whole.bases && { bases: whole.bases }),
    period: usualPeriod(days),
    rows: isCountsOnly ? [] : whole.rows,
    sections: isCountsOnly ? [{ panels: countPanels(whole) }] : narrowed.filter(({ panels }) => panels.length > 0),
  };
}

/** As long as the days of the link also hold the period before it; a link of few days shows them without a comparison. */
function usualPeriod(days: number): "last_30_days" | "last_7_days" | "today" {
  if (days >= 60) return "last_30_days";
  return days >= 7 ? "last_7_days" : "today";
}

function withFigures(panel: ReportPanel, isTold: (metric: string) => boolean): ReportPanel {
  if (panel.kind !== "kpis" && panel.kind !== "trend") return panel;
  const metrics = panel.metrics.filter((id) => isTold(id) && !operatorMetrics.has(id));
  return panel.id === "coverage" ? { ...panel, title: "Are deliveries proven?", metrics } : { ...panel, metrics };
}

/** Numbers by day and status, and nothing that tells one delivery from another. */
function countPanels({ sections }: Report): ReportPanel[] {
  const outcomes = sections.flatMap(({ panels }) => panels).filter(({ id }) => id === "outcomes");
  return [
    {
      id: "headline",
      kind: "kpis",
      title: "Deliveries at a glance",
      metrics: ["delivery_count", "delivered_count", "failed_delivery_count"],
    },
    ...outcomes.map((panel) => ({ ...panel, width: 12 as const })),
  ];
}

/** The part of the tenant's facts that a link shows: the deliveries of one client, without what it does not tell. */
export function confineToClient(fields: readonly string[], client: number | null): Omit<Confinement, "days"> {
  const columns = Object.entries(rowColumns).filter(([, field]) => field === null || fields.includes(field));
  return {
    // A client without deliveries has no member yet: no delivery is anyone else's.
    members: [{ dimension: "customer", keys: [client ?? nobody] }],
    columns: new Set(columns.map(([column]) => column)),
    shortened: new Set(["driver"]),
  };
}

const nobody = -2;
