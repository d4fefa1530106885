import { countCurrencyDigits } from "@console/figures/currency";
import { parseAmount } from "./read-amount.ts";
import { isClosed } from "./read-task.ts";
import type { TaskDetail, TaskRecord } from "./tookan.ts";

const taskTypes = ["Pickup", "Delivery", "Appointment", "Field work"];
const vehicles = ["Car", "Motorcycle", "Bicycle", "Scooter", "On foot", "Truck"];
const statuses: Readonly<Record<number, string>> = {
  6: "Planned",
  0: "Planned",
  7: "Planned",
  8: "Planned",
  9: "Planned",
  10: "Planned",
  1: "Out for delivery",
  4: "Out for delivery",
  2: "Delivered",
  3: "Failed",
};
const cancelled = [8, 9, 10];
const failed = 3;
const underWay = [1, 4];
const longestName = 200;
const longestText = 2000;

/** A task as a record of the table `delivery_tasks`. What is not known is left out, so that it erases nothing. */
export const taskRecord: TaskRecord = (task, mapping, currency) => {
  const unmapped: { field: string; value: string }[] = [];
  const { status, agentId, agentName, customerId, customerName } = task;
  const hasEnded = isClosed(status);
  const hasBegun = hasEnded || underWay.includes(status);

  const mapped = (field: string, value: string | null, names: Readonly<Record<string, string>> = {}) => {
    const name = value === null ? null : Object.hasOwn(names, value) ? (names[value] ?? value) : null;
    if (value !== null && name === null) unmapped.push({ field, value });
    return toMember(name ?? value);
  };
  const money = (field: string, label: string | undefined) => {
    const text = readCustomField(task, label);
    const minor = text === null ? null : parseAmount(text, countCurrencyDigits(currency));
    if (text !== null && minor === null) unmapped.push({ field, value: text });
    return minor;
  };
  if (statuses[status] === undefined) unmapped.push({ field: "status", value: String(status) });
  const amounts = {
    cost_minor: money("cost_minor", mapping.cost),
    cod_due_minor: money("cod_due_minor", mapping.codDue),
    cod_collected_minor: money("cod_collected_minor", mapping.codCollected),
  };

  const record = {
    source_key: task.jobId,
    task_type: taskTypes[task.type],
    status: statuses[status] ?? "Planned",
    is_cancelled: cancelled.includes(status),
    driver: agentId && { key: agentId, name: toMember(agentName) ?? `Agent ${agentId}` },
    vehicle: vehicles[(task.transportType ?? 0) - 1],
    depot: mapped("depot", task.teamName, mapping.depots),
    zone: readZone(task, mapping.depots ?? {}, mapped),
    customer: customerId
      ? { key: customerId, name: toMember(customerName) ?? `Customer ${customerId}` }
      : toMember(customerName),
    service_level: toMember(readCustomField(task, mapping.serviceLevel)),
    failure_reason:
      status === failed
        ? mapped("failure_reason", readCustomField(task, mapping.failureReason) ?? task.failureReason, mapping.reasons)
        : null,
    ...instants(task),
    distance_metres: task.distanceMetres,
    rating: task.rating,
    attempts: hasBegun ? 1 : null,
    ...amounts,
    // The provider's fields name no currency: an amount is in the one that it was read in.
    currency: Object.values(amounts).some((amount) => amount !== null) ? currency : null,
    has_gps: hasGps(task) || (hasEnded ? false : null),
    has_proof: task.hasProof || (hasEnded ? false : null),
    is_closed_by_admin: hasEnded ? task.isClosedByAdmin : null,
    latitude: task.latitude,
    longitude: task.longitude,
    order_reference: task.orderId?.slice(0, longestText),
    address: task.address?.slice(0, longestText),
    history: task.history.length > 0 ? task.history.map(historyEntry) : null,
  };
  const isKnown = ([, value]: [string, unknown]) => value !== null && value !== undefined && value !== "";
  return { record: Object.fromEntries(Object.entries(record).filter(isKnown)), unmapped };
};

function toMember(name: string | null): string | null {
  return name?.slice(0, longestName) || null;
}

/** The tag that someone has mapped, otherwise the first one as it is. */
function readZone(
  { tags }: TaskDetail,
  names: Readonly<Record<string, string>>,
  mapped: (field: string, value: string | null, names: Readonly<Record<string, string>>) => string | null,
): string | null {
  return mapped("zone", tags.find((tag) => Object.hasOwn(names, tag)) ?? tags[0] ?? null, names);
}

function instants(task: TaskDetail): Record<string, string | undefined> {
  return {
    created_at: task.createdAt?.toISOString(),
    assigned_at: task.assignedAt?.toISOString(),
    accepted_at: task.acceptedAt?.toISOString(),
    started_at: task.startedAt?.toISOString(),
    arrived_at: task.arrivedAt?.toISOString(),
    completed_at: task.completedAt?.toISOString(),
    due_at: task.dueAt?.toISOString(),
  };
}

/** What a custom field holds; it is found by its label or by its name on the screen, whatever the case. */
function readCustomField({ custom }: TaskDetail, fieldName: string | undefined): string | null {
  const searchText = fieldName?.trim().toLowerCase();
  if (!searchText) return null;
  const match = custom.find(({ label }) => label.toLowerCase() === searchText);
  return (match ?? custom.find(({ name }) => name.toLowerCase() === searchText))?.value ?? null;
}

function hasGps({ distanceMetres, history }: TaskDetail): boolean {
  return distanceMetres !== null || history.some(({ latitude }) => latitude !== null);
}

/** What happened, in the words of our own timelines where there is one. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/^created/i, "created"],
  [/^(re-?)?assigned/i, "assigned"],
  [/^(accepted|acknowledged)/i, "accepted"],
  [/^started/i, "started"],
  [/^(arrived|in[ -]?progress)/i, "arrived"],
  [/^(successful|completed)/i, "delivered"],
  [/^failed/i, "failed"],
  [/^declined/i, "declined"],
  [/^cancell?ed/i, "cancelled"],
];

function historyEntry({ at, type, text }: TaskDetail["history"][number]) {
  const step = type === "state_changed" ? kinds.find(([words]) => words.test(text))?.[1] : undefined;
  return { at: at.toISOString(), kind: step ?? type, ...(text && { note: text }) };
}
