import { type Coverage, during, type Metric, percentileFormula, ratioFormula } from "../model/dataset.ts";
import { describeMetrics } from "../model/describe-metrics.ts";
import { deliveryParts, doorStages, promisedDeliveries } from "./deliveries.ts";

const { flow, ratio, percentiles } = describeMetrics("delivery", "deliveries");

const notCounted = [
  { label: "Cancelled tasks", measure: "deliveries.cancelled" },
  { label: "Pickup legs", measure: "deliveries.pickups" },
];
const closedByAdmin = { label: "Closed by an admin", measure: "deliveries.closed_by_admin" };
const withoutDue = { label: "Without a due time", measure: "deliveries.without_due" };
const unmeasured = { label: "Without a distance", measure: "deliveries.unmeasured" };

/** What a measure counts among completed deliveries. */
const measuredBy = (measure: string, needs: string): Coverage => ({
  known: [during(`deliveries.${measure}`)],
  all: [during("deliveries.delivered")],
  of: "deliveries",
  needs,
});
const dueTimes = "the due time and the completion of each delivery";
const drivingTimes = "the time of setting off and of completion of each delivery";
const doorTimes = "the order and the completion of each delivery";
const distances: Coverage = {
  known: [during("deliveries.measured")],
  all: [during("deliveries.deliveries")],
  of: "deliveries",
  needs: "the distance of each delivery",
};
const attempts: Coverage = {
  known: [during("deliveries.attempted")],
  all: [during("deliveries.finished")],
  of: "deliveries",
  what: "Attempts",
  needs: "the number of attempts of each delivery",
};
const costs: Coverage = {
  known: [during("deliveries.costed")],
  all: [during("deliveries.to_be_costed")],
  of: "deliveries",
  what: "Costs",
  needs: "the cost of each delivery",
};
/** Only some deliveries are paid in cash, so that no share of them tells anything. */
const cash = (measure: string, needs: string): Coverage => ({ known: [during(`deliveries.${measure}`)], needs });

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
  ratio("first_attempt_rate", "First-attempt rate", "first_attempts", "attempted", {
    unit: "percent",
    good: "up",
    rule: "Deliveries completed with the first attempt ÷ deliveries that were delivered, failed or returned and whose attempts are known.",
    synonyms: ["first attempt rate", "first attempt success", "first attempt"],
    exclusions: notCounted,
    coverage: attempts,
  }),
  ratio("on_time_rate", "On-time rate", "on_time", "due", {
    unit: "percent",
    good: "up",
    rule: "Deliveries completed by their due time plus the grace ÷ completed deliveries that have a due time.",
    synonyms: ["on time rate", "on-time rate", "on time", "otd", "on time percent", "punctuality"],
    exclusions: [withoutDue, closedByAdmin],
    coverage: measuredBy("due", dueTimes),
    deviation: "deliveries.lateness",
  }),
  flow("late_delivery_count", "Late deliveries", "late", {
    unit: "count",
    good: "down",
    rule: "Deliveries completed after their due time plus the grace.",
    synonyms: ["late deliveries", "late drops", "delayed deliveries"],
    exclusions: [withoutDue, closedByAdmin],
    coverage: measuredBy("due", dueTimes),
  }),
  ratio("within_estimate_rate", "Within the estimate", "within_due", "deviated", {
    unit: "percent",
    good: "up",
    rule: "Deliveries completed by their due time, without any grace ÷ completed deliveries that have both times.",
    synonyms: ["within the estimate", "within estimate", "estimate kept", "estimate accuracy", "eta accuracy"],
    exclusions: [withoutDue, closedByAdmin],
    coverage: measuredBy("deviated", dueTimes),
  }),
  ratio("avg_deviation_minutes", "Average deviation from the estimate", "deviation_seconds", "deviated", {
    type: "average",
    unit: "minutes",
    good: "down",
    rule: "Completion less the due time, averaged over completed deliveries with both times. Early ones count below zero.",
    synonyms: ["estimate against actual", "estimate vs actual", "average deviation", "deviation from estimate"],
    exclusions: [withoutDue, closedByAdmin],
    coverage: measuredBy("deviated", dueTimes),
  }),
  {
    id: "p50_deviation_minutes",
    label: "Median deviation from the estimate",
    domain: "delivery",
    type: "percentile",
    unit: "minutes",
    good: "down",
    rule: "Completion less the due time, in whole minutes: half of the deliveries came no later. Early ones lie below zero.",
    synonyms: ["median deviation", "p50 deviation"],
    formula: percentileFormula("deliveries.lateness", 0.5),
    exclusions: [withoutDue, closedByAdmin],
    coverage: measuredBy("deviated", dueTimes),
  },
  ratio("avg_door_minutes", "Average time from order to door", "door_seconds", "door_timed", {
    type: "average",
    unit: "minutes",
    good: "down",
    rule: "From the creation of the order until completion, averaged over completed deliveries with both times.",
    synonyms: ["order to door", "time from order to door", "order to delivery", "lead time", "total delivery time"],
    exclusions: [{ label: "Without both times", measure: "deliveries.door_untimed" }, closedByAdmin],
    coverage: measuredBy("door_timed", doorTimes),
  }),
  ...percentiles("door", {
    label: "time from order to door",
    measure: "door_time",
    rule: "From the creation of the order until completion",
    noun: "deliveries",
    unit: "minutes",
    exclusions: [closedByAdmin],
    coverage: measuredBy("door_timed", doorTimes),
  }),
  ratio("avg_delivery_minutes", "Average delivery time", "delivery_seconds", "timed", {
    type: "average",
    unit: "minutes",
    good: "down",
    rule: "From setting off until completion, averaged over completed deliveries with both times.",
    synonyms: ["delivery time", "avg delivery time", "average delivery time", "transit time"],
    exclusions: [{ label: "Without a start time", measure: "deliveries.untimed" }, closedByAdmin],
    coverage: measuredBy("timed", drivingTimes),
  }),
  ratio("avg_attempts", "Attempts per delivery", "attempts", "attempted", {
    type: "average",
    unit: "number",
    good: "down",
    rule: "Attempts ÷ deliveries that were delivered, failed or returned and whose attempts are known.",
    synonyms: ["attempts per delivery", "average attempts", "attempts"],
    exclusions: notCounted,
    coverage: attempts,
  }),
  flow("distance_km", "Distance driven", "distance", {
    unit: "km",
    good: null,
    rule: "Distance of the deliveries whose distance is known, by GPS or from the source. Where it is not, it is not zero.",
    synonyms: ["km", "kilometres", "kilometers", "distance", "mileage"],
    exclusions: [unmeasured],
    coverage: distances,
  }),
  ratio("km_per_delivery", "Distance per delivery", "distance", "measured", {
    type: "average",
    unit: "km",
    good: "down",
    rule: "Distance driven ÷ deliveries whose distance is known.",
    synonyms: ["distance per delivery", "km per delivery", "average distance"],
    exclusions: [unmeasured],
    coverage: distances,
  }),
  flow("delivery_cost", "Delivery cost", "cost", {
    unit: "currency",
    good: "down",
    rule: "Cost of all deliveries due in the period whose cost is known.",
    synonyms: ["delivery cost", "delivery costs", "transport cost"],
    exclusions: notCounted,
    coverage: costs,
  }),
  ratio("cost_per_delivery", "Cost per delivery", "cost", "costed_delivered", {
    unit: "currency",
    good: "down",
    rule: "Delivery cost ÷ completed deliveries whose cost is known, so failed ones raise the cost of the others.",
    synonyms: ["cost per delivery", "cost per drop", "cost per stop"],
    exclusions: notCounted,
    coverage: costs,
  }),
  flow("cod_amount", "Cash collected on delivery", "cod_collected", {
    unit: "currency",
    good: "up",
    rule: "Cash that drivers collected at the door.",
    synonyms: ["cod", "cash on delivery", "cash collected", "cash collect"],
    exclusions: notCounted,
    coverage: cash("cod_collected_known", "the cash that drivers collected"),
  }),
  ...stages.map(({ id, label, rule }) =>
    flow(`${id}_delivery_count`, `${label} deliveries`, id, {
      unit: "count",
      good: "up",
      rule,
      exclusions: notCounted,
      synonyms: [`${id} deliveries`],
      // Nothing is delivered that was not assigned before: none says that nobody noted when.
      coverage: measuredBy(id, `the time when each delivery was ${id}`),
    }),
  ),
  flow("cod_due_amount", "Cash due on delivery", "cod_due", {
    unit: "currency",
    good: null,
    rule: "Cash that completed deliveries should have brought in.",
    synonyms: ["cod due", "cash due"],
    exclusions: notCounted,
    coverage: cash("cod_due_known", "the cash that deliveries should bring in"),
  }),
  flow("cod_handed_over_amount", "Cash handed over", "cod_handed_over", {
    unit: "currency",
    good: "up",
    rule: "Collected cash that drivers have handed over.",
    synonyms: ["cod handed over", "cash handed over"],
    exclusions: notCounted,
    coverage: cash("cod_handed_over_known", "the cash that drivers handed over"),
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
    coverage: measuredBy("timed", drivingTimes),
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
    coverage: measuredBy("rated", "ratings by customers"),
  }),
  ...percentiles("delivery", {
    label: "delivery time",
    measure: "delivery_time",
    rule: "From setting off until completion",
    noun: "deliveries",
    unit: "minutes",
    exclusions: [closedByAdmin],
    coverage: measuredBy("timed", drivingTimes),
  }),
  ...deliveryParts.flatMap(({ id, label, rule, needs }) => [
    ratio(`avg_${id}_minutes`, `${label}, average`, `${id}_seconds`, `${id}_known`, {
      type: "average",
      unit: "minutes",
      good: "down",
      rule: `${rule}, averaged over completed deliveries with both times.`,
      synonyms: [`average ${label.toLowerCase()}`],
      exclusions: [closedByAdmin],
      coverage: measuredBy(`${id}_known`, needs),
    }),
    ...percentiles(id, {
      label: label.toLowerCase(),
      measure: `${id}_time`,
      rule,
      noun: "deliveries",
      unit: "minutes",
      exclusions: [closedByAdmin],
      coverage: measuredBy(`${id}_known`, needs),
    }),
  ]),
  ...promisedDeliveries.flatMap(({ id, noun, of }): Metric[] => {
    const coverage: Coverage = {
      known: [during(`deliveries.${id}_staged`)],
      all: [during(`deliveries.${of}`)],
      of: noun,
      what: "All times",
      needs: "the times of assignment, acceptance, setting off and completion of each delivery",
    };
    const seconds = (stage: (typeof doorStages)[number]) => `${id}_${stage.id}_seconds`;
    return [
      flow(`${id}_staged_count`, `Measured ${noun}`, `${id}_staged`, {
        unit: "count",
        good: null,
        rule: `The ${noun} whose times are all known, from the order to the door.`,
        synonyms: [`measured ${noun}`],
        coverage,
      }),
      ...doorStages.map((stage) =>
        ratio(`${id}_${stage.id}_minutes`, `${stage.label}, ${noun}`, seconds(stage), `${id}_staged`, {
          type: "average",
          unit: "minutes",
          good: "down",
          rule: `${stage.rule}, averaged over the ${noun} whose times are all known.`,
          synonyms: [`${stage.label.toLowerCase()} of ${noun}`],
          coverage,
        }),
      ),
      {
        id: `${id}_door_minutes`,
        label: `Order to door, ${noun}`,
        domain: "delivery",
        type: "average",
        unit: "minutes",
        good: "down",
        rule: `The sum of all stages from creation until completion, averaged over the ${noun} whose times are all known.`,
        synonyms: [`order to door of ${noun}`],
        formula: ratioFormula(
          doorStages.map((stage) => during(`deliveries.${seconds(stage)}`)),
          during(`deliveries.${id}_staged`),
        ),
        coverage,
      },
    ];
  }),
];
