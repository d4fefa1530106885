import { hourMs } from "../demo/local-day.ts";
import { at } from "../demo/seeded-random.ts";
import { cast, type PlannedTask, type StandInAccount, type TaskEvent } from "./plan-tasks.ts";

/** Minutes to add to local time to reach UTC: all accounts are in Bahrain. */
const zone = "-180";
const noDates = ["", null, "0000-00-00 00:00:00", "Invalid date"];
const states = ["Assigned", "Started", "Successful", "Failed", "InProgress", "", "Unassigned", "Accepted"];
const laterStates = ["Declined", "Cancelled", "Deleted"];

/** What has happened of a task by now; null before it is created. */
export function keepPast({ events }: PlannedTask, nowMs: number): { past: TaskEvent[]; last: TaskEvent } | null {
  const past = events.filter(({ atMs }) => atMs <= nowMs);
  const last = past.at(-1);
  return last ? { past, last } : null;
}

/** A task as the list shows it: without tags, custom fields and history. */
export function listedWire(task: PlannedTask, { userId }: StandInAccount, nowMs: number): Record<string, unknown> {
  const { past, last } = keepPast(task, nowMs) ?? { past: [], last: { status: 6 } };
  const isPickup = task.type === 0;
  const [name] = at(cast.drivers, task.agent);
  const [customer] = at(cast.customers, task.customer);
  const formatTime = (...statuses: number[]) => past.find(({ status }) => statuses.includes(status))?.atMs;
  const emptyDate = at(noDates, task.jobId);
  const local = (atMs: number | undefined) => (atMs === undefined ? emptyDate : localTime(atMs));
  const completedMs = formatTime(2, 3);
  const isAssigned = formatTime(0) !== undefined;
  const isRated = completedMs !== undefined && task.ratedMs !== null && task.ratedMs <= nowMs;
  const due = localTime(task.dueMs);
  const drop = { address: task.address, latitude: task.latitude.toFixed(7), longitude: task.longitude.toFixed(7) };
  const nowhere = { address: "", latitude: "", longitude: "" };
  const [from, to] = isPickup ? [drop, nowhere] : [nowhere, drop];
  return {
    job_id: task.jobId,
    order_id: `INV-${task.jobId % 1_000_000}`,
    user_id: userId,
    job_type: task.type,
    job_status: last.status,
    job_state: [...states, ...laterStates][last.status] ?? "",
    team_id: task.teamId,
    job_hash: `h${task.jobId.toString(36)}`,
    job_token: `token-${task.jobId}`,
    fleet_id: isAssigned ? task.agentId : null,
    fleet_name: isAssigned ? name : "",
    transport_type: String(1 + (task.agent % 6)),
    customer_id: task.customerId,
    customer_username: customer,
    customer_phone: task.customer % 4 === 0 ? "0" : `+973 3600 ${String(1000 + task.customer)}`,
    job_pickup_name: isPickup ? customer : "",
    job_pickup_address: from.address,
    job_pickup_latitude: from.latitude,
    job_pickup_longitude: from.longitude,
    job_address: to.address,
    job_latitude: to.latitude,
    job_longitude: to.longitude,
    [isPickup ? "job_pickup_datetime" : "job_delivery_datetime"]: due,
    job_date: task.day,
    job_time: withoutHalf(due),
    job_time_utc: new Date(task.dueMs).toISOString(),
    timezone: zone,
    creation_datetime: new Date(task.createdMs).toISOString(),
    acknowledged_datetime: local(formatTime(7)),
    started_datetime: local(formatTime(1)),
    arrived_datetime: local(formatTime(4) ?? completedMs),
    completed_datetime: local(completedMs),
    total_distance_travelled: completedMs !== undefined && task.hasGps ? task.metres : 0,
    distance_in: "KM",
    completed_by_admin: completedMs !== undefined && task.isClosedByAdmin ? 1 : 0,
    is_customer_rated: isRated ? 1 : 0,
    fleet_rating: isRated ? task.rating : 5,
    customer_rating: isRated ? task.rating : 5,
  };
}

/** A task in full. */
export function detailWire(task: PlannedTask, account: StandInAccount, nowMs: number): Record<string, unknown> {
  const { past } = keepPast(task, nowMs) ?? { past: [] };
  const hasEnded = past.some(({ status }) => status === 2 || status === 3);
  const isDelivered = past.some(({ status }) => status === 2);
  return {
    ...listedWire(task, account, nowMs),
    tags: task.tag,
    sign_image: isDelivered && task.hasProof ? "https://files.example/signature.png" : "",
    ref_images: [],
    custom_field: [
      custom("Service_Level", "Service level", task.serviceLevel),
      ...(task.codMinor > 0 ? [custom("COD_Amount", "Cash to collect", money(task.codMinor))] : []),
      ...(isDelivered && task.codMinor > 0
        ? [custom("COD_Collected", "Cash collected", "", money(task.codMinor))]
        : []),
      ...(hasEnded ? [custom("Delivery_Cost", "Cost", money(180 + Math.round(task.metres * 0.042)))] : []),
    ],
    task_history: past.map((event, place) => ({
      id: task.jobId * 10 + place,
      job_id: task.jobId,
      type: "state_changed",
      description: event.text,
      ...(event.reason !== undefined && { reason: event.reason }),
      latitude: task.hasGps && event.status !== 6 ? task.latitude.toFixed(4) : "",
      longitude: task.hasGps && event.status !== 6 ? task.longitude.toFixed(4) : "",
      label_description: `<b>${event.text}</b>`,
      creation_datetime: new Date(event.atMs).toISOString(),
    })),
  };
}

function custom(label: string, name: string, value: string, entered = "") {
  return { label, display_name: name, data_type: "Text", data: value, fleet_data: entered, template_id: "Retail" };
}

/** Three digits, as in Bahrain. */
function money(minor: number): string {
  return (minor / 1000).toFixed(3);
}

/** Local time, its seconds without a leading zero. */
function localTime(atMs: number): string {
  const text = new Date(atMs + 3 * hourMs).toISOString().slice(0, 19).replace("T", " ");
  return text.replace(/:0(\d)$/, ":$1");
}

/** The provider's old mistake: twelve hours, without saying which half of the day. */
function withoutHalf(local: string): string {
  const hour = Number(local.slice(11, 13)) % 12 || 12;
  return `${local.slice(0, 11)}${String(hour).padStart(2, "0")}${local.slice(13)}`;
}
