import { dayText, hourMs, minuteMs, startOfDay, tide } from "../demo/local-day.ts";
import { tookan } from "../demo/profiles/goods-tenants.ts";
import type { DeliveryProfile } from "../demo/profiles/profile.ts";
import { at, SeededRandom } from "../demo/seeded-random.ts";

/** Whose account it is, and how busy. */
export type StandInAccount = { apiKey: string; userId: number; name: string; tasksPerDay?: number };

/** A change of a task's status. */
export type TaskEvent = { atMs: number; status: number; text: string; reason?: string };

/** Everything that will happen to a task; what has happened of it depends on the clock. */
export type PlannedTask = ReturnType<typeof planTask>;

/** The people and places of every account. */
export const cast: DeliveryProfile = tookan.deliveries ?? noDeliveries();

const usualTasksPerDay = 240;
/** How many tasks are due in each hour: most by day, but some at night too, so that there is always something to see. */
const dueHours = [2, 2, 2, 2, 2, 2, 3, 4, 6, 8, 9, 10, 11, 10, 8, 7, 8, 10, 12, 12, 10, 8, 5, 3];
const agentStart = 5001;
const teamStart = 7001;
const customerStart = 3001;
const tasksPerDay = 10_000;

function noDeliveries(): never {
  throw new Error("The demo tenant of deliveries has none.");
}

/** The tasks that are due on a day, by their number. */
export function planDay(seed: number, { userId, tasksPerDay = usualTasksPerDay }: StandInAccount, day: number) {
  const count = new SeededRandom(seed, userId, day).count(tasksPerDay * tide(day));
  return Array.from({ length: count }, (_, place) => planTask([seed, userId, day, place + 1], day, place + 1));
}

/** The day on which a task is due, as its number tells. */
export function dayForJob(jobId: number): number {
  return Math.floor(jobId / tasksPerDay);
}

function planTask(seeds: number[], day: number, number: number) {
  const random = new SeededRandom(...seeds);
  const jobId = day * tasksPerDay + number;
  const dueMs = startOfDay(day) + random.place(dueHours) * hourMs + random.whole(0, 11) * 5 * minuteMs;
  const createdMs = dueMs - random.whole(70, 190) * minuteMs;
  const agent = random.whole(0, cast.drivers.length - 1);
  const type = at([1, 1, 1, 1, 1, 1, 1, 0, 2, 3], random.whole(0, 9));
  const metres = random.whole(900, 14_000);
  const isTapped = random.chance(0.85);
  const isDelivered = random.chance(0.93);
  const reason = random.pick(cast.failureReasons);
  const fate = random.next();
  const customer = random.whole(0, cast.customers.length - 1);
  const codMinor = type === 1 && random.chance(0.4) ? random.whole(24, 420) * 25 : 0;
  const zone = at(cast.zones, agent);
  const middle = cast.zoneCentres[zone] ?? cast.centre;
  const events = planEvents({ random, createdMs, dueMs, metres, isTapped, isDelivered, reason, fate, agent });
  return {
    jobId,
    day: dayText(day),
    type,
    agent,
    metres,
    isTapped,
    codMinor,
    customer,
    events,
    createdMs,
    dueMs,
    agentId: agentStart + agent,
    teamId: teamStart + (agent % cast.depots.length),
    customerId: customerStart + customer,
    tag: zone,
    serviceLevel: random.weighted(cast.serviceLevels),
    hasGps: !random.chance(0.08),
    hasProof: isDelivered && random.chance(0.85),
    isClosedByAdmin: random.chance(0.03),
    ratedMs: isDelivered && random.chance(0.3) ? dueMs + random.whole(1, 6) * hourMs : null,
    rating: random.whole(2, 5),
    latitude: middle.latitude + 0.012 * random.bell(),
    longitude: middle.longitude + 0.01 * random.bell(),
    address: `Block ${random.whole(100, 999)}, ${zone}`,
  };
}

type Course = {
  random: SeededRandom;
  createdMs: number;
  dueMs: number;
  metres: number;
  isTapped: boolean;
  isDelivered: boolean;
  reason: string;
  fate: number;
  agent: number;
};

function planEvents({ random, createdMs, dueMs, metres, isTapped, isDelivered, reason, fate, agent }: Course) {
  const name = at(cast.drivers, agent)[0];
  const assignedMs = createdMs + random.wait(8, 35) * minuteMs;
  const acceptedMs = assignedMs + (1 + random.wait(3, 15)) * minuteMs;
  const travelMs = (6 + metres / 480) * random.between(0.8, 1.35) * minuteMs;
  const stopMs = (2 + random.wait(4, 20)) * minuteMs;
  const startedMs = Math.max(acceptedMs + 2 * minuteMs, dueMs - travelMs - stopMs - random.whole(-10, 40) * minuteMs);
  const event = (atMs: number, status: number, text: string, why?: string): TaskEvent => ({
    atMs: Math.floor(atMs / 1000) * 1000,
    status,
    text,
    ...(why !== undefined && { reason: why }),
  });
  const created = event(createdMs, 6, "Created");
  const assigned = event(assignedMs, 0, `Assigned to ${name}`);
  if (fate < 0.015) return [created, event(assignedMs, 9, "Cancelled by the customer")];
  if (fate < 0.02) return [created, assigned, event(acceptedMs, 8, `Declined by ${name}`)];
  if (fate < 0.025) return [created, event(assignedMs, 10, "Deleted")];
  const arrivedMs = startedMs + travelMs;
  return [
    created,
    assigned,
    event(acceptedMs, 7, `Accepted by ${name}`),
    event(startedMs, 1, "Started at"),
    ...(isTapped ? [event(arrivedMs, 4, "Arrived at")] : []),
    isDelivered ? event(arrivedMs + stopMs, 2, "Successful at") : event(arrivedMs + stopMs, 3, "Failed at", reason),
  ];
}
