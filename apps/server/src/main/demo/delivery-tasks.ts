import { addDefined, type DemoRecord, type HistoryEntry, historyUntil } from "./demo-record.ts";
import {
  dayMs,
  friday,
  hourMs,
  iso,
  isoUntil,
  type LocalDay,
  minuteMs,
  saturday,
  thursday,
  tide,
} from "./local-day.ts";
import type { DeliveryProfile } from "./profiles/profile.ts";
import { at, SeededRandom } from "./seeded-random.ts";

const stream = 1;
/** How many tasks fall due in each hour from 9:00 on. */
const dueHours = [3, 4, 5, 7, 8, 5, 4, 5, 8, 12, 13, 9, 5];
/** One task in so many fails by rule, with reasons from a deck, so that even a small fortnight shows each of them. */
const failEvery = 20;
const reasonDeck = [0, 1, 2, 0, 3, 1, 0, 4, 2, 0, 1, 3, 0, 4];
/** The others fail by chance, in a Pareto. */
const reasonWeights = [46, 27, 14, 8, 5];
const windowMinutes: Record<string, readonly [number, number]> = { Express: [55, 85], "Same-day": [85, 150] };
const standardWindow = [110, 210] as const;
const streets = [
  "Palm Road",
  "Harbour Street",
  "Market Lane",
  "Garden Avenue",
  "Mill Street",
  "Pearl Road",
  "King Road",
];
const sizes = ["Small", "Medium", "Large"];

function share(weekday: number): number {
  if (weekday === friday) return 0.5;
  return weekday === thursday ? 1.22 : weekday === saturday ? 1.04 : 1.06;
}

/** The tasks that are due on a day. */
export function deliveryTasks(profile: DeliveryProfile, day: LocalDay): DemoRecord[] {
  const random = new SeededRandom(day.seed, stream, day.number);
  const count = random.count(profile.perDay * share(day.weekday) * tide(day.number));
  const records: DemoRecord[] = [];
  for (let number = 1; number <= count; number += 1) {
    const task = planTask(profile, day, number);
    if (task.createdMs <= day.nowMs) records.push(makeRecord(task, day));
  }
  return records;
}

type Task = ReturnType<typeof planTask>;

/** Everything that will happen to a task, whatever has happened of it so far. */
function planTask(profile: DeliveryProfile, day: LocalDay, number: number) {
  const random = new SeededRandom(day.seed, stream, day.number, number);
  const driver = random.weighted(profile.drivers);
  const driverPlace = profile.drivers.findIndex(([name]) => name === driver);
  const routePlace = random.whole(0, profile.routes.length - 1);
  const depot = at(profile.depots, routePlace);
  const isLateDepot = depot === profile.lateDepot;
  const zone = at(profile.zones, Math.floor((routePlace * profile.zones.length) / profile.routes.length));
  const middle = profile.zoneCentres[zone] ?? profile.centre;
  const serviceLevel = random.weighted(profile.serviceLevels);
  const [shortest, longest] = windowMinutes[serviceLevel] ?? standardWindow;

  const dueMs = day.startMs + (9 + random.place(dueHours)) * hourMs + random.whole(0, 11) * 5 * minuteMs;
  const earliestMs = day.startMs + random.between(5.5, 7) * hourMs;
  const createdMs = Math.max(earliestMs, dueMs - random.between(shortest, longest) * minuteMs);
  const metres = Math.round(random.between(1_800, 9_000) + random.wait(2_500, 12_000));
  const travelMs = (6 + metres / 480) * random.between(0.8, 1.35) * minuteMs;
  const stopMs = (2 + random.wait(4, 25)) * minuteMs;
  const slackMs = (26 + 15 * random.bell()) * minuteMs;
  const roomMs = Math.max(10 * minuteMs, dueMs - createdMs - travelMs - stopMs);
  // The story of the late depot: the time is lost before a driver has the task.
  const isHeld = random.chance(isLateDepot ? 0.42 : 0.03);
  const assignMs = isHeld ? roomMs * random.between(0.85, 1.35) : random.wait(9 * minuteMs, roomMs * 0.5);
  const assignedMs = createdMs + assignMs;
  const acceptedMs = assignedMs + (0.5 + random.wait(3.5, 30)) * minuteMs;
  const plannedMs = dueMs - travelMs - stopMs - slackMs;
  const startedMs = Math.max(acceptedMs + random.between(2, 7) * minuteMs, plannedMs);

  const outcome = random.next();
  const type = random.next();
  const isCancelled = outcome < 0.02;
  const isPicked = number % failEvery === (day.number * 7) % failEvery;
  const isFailed = !isCancelled && (isPicked || outcome < 0.036);
  const isReturned = !isFailed && outcome >= 0.036 && outcome < 0.046;
  const reasonPlace = isPicked
    ? at(reasonDeck, day.number + Math.floor(number / failEvery))
    : random.place(reasonWeights);
  const again = random.next();
  const attempts = isFailed ? (again < 0.45 ? 1 : again < 0.8 ? 2 : 3) : again < 0.935 ? 1 : again < 0.985 ? 2 : 3;
  const arrivedMs = startedMs + travelMs + (attempts - 1) * random.between(25, 60) * minuteMs;
  const isClosedByAdmin = random.chance(0.03);
  const isTapped = !random.chance(0.15) && !isClosedByAdmin;
  const completedMs = isClosedByAdmin ? arrivedMs + random.between(1, 6) * hourMs : arrivedMs + stopMs;
  const isDelivered = !isCancelled && !isFailed && !isReturned;
  const isPickup = type < 0.05;
  const codDue = !isPickup && random.chance(0.37) ? random.whole(24, 420) * 25 : 0;
  const paid = random.next();
  const handed = random.next() + (driver === profile.shortDriver ? 0.06 : 0);
  const codCollected = !isDelivered || paid >= 0.98 ? 0 : paid < 0.94 ? codDue : Math.round(codDue * 0.6);
  const isLate = completedMs > dueMs;
  const mood = random.next() - (isLate ? 0.3 : 0);

  return {
    key: `dt-${day.text}-${String(number).padStart(3, "0")}`,
    taskType: isPickup ? "Pickup" : type < 0.06 ? "Appointment" : type < 0.068 ? "Field work" : "Delivery",
    driver,
    vehicle: at(profile.vehicles, driverPlace + day.number),
    route: at(profile.routes, routePlace),
    depot,
    zone,
    customer: random.weighted(profile.customers),
    serviceLevel,
    reason: isFailed ? at(profile.failureReasons, reasonPlace) : undefined,
    createdMs,
    assignedMs,
    acceptedMs,
    startedMs,
    arrivedMs,
    completedMs,
    dueMs,
    attempts,
    metres,
    cancelledMs: isCancelled ? createdMs + random.between(0.1, 0.7) * (startedMs - createdMs) : undefined,
    isFailed,
    isReturned,
    isDelivered,
    isClosedByAdmin,
    isTapped,
    codDue,
    codCollected,
    hasGps: !random.chance(0.08),
    hasProof: isDelivered && !isClosedByAdmin && random.chance(0.875),
    costMinor: Math.round(180 + metres * 0.042 + (attempts - 1) * 140 + (serviceLevel === "Express" ? 120 : 0)),
    codHandedOver: handed < 0.965 ? codCollected : handed < 0.99 ? Math.round(codCollected * 0.8) : 0,
    handedOverMs: day.startMs + dayMs + random.between(9.5, 11.5) * hourMs,
    rating: mood > 0.45 ? 5 : mood > 0.15 ? 4 : mood > 0 ? 3 : mood > -0.15 ? 2 : 1,
    ratedMs: isDelivered && random.chance(0.34) ? completedMs + random.wait(3, 20) * hourMs : undefined,
    latitude: middle.latitude + 0.012 * random.bell(),
    longitude: middle.longitude + 0.01 * random.bell(),
    address: `${random.whole(1, 240)} ${random.pick(streets)}`,
    custom: { parcel_size: random.pick(sizes), parcels: random.whole(1, 4) },
    orderReference: `SO-${(day.number - 19_000) * 1000 + number}`,
  };
}

function makeRecord(task: Task, day: LocalDay): DemoRecord {
  const { nowMs } = day;
  const endMs = task.cancelledMs ?? Number.POSITIVE_INFINITY;
  const seenMs = Math.min(nowMs, endMs);
  const isAssigned = task.assignedMs <= seenMs;
  const isStarted = task.startedMs <= seenMs;
  const isFinished = task.cancelledMs === undefined && task.completedMs <= nowMs;
  const outcome = task.isFailed ? "Failed" : task.isReturned ? "Returned" : "Delivered";
  const arrivedMs = task.isTapped ? task.arrivedMs : task.completedMs;
  const hasCod = isFinished && task.codCollected > 0;
  const certain = {
    source_key: task.key,
    task_type: task.taskType,
    status: isFinished ? outcome : isStarted ? "Out for delivery" : "Planned",
    route: task.route,
    depot: task.depot,
    zone: task.zone,
    customer: task.customer,
    service_level: task.serviceLevel,
    created_at: iso(task.createdMs),
    due_at: iso(task.dueMs),
    latitude: Number(task.latitude.toFixed(5)),
    longitude: Number(task.longitude.toFixed(5)),
    order_reference: task.orderReference,
    address: task.address,
    history: makeHistory(task, outcome, nowMs),
    custom: task.custom,
  };
  return addDefined(
    {
      driver: isAssigned ? task.driver : undefined,
      vehicle: isAssigned ? task.vehicle : undefined,
      failure_reason: isFinished ? task.reason : undefined,
      assigned_at: isoUntil(task.assignedMs, seenMs),
      accepted_at: isoUntil(task.acceptedMs, seenMs),
      started_at: isoUntil(task.startedMs, seenMs),
      arrived_at: isoUntil(arrivedMs, seenMs),
      completed_at: isFinished ? iso(task.completedMs) : undefined,
      attempts: isFinished ? task.attempts : undefined,
      distance_metres: isFinished && task.hasGps ? task.metres : undefined,
      cost_minor: isFinished ? task.costMinor : undefined,
      rating: isFinished && task.ratedMs !== undefined && task.ratedMs <= nowMs ? task.rating : undefined,
      cod_due_minor: task.codDue > 0 ? task.codDue : undefined,
      cod_collected_minor: hasCod ? task.codCollected : undefined,
      cod_handed_over_minor: hasCod && task.handedOverMs <= nowMs ? task.codHandedOver : undefined,
      is_cancelled: endMs <= nowMs ? true : undefined,
      has_gps: isStarted ? task.hasGps : undefined,
      has_proof: isFinished ? task.hasProof : undefined,
      is_closed_by_admin: isFinished ? task.isClosedByAdmin : undefined,
    },
    certain,
  );
}

function makeHistory(task: Task, outcome: string, nowMs: number): HistoryEntry[] {
  const { cancelledMs, driver } = task;
  const closer = task.isClosedByAdmin ? "Admin" : driver;
  return historyUntil(
    [
      [task.createdMs, "created", "System"],
      [task.assignedMs, "assigned", "Dispatcher"],
      [task.acceptedMs, "accepted", driver],
      [task.startedMs, "started", driver],
      task.isTapped && [task.arrivedMs, "arrived", driver],
      cancelledMs === undefined
        ? [task.completedMs, outcome.toLowerCase(), closer, task.reason]
        : [cancelledMs, "cancelled", "Dispatcher", "Cancelled by the customer"],
    ],
    Math.min(nowMs, cancelledMs ?? nowMs),
  );
}
