import {
  isRow,
  parseFlag,
  parseId,
  parseLocalTime,
  parseLocation,
  parseNumber,
  parseText,
  parseUtc,
  parseWhole,
  parseWords,
  type Row,
  toPlainText,
} from "./read-values.ts";
import type { ListedTask, TaskDetail } from "./tookan.ts";

const successful = 2;
const failed = 3;
const pickup = 0;

/** What a task's history says, by the words that its entries begin with. */
const steps = {
  assigned: /^(re-?)?assigned/i,
  accepted: /^(accepted|acknowledged)/i,
  started: /^started/i,
  arrived: /^(arrived|in[ -]?progress)/i,
  completed: /^(successful|completed|failed)/i,
} as const;

/** A task as the list shows it; null without an id. */
export function listedTask(row: Row): ListedTask | null {
  const jobId = parseId(row.job_id);
  const status = parseWhole(row.job_status);
  if (jobId === null || status === null) return null;
  const completedAt = isClosed(status) ? parseLocalTime(row.completed_datetime, row.timezone) : null;
  const agentId = parseId(row.fleet_id);
  const teamId = parseId(row.team_id);
  const dueAt = parseUtc(row.job_time_utc);
  const taps = ["acknowledged_datetime", "started_datetime", "arrived_datetime"].map((field) =>
    parseLocalTime(row[field], row.timezone),
  );
  const fingerprint = [
    status,
    agentId,
    teamId,
    parseRating(row),
    ...[dueAt, completedAt, ...taps].map((at) => at?.getTime()),
  ];
  return {
    jobId,
    type: parseWhole(row.job_type) ?? 1,
    status,
    agentId,
    agentName: parseText(row.fleet_name),
    teamId,
    dueAt,
    completedAt,
    fingerprint: fingerprint.map((part) => part ?? "").join("|"),
  };
}

/** A task in full; of what the provider sends only these fields are read. */
export function taskDetail(row: Row): TaskDetail | null {
  const listed = listedTask(row);
  if (!listed) return null;
  const { status, type } = listed;
  const history = readHistory(row.task_history);
  const local = (field: string) => parseLocalTime(row[field], row.timezone);
  const isPickup = type === pickup;
  const place = isPickup ? pickupPlace(row) : parseLocation(row.job_latitude, row.job_longitude);
  const startedAt = lastStep(history, steps.started) ?? local("started_datetime");
  const completedAt = isClosed(status) ? (lastStep(history, steps.completed) ?? listed.completedAt) : null;
  const arrivedAt = lastStep(history, steps.arrived) ?? (isTapSkipped(row) ? null : local("arrived_datetime"));
  return {
    ...listed,
    ...place,
    history,
    startedAt,
    completedAt,
    orderId: parseText(row.order_id),
    customerId: parseId(row.customer_id),
    customerName: parseText(row.customer_username) ?? (isPickup ? parseText(row.job_pickup_name) : null),
    teamName: parseText(row.team_name),
    transportType: parseWhole(row.transport_type),
    tags: parseWords(row.tags),
    address: (isPickup ? parseText(row.job_pickup_address) : null) ?? parseText(row.job_address),
    createdAt: parseUtc(row.creation_datetime) ?? history[0]?.at ?? null,
    assignedAt: lastStep(history, steps.assigned),
    acceptedAt: lastStep(history, steps.accepted) ?? local("acknowledged_datetime"),
    // A driver who skipped the tap arrives when the task ends, which says nothing about the stop.
    arrivedAt: arrivedAt?.getTime() === completedAt?.getTime() ? null : arrivedAt,
    distanceMetres: parseMetres(row, startedAt, completedAt),
    rating: parseRating(row),
    hasProof: hasProof(row),
    isClosedByAdmin: isClosed(status) && parseFlag(row.completed_by_admin),
    failureReason: status === failed ? readReason(row.task_history) : null,
    custom: [row.custom_field, row.custom_fields].flatMap(customFields),
  };
}

/** Whether a task has come to its end, well or not. */
export function isClosed(status: number): boolean {
  return status === successful || status === failed;
}

/** Both at the same second are one tap. */
function isTapSkipped(row: Row): boolean {
  const [arrived, completed] = ["arrived_datetime", "completed_datetime"].map((field) => parseLocalTime(row[field], 0));
  return arrived !== null && arrived?.getTime() === completed?.getTime();
}

function pickupPlace(row: Row) {
  const place = parseLocation(row.job_pickup_latitude, row.job_pickup_longitude);
  return place.latitude === null ? parseLocation(row.job_latitude, row.job_longitude) : place;
}

/** The five that stands on rows nobody has rated is no rating. */
function parseRating(row: Row): number | null {
  if (!parseFlag(row.is_customer_rated)) return null;
  const rating = Math.round(parseNumber(row.customer_rating) || parseNumber(row.fleet_rating) || 0);
  return rating >= 1 && rating <= 5 ? rating : null;
}

const unitMetres = [
  [/^k/i, 1000],
  [/^mi/i, 1609.344],
] as const;
const fastestMetresPerHour = 120_000;
const longestMetres = 300_000;
const longestMetresUntimed = 100_000;

/**
 * A distance in metres. Accounts differ: the number is in the unit of `distance_in`, unless nobody could have driven so
 * far between start and end; then it is in metres. Zero means that there was no GPS.
 */
function parseMetres(row: Row, startedAt: Date | null, completedAt: Date | null): number | null {
  const distance = parseNumber(row.total_distance_travelled);
  if (distance === null || distance <= 0) return null;
  const unit = parseText(row.distance_in) ?? "";
  const metres = distance * (unitMetres.find(([name]) => name.test(unit))?.[1] ?? 1);
  const hours = startedAt && completedAt ? (completedAt.getTime() - startedAt.getTime()) / 3_600_000 : null;
  const farthest = hours === null ? longestMetresUntimed : Math.min(longestMetres, hours * fastestMetresPerHour);
  return Math.round(metres <= farthest ? metres : distance);
}

function hasProof(row: Row): boolean {
  const images = row.ref_images;
  const added = Array.isArray(row.task_history) ? row.task_history : [];
  return (
    parseText(row.sign_image) !== null ||
    (Array.isArray(images) && images.some((image) => parseText(image) !== null)) ||
    added.some((entry) => isRow(entry) && /(image|signature|barcode)\w*_added$/i.test(parseText(entry.type) ?? ""))
  );
}

function readReason(entries: unknown): string | null {
  const reasons = (Array.isArray(entries) ? entries : [])
    .filter(isRow)
    .map((entry) => ({ at: parseUtc(entry.creation_datetime)?.getTime() ?? 0, reason: toPlainText(entry.reason) }))
    .filter(({ reason }) => reason !== null)
    .sort((a, b) => a.at - b.at);
  return reasons.at(-1)?.reason ?? null;
}

function readHistory(entries: unknown): TaskDetail["history"] {
  return (Array.isArray(entries) ? entries : [])
    .filter(isRow)
    .flatMap((entry) => {
      const at = parseUtc(entry.creation_datetime);
      const text = toPlainText(entry.description) ?? toPlainText(entry.label_description) ?? "";
      const place = parseLocation(entry.latitude, entry.longitude);
      return at ? [{ id: parseWhole(entry.id) ?? 0, at, type: parseText(entry.type) ?? "", text, ...place }] : [];
    })
    .sort((a, b) => a.at.getTime() - b.at.getTime() || a.id - b.id);
}

/** When a task last came into a state: it may have gone back and come again. */
function lastStep(history: TaskDetail["history"], words: RegExp): Date | null {
  return history.filter(({ type, text }) => type === "state_changed" && words.test(text)).at(-1)?.at ?? null;
}

/** Fields that the account has invented; what the agent has entered counts more than what was there before. */
function customFields(fields: unknown): TaskDetail["custom"] {
  return (Array.isArray(fields) ? fields : isRow(fields) ? [fields] : []).filter(isRow).flatMap((field) => {
    const label = parseText(field.label);
    const value = parseText(field.fleet_data) ?? parseText(field.data) ?? parseText(field.value);
    return label && value ? [{ label, name: parseText(field.display_name) ?? label, value }] : [];
  });
}
