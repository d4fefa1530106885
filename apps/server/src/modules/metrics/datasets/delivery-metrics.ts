import { during, less, type Metric, ratioFormula } from "../model/dataset.ts";
import { describeMetrics } from "../model/describe-metrics.ts";
import { deliveryParts } from "./deliveries.ts";

const { flow, ratio, percentiles } = describeMetrics("delivery", "deliveries");

const notCounted = [
  { label: "Cancelled tasks", measure: "deliveries.cancelled" },
  { label: "Pickup legs", measure: "deliveries.pickups" },
];
const closedByAdmin = { label: "Closed by an admin", measure: "deliveries.closed_by_admin" };
const withoutDue = { label: "Without a due time", measure: "deliveries.without_due" };
const untracked = { label: "Without GPS", measure: "deliveries.untracked" };

/** The share of completed deliveries that a measure counts. */
const measuredBy = (measure: string) => ({
  share: ratioFormula(during(`deliveries.${measure}`), during("deliveries.delivered")),
  of: "deliveries",
});
const trackedByGps = {
  share: ratioFormula(
    [during("deliveries.deliveries"), less(during("deliveries.untracked"))],
    during("deliveries.deliveries"),
  ),
  of: "deliveries",
};

const stages = [
  { id: "assigned", label: "Assigned", rule: "Deliveries that a driver was assigned to." },
  { id: "accepted", label: "Accepted", rule: "Deliveries that a driver accepted." },
  { id: "started", label: "Started", rule: "Deliveries that a driver set off for." },
  { id: "arrived", label: "Arrived", rule: "Deliveries whose arrival was tapped." },
];

export const deliveryMetrics: Metric[] = [
  flow("delivery_count", "Deliveries", "deliveries", {
    unit: "count",
    good: "up",
    rule: "Tasks due in the period, whatever their status. Cancelled tasks and pickup legs are not counted.",
    synonyms: ["deliveries", "delivery", "drops", "stops", "consignments", "shipments delivered", "deliver"],
    exclusions: notCounted,
  }),
  flow("delivered_count", "Completed deliveries", "delivered", {
    unit: "count",
    good: "up",
    rule: "Deliveries with the status Delivered.",
    synonyms: ["delivered", "completed deliveries", "completed drops", "successful deliveries"],
    exclusions: notCounted,
  }),
  flow("failed_delivery_count", "Failed deliveries", "failed", {
    unit: "count",
    good: "down",
    rule: "Deliveries with the status Failed.",
    synonyms: [
      "failed deliveries",
      "failures",
      "failed",
      "missed deliveries",
      "unsuccessful deliveries",
      "deliveries failed",
    ],
    exclusions: notCounted,
  }),
  ratio("failed_delivery_rate", "Failed delivery rate", "failed", "finished", {
    unit: "percent",
    good: "down",
    rule: "Failed deliveries ÷ deliveries that were delivered, failed or returned.",
    synonyms: ["fail rate", "failure rate", "failed rate", "failed delivery rate"],
    exclusions: notCounted,
  }),
  ratio("delivery_success_rate", "Delivery success rate", "delivered", "finished", {
    unit: "percent",
    good: "up",
    rule: "Completed deliveries ÷ deliveries that were delivered, failed or returned.",
    synonyms: ["success rate", "delivery success", "first time success"],
    exclusions: notCounted,
  }),
  ratio("first_attempt_rate", "First-attempt rate", "first_attempts", "finished", {
    unit: "percent",
    good: "up",
    rule: "Deliveries completed with the first attempt ÷ deliveries that were delivered, failed or returned.",
    synonyms: ["first attempt rate", "first attempt success", "first attempt"],
    exclusions: notCounted,
  }),
  ratio("on_time_rate", "On-time rate", "on_time", "due", {
    unit: "percent",
    good: "up",
    rule: "Deliveries completed by their due time plus the grace ÷ completed deliveries that have a due time.",
    synonyms: ["on time rate", "on-time rate", "on time", "otd", "on time percent", "punctuality"],
    exclusions: [withoutDue, closedByAdmin],
    coverage: measuredBy("due"),
    deviation: "deliveries.lateness",
  }),
  flow("late_delivery_count", "Late deliveries", "late", {
    unit: "count",
    good: "down",
    rule: "Deliveries completed after their due time plus the grace.",
    synonyms: ["late deliveries", "late drops", "delayed deliveries"],
    exclusions: [withoutDue, closedByAdmin],
  }),
  ratio("avg_delivery_minutes", "Average delivery time", "delivery_seconds", "timed", {
    type: "average",
    unit: "minutes",
    good: "down",
    rule: "From setting off until completion, averaged over completed deliveries with both times.",
    synonyms: ["delivery time", "avg delivery time", "average delivery time", "transit time"],
    exclusions: [{ label: "Without a start time", measure: "deliveries.untimed" }, closedByAdmin],
    coverage: measuredBy("timed"),
  }),
  ratio("avg_attempts", "Attempts per delivery", "attempts", "finished", {
    type: "average",
    unit: "number",
    good: "down",
    rule: "Attempts ÷ deliveries that were delivered, failed or returned.",
    synonyms: ["attempts per delivery", "average attempts", "attempts"],
    exclusions: notCounted,
  }),
  flow("distance_km", "Distance driven", "distance", {
    unit: "km",
    good: null,
    rule: "Distance of the deliveries that were tracked by GPS. Without GPS the distance is unknown, not zero.",
    synonyms: ["km", "kilometres", "kilometers", "distance", "mileage"],
    exclusions: [untracked],
    coverage: trackedByGps,
  }),
  flow("delivery_cost", "Delivery cost", "cost", {
    unit: "currency",
    good: "down",
    rule: "Cost of all deliveries due in the period.",
    synonyms: ["delivery cost", "delivery costs", "transport cost"],
    exclusions: notCounted,
  }),
  ratio("cost_per_delivery", "Cost per delivery", "cost", "delivered", {
    unit: "currency",
    good: "down",
    rule: "Delivery cost ÷ completed deliveries, so that failed ones make the others dearer.",
    synonyms: ["cost per delivery", "cost per drop", "cost per stop"],
    exclusions: notCounted,
  }),
  flow("cod_amount", "Cash collected on delivery", "cod_collected", {
    unit: "currency",
    good: "up",
    rule: "Cash that drivers collected at the door.",
    synonyms: ["cod", "cash on delivery", "cash collected", "cash collect"],
    exclusions: notCounted,
  }),
  ...stages.map(({ id, label, rule }) =>
    flow(`${id}_delivery_count`, `${label} deliveries`, id, {
      unit: "count",
      good: "up",
      rule,
      exclusions: notCounted,
      synonyms: [`${id} deliveries`],
    }),
  ),
  flow("cod_due_amount", "Cash due on delivery", "cod_due", {
    unit: "currency",
    good: null,
    rule: "Cash that completed deliveries should have brought in.",
    synonyms: ["cod due", "cash due"],
    exclusions: notCounted,
  }),
  flow("cod_handed_over_amount", "Cash handed over", "cod_handed_over", {
    unit: "currency",
    good: "up",
    rule: "Collected cash that drivers have handed over.",
    synonyms: ["cod handed over", "cash handed over"],
    exclusions: notCounted,
  }),
  ratio("gps_coverage", "GPS coverage", "tracked", "finished", {
    unit: "percent",
    good: "up",
    rule: "Deliveries tracked by GPS ÷ deliveries that were delivered, failed or returned.",
    synonyms: ["gps coverage"],
  }),
  ratio("arrival_tap_rate", "Arrival taps", "tapped", "timed", {
    unit: "percent",
    good: "up",
    rule: "Completed deliveries whose driver tapped the arrival before the completion ÷ completed deliveries with times.",
    synonyms: ["arrival taps", "arrival tap rate"],
    coverage: measuredBy("timed"),
  }),
  ratio("admin_closed_rate", "Closed by an admin", "closed_by_admin", "delivered", {
    unit: "percent",
    good: "down",
    rule: "Completed deliveries that an admin closed ÷ completed deliveries. Their times are left out elsewhere.",
    synonyms: ["closed by admin", "admin closed"],
  }),
  ratio("proof_rate", "Proof of delivery", "proven", "delivered", {
    unit: "percent",
    good: "up",
    rule: "Completed deliveries with a signature or photo ÷ completed deliveries.",
    synonyms: ["proof of delivery", "pod", "proof rate"],
  }),
  ratio("avg_rating", "Average rating", "rating", "rated", {
    type: "average",
    unit: "number",
    good: "up",
    rule: "Stars given by customers, averaged over rated deliveries.",
    synonyms: ["rating", "average rating", "stars"],
    coverage: measuredBy("rated"),
  }),
  ...percentiles("delivery", {
    label: "delivery time",
    measure: "delivery_time",
    rule: "From setting off until completion",
    noun: "deliveries",
    unit: "minutes",
    exclusions: [closedByAdmin],
    coverage: measuredBy("timed"),
  }),
  ...deliveryParts.flatMap(({ id, label, rule }) => [
    ratio(`avg_${id}_minutes`, `${label}, average`, `${id}_seconds`, `${id}_known`, {
      type: "average",
      unit: "minutes",
      good: "down",
      rule: `${rule}, averaged over completed deliveries with both times.`,
      synonyms: [`average ${label.toLowerCase()}`],
      exclusions: [closedByAdmin],
      coverage: measuredBy(`${id}_known`),
    }),
    ...percentiles(id, {
      label: label.toLowerCase(),
      measure: `${id}_time`,
      rule,
      noun: "deliveries",
      unit: "minutes",
      exclusions: [closedByAdmin],
      coverage: measuredBy(`${id}_known`),
    }),
  ]),
];
