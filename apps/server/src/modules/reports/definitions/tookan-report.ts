import type { Report } from "../report.ts";

export const tookanReport: Report = {
  id: "tookan-report",
  title: "Delivery report",
  question: "Did deliveries arrive on time, and where did the minutes go when they did not?",
  hasOwnPage: true,
  domains: ["delivery"],
  filters: [
    ...["delivery_status", "driver", "depot", "zone", "customer", "service_level", "route", "vehicle"],
    ...["failure_reason", "day_of_week", "hour_of_day"],
  ],
  bases: ["due", "created", "completed"],
  rows: ["delivery_count", "late_delivery_count", "failed_delivery_count", "delivered_count"],
  sections: [
    {
      panels: [
        {
          ...{ id: "headline", kind: "kpis", title: "Deliveries at a glance" },
          metrics: [
            ...["delivery_count", "delivery_success_rate", "on_time_rate", "failed_delivery_count"],
            ...["p50_delivery_minutes", "p90_delivery_minutes", "first_attempt_rate", "cost_per_delivery"],
          ],
        },
        {
          ...{ id: "outcomes", kind: "trend", as: "stacked", width: 8 },
          ...{ title: "How did deliveries end?", metrics: ["delivery_count"], by: "delivery_status" },
        },
        {
          ...{ id: "funnel", kind: "funnel", width: 4, title: "How far did tasks get?" },
          note: "An arrival that was not tapped is missing here, not in the deliveries.",
          metrics: [
            ...["delivery_count", "assigned_delivery_count", "accepted_delivery_count"],
            ...["started_delivery_count", "arrived_delivery_count", "delivered_count"],
          ],
        },
      ],
    },
    {
      title: "Punctuality",
      panels: [
        { id: "on-time", kind: "trend", as: "line", width: 6, title: "Is on-time holding?", metrics: ["on_time_rate"] },
        {
          ...{
            id: "lateness",
            kind: "waterfall",
            width: 6,
            title: "Where do the minutes go?",
            total: "Created to done",
          },
          note: "Means of each part, over the deliveries where it was measured.",
          metrics: [
            ...["avg_assign_minutes", "avg_accept_minutes", "avg_depart_minutes"],
            ...["avg_travel_minutes", "avg_stop_minutes"],
          ],
        },
        {
          ...{ id: "deviation", kind: "deviation", width: 12, title: "How early or late do deliveries arrive?" },
          ...{ metric: "on_time_rate" },
        },
        {
          ...{ id: "spread", kind: "distribution", width: 6, title: "How long does a delivery take?" },
          ...{ metric: "p50_delivery_minutes", marks: ["p50_delivery_minutes", "p90_delivery_minutes"] },
        },
        {
          ...{ id: "waits", kind: "trend", as: "line", width: 6, title: "Which wait grows?" },
          note: "Nine of ten deliveries wait no longer than this.",
          metrics: ["p90_assign_minutes", "p90_accept_minutes", "p90_travel_minutes", "p90_stop_minutes"],
        },
        {
          ...{ id: "hours", kind: "heat", width: 12, title: "When are deliveries late?" },
          ...{ metric: "late_delivery_count", rows: "day_of_week", columns: "hour_of_day" },
        },
      ],
    },
    {
      title: "Failures",
      panels: [
        {
          ...{ id: "reasons", kind: "pareto", width: 6, title: "Why do deliveries fail?" },
          ...{ metric: "failed_delivery_count", by: "failure_reason" },
        },
        {
          ...{ id: "zones", kind: "multiples", width: 6, title: "Which zones are late?" },
          ...{ metric: "on_time_rate", by: "zone" },
        },
        {
          ...{ id: "map", kind: "map", width: 12, title: "Where do deliveries go?" },
          ...{ metric: "delivery_count", by: "delivery_status" },
        },
      ],
    },
    {
      title: "Drivers and depots",
      panels: [
        {
          ...{ id: "drivers", kind: "ranking", width: 12, title: "Who delivers well?", by: "driver" },
          note: "Score: half on time, three tenths first attempt, two tenths proof. Ranked from 30 deliveries on.",
          metrics: [
            ...["delivery_count", "on_time_rate", "first_attempt_rate", "failed_delivery_rate"],
            ...["p50_delivery_minutes", "gps_coverage", "distance_km"],
          ],
          least: { metric: "delivery_count", value: 30 },
          score: {
            parts: [
              { metric: "on_time_rate", weight: 5 },
              { metric: "first_attempt_rate", weight: 3 },
              { metric: "proof_rate", weight: 2 },
            ],
          },
        },
        {
          ...{ id: "depots", kind: "ranking", width: 6, title: "Which depot needs help?", by: "depot" },
          metrics: ["delivery_count", "on_time_rate", "failed_delivery_rate", "p90_assign_minutes"],
        },
        {
          ...{ id: "customers", kind: "ranking", width: 6, title: "Who receives what service?", by: "customer" },
          metrics: ["delivery_count", "on_time_rate", "cost_per_delivery"],
        },
      ],
    },
    {
      title: "Cash and data quality",
      panels: [
        {
          ...{ id: "cash", kind: "kpis", title: "Cash on delivery" },
          metrics: ["cod_due_amount", "cod_amount", "cod_handed_over_amount", "delivery_cost"],
        },
        {
          ...{ id: "cash-drivers", kind: "ranking", width: 6, title: "Who still holds cash?", by: "driver" },
          metrics: ["cod_amount", "cod_handed_over_amount", "cod_due_amount"],
        },
        {
          ...{ id: "coverage", kind: "trend", as: "line", width: 6, title: "How much can these figures be trusted?" },
          metrics: ["gps_coverage", "arrival_tap_rate", "proof_rate", "admin_closed_rate"],
        },
      ],
    },
  ],
};
