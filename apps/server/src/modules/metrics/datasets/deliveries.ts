import type { Clock, Dataset, Measure, RowColumn } from "../model/dataset.ts";
import { deliveryStatuses, taskTypes, toCode } from "../model/dimensions.ts";
import { otherCurrency } from "../model/money.ts";

const is = (status: (typeof deliveryStatuses)[number]) => `status = ${toCode(deliveryStatuses, status)}`;
const count = (where: string, states: readonly string[] = []): Measure => ({
  kind: "sum",
  unit: "count",
  where,
  states,
});
const counted = `not is_cancelled and task_type <> ${toCode(taskTypes, "Pickup")}`;
const delivered = `${counted} and ${is("Delivered")}`;
const finished = `${counted} and status >= ${toCode(deliveryStatuses, "Delivered")}`;
/** Times that an admin's tap at the desk would falsify are left out. */
const timed = `${delivered} and not is_closed_by_admin`;

/** A distance of nothing that no GPS has measured is none that anyone knows. */
const hasDistance = "(distance_metres is not null and (has_gps or distance_metres > 0))";

const taskType = `(array[${taskTypes.map((type) => `'${type}'`).join(", ")}])[task_type]`;

const clockAt = (instant: string): Clock => ({
  day: `(${instant} at time zone time_zone)::date`,
  hour: `extract(hour from ${instant} at time zone time_zone)::smallint`,
});

/** The waits that a delivery's time is made of, in their order. */
export const deliveryParts = [
  {
    id: "assign",
    label: "Time to assign",
    rule: "From creation until a driver was assigned",
    needs: "the time when each delivery was assigned",
  },
  {
    id: "accept",
    label: "Time to accept",
    rule: "From assignment until the driver accepted",
    needs: "the times when each delivery was assigned and accepted",
  },
  {
    id: "depart",
    label: "Time to depart",
    rule: "From acceptance until the driver set off",
    needs: "the times of acceptance and of setting off of each delivery",
  },
  {
    id: "travel",
    label: "Travel time",
    rule: "From setting off until arrival; unknown when the arrival was not tapped",
    needs: "the times of setting off and of arrival of each delivery",
  },
  {
    id: "stop",
    label: "Time at the stop",
    rule: "From arrival until completion; unknown when the arrival was not tapped",
    needs: "the times of arrival and of completion of each delivery",
  },
] as const;

/**
 * From the order to the door without a gap, so that the stages of some deliveries add up to their whole time. Travel and
 * stop are one stage: where the arrival was not tapped, nobody knows when one ended and the other began.
 */
export const doorStages = [
  { id: "assign", label: "Time to assign", rule: "From creation until a driver was assigned" },
  { id: "accept", label: "Time to accept", rule: "From assignment until the driver accepted" },
  { id: "depart", label: "Time to depart", rule: "From acceptance until the driver set off" },
  { id: "delivery", label: "Travel and stop", rule: "From setting off until completion" },
] as const;

/** Deliveries whose stages are all known, as they were promised: those that came late, and those that did not. */
export const promisedDeliveries = [
  { id: "late", noun: "late deliveries", of: "late", where: "late_seconds > :grace" },
  { id: "on_time", noun: "on-time deliveries", of: "on_time", where: "late_seconds <= :grace" },
] as const;
const staged = doorStages.map(({ id }) => `${id}_seconds is not null`).join(" and ");

export const deliveries: Dataset = {
  id: "deliveries",
  domain: "delivery",
  nouns: ["delivery", "drop", "stop", "consignment", "shipment", "parcel", "package", "order", "job", "run"],
  fact: "delivery_tasks",
  relation: "delivery_tasks",
  dimensions: {
    driver: "driver_id",
    vehicle: "vehicle_id",
    route: "route_id",
    depot: "depot_id",
    zone: "zone_id",
    customer: "customer_id",
    service_level: "service_level_id",
    delivery_status: "status",
    failure_reason: "failure_reason_id",
    day_of_week: "extract(isodow from day)::int",
    hour_of_day: "hour + 1",
  },
  measures: {
    // The noun alone says it.
    deliveries: count(counted, [""]),
    delivered: count(delivered, ["delivered", "completed", "successful", "done", "made it"]),
    failed: count(`${counted} and ${is("Failed")}`, ["failed", "fail", "failing", "unsuccessful", "missed"]),
    finished: count(finished),
    cancelled: count("is_cancelled"),
    pickups: count(`not is_cancelled and task_type = ${toCode(taskTypes, "Pickup")}`),
    due: count(`${timed} and due_at is not null`),
    on_time: count(`${timed} and late_seconds <= :grace`, ["on time", "punctual", "in time", "ontime"]),
    late: count(`${timed} and late_seconds > :grace`, ["late", "delayed", "overdue", "behind schedule", "too late"]),
    deviated: count(`${timed} and late_seconds is not null`),
    within_due: count(`${timed} and late_seconds <= 0`),
    deviation_seconds: { kind: "sum", unit: "seconds", where: timed, value: "late_seconds" },
    without_due: count(`${timed} and due_at is null`),
    closed_by_admin: count(`${delivered} and is_closed_by_admin`),
    timed: count(`${timed} and delivery_seconds is not null`),
    untimed: count(`${timed} and delivery_seconds is null`),
    door_timed: count(`${timed} and door_seconds is not null`),
    door_untimed: count(`${timed} and door_seconds is null`),
    door_seconds: { kind: "sum", unit: "seconds", where: timed, value: "door_seconds" },
    delivery_seconds: { kind: "sum", unit: "seconds", where: timed, value: "delivery_seconds" },
    attempts: { kind: "sum", unit: "count", where: finished, value: "attempts" },
    // A delivery that has ended was tried at least once: none says that nobody counted.
    attempted: count(`${finished} and attempts > 0`),
    first_attempts: count(`${delivered} and attempts = 1`),
    distance: { kind: "sum", unit: "metres", where: `${counted} and ${hasDistance}`, value: "distance_metres" },
    measured: count(`${counted} and ${hasDistance}`),
    unmeasured: count(`${counted} and not ${hasDistance}`),
    tracked: count(`${finished} and has_gps`),
    tapped: count(`${timed} and delivery_seconds is not null and stop_seconds > 0`),
    proven: count(`${delivered} and has_proof`),
    cost: { kind: "sum", unit: "minor", where: counted, value: "cost_minor" },
    costed: count(`${counted} and cost_minor is not null`),
    // What is on its way need not have a cost yet.
    to_be_costed: count(
      `${counted} and (status >= ${toCode(deliveryStatuses, "Delivered")} or cost_minor is not null)`,
    ),
    costed_delivered: count(`${delivered} and cost_minor is not null`),
    cod_due: { kind: "sum", unit: "minor", where: delivered, value: "cod_due_minor" },
    cod_collected: { kind: "sum", unit: "minor", where: counted, value: "cod_collected_minor" },
    cod_handed_over: { kind: "sum", unit: "minor", where: counted, value: "cod_handed_over_minor" },
    cod_due_known: count(`${delivered} and cod_due_minor is not null`),
    cod_collected_known: count(`${counted} and cod_collected_minor is not null`),
    cod_handed_over_known: count(`${counted} and cod_handed_over_minor is not null`),
    other_currency: otherCurrency(
      "coalesce(cost_minor, cod_due_minor, cod_collected_minor, cod_handed_over_minor) is not null",
    ),
    assigned: count(`${counted} and assigned_at is not null`, ["assigned"]),
    accepted: count(`${counted} and accepted_at is not null`, ["accepted"]),
    started: count(`${counted} and started_at is not null`, ["started"]),
    arrived: count(`${counted} and arrived_at is not null`, ["arrived"]),
    rated: count(`${delivered} and rating > 0`),
    rating: { kind: "sum", unit: "count", where: `${delivered} and rating > 0`, value: "rating" },
    delivery_time: { kind: "histogram", unit: "seconds", where: timed, of: "delivery_seconds" },
    lateness: {
      kind: "histogram",
      unit: "seconds",
      of: "late_seconds",
      isSigned: true,
      where: `${timed} and due_at is not null`,
    },
    door_time: { kind: "histogram", unit: "seconds", where: timed, of: "door_seconds" },
    ...Object.fromEntries(
      deliveryParts.flatMap(({ id }): [string, Measure][] => [
        [`${id}_seconds`, { kind: "sum", unit: "seconds", where: timed, value: `${id}_seconds` }],
        [`${id}_known`, count(`${timed} and ${id}_seconds is not null`)],
        [`${id}_time`, { kind: "histogram", unit: "seconds", where: timed, of: `${id}_seconds` }],
      ]),
    ),
    ...Object.fromEntries(
      promisedDeliveries.flatMap(({ id, where }): [string, Measure][] => {
        const rows = `${timed} and ${where} and ${staged}`;
        return [
          [`${id}_staged`, count(rows)],
          ...doorStages.map((stage): [string, Measure] => [
            `${id}_${stage.id}_seconds`,
            { kind: "sum", unit: "seconds", where: rows, value: `${stage.id}_seconds` },
          ]),
        ];
      }),
    ),
  },
  rollups: [
    { number: 1, dimensions: [] },
    { number: 2, dimensions: ["delivery_status"] },
    { number: 3, dimensions: ["depot"] },
    { number: 4, dimensions: ["zone"] },
    { number: 5, dimensions: ["service_level"] },
    { number: 6, dimensions: ["failure_reason"] },
    { number: 7, dimensions: ["day_of_week", "hour_of_day"] },
    { number: 8, dimensions: ["route"] },
    { number: 9, dimensions: ["customer"] },
    { number: 10, dimensions: ["vehicle"] },
    { number: 11, dimensions: ["driver"] },
    { number: 20, dimensions: [], histogram: "delivery_time" },
    { number: 26, dimensions: [], histogram: "lateness" },
    { number: 27, dimensions: [], histogram: "door_time" },
    ...deliveryParts.map(({ id }, index) => ({ number: 21 + index, dimensions: [], histogram: `${id}_time` })),
  ],
  rows: [
    { id: "task", label: "Task", format: "text", value: "source_key", isSearched: true },
    { id: "order_reference", label: "Order", format: "text", value: "order_reference", isSearched: true },
    { dimension: "delivery_status" },
    { dimension: "driver" },
    { dimension: "customer" },
    { dimension: "depot" },
    { dimension: "zone" },
    { dimension: "route" },
    { dimension: "vehicle" },
    { dimension: "service_level" },
    { dimension: "failure_reason" },
    { id: "address", label: "Address", format: "text", value: "address", isSearched: true },
    { id: "created_at", label: "Created", format: "instant", value: "created_at" },
    { id: "due_at", label: "Due", format: "instant", value: "due_at" },
    { id: "completed_at", label: "Completed", format: "instant", value: "completed_at" },
    { id: "late_seconds", label: "Delay", format: "lateness", value: "late_seconds" },
    { id: "door_seconds", label: "Order to door", format: "duration", value: "door_seconds" },
    { id: "delivery_seconds", label: "Delivery time", format: "duration", value: "delivery_seconds" },
    { id: "attempts", label: "Attempts", format: "number", value: "nullif(attempts, 0)" },
    { id: "distance_metres", label: "Distance", format: "distance", value: "distance_metres" },
    { id: "cost_minor", label: "Cost", format: "money", value: "cost_minor" },
    { id: "cod_collected_minor", label: "Cash collected", format: "money", value: "cod_collected_minor" },
  ],
  bases: { created: clockAt("created_at"), completed: clockAt("completed_at") },
  detail: {
    columns: [
      { id: "task_type", label: "Task type", format: "text", value: taskType },
      ...deliveryParts.map(
        ({ id, label }): RowColumn => ({ id: `${id}_seconds`, label, format: "duration", value: `${id}_seconds` }),
      ),
      { id: "rating", label: "Rating", format: "number", value: "nullif(rating, 0)" },
      { id: "cod_due_minor", label: "Cash due", format: "money", value: "cod_due_minor" },
      { id: "cod_handed_over_minor", label: "Cash handed over", format: "money", value: "cod_handed_over_minor" },
      { id: "has_proof", label: "Proof of delivery", format: "flag", value: "has_proof" },
      { id: "has_gps", label: "Tracked by GPS", format: "flag", value: "has_gps" },
      { id: "is_closed_by_admin", label: "Closed at the desk", format: "flag", value: "is_closed_by_admin" },
      { id: "is_cancelled", label: "Cancelled", format: "flag", value: "is_cancelled" },
    ],
    history: "history",
    moments: [
      { label: "Created", at: "created_at", kinds: ["created"] },
      { label: "Assigned", at: "assigned_at", kinds: ["assigned"] },
      { label: "Accepted", at: "accepted_at", kinds: ["accepted"] },
      { label: "Started", at: "started_at", kinds: ["started"] },
      { label: "Arrived", at: "arrived_at", kinds: ["arrived"] },
      { label: "Completed", at: "completed_at", kinds: ["completed", "delivered", "failed", "returned"] },
      { label: "Due", at: "due_at" },
    ],
    location: { latitude: "latitude", longitude: "longitude" },
  },
};
