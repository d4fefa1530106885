import { dayText, hourMs, minuteMs, startOfDay } from "../demo/local-day.ts";
import { at } from "../demo/seeded-random.ts";
import { cast, type PlannedTask } from "./plan-tasks.ts";
import { keepPast } from "./wire-task.ts";

const stepMs = 20_000;
const underWay = [1, 4];

/** Every fourth agent works at night. */
function toShift(agent: number): { fromHour: number; hours: number } {
  return agent % 4 === 3 ? { fromHour: 20, hours: 11 } : { fromHour: 6 + (agent % 3), hours: 15 };
}

/** How long the shift that begins on a day has lasted by now, and whether it still does. */
function shiftOn(agent: number, day: number, nowMs: number): { lastedMs: number; isOn: boolean } {
  const { fromHour, hours } = toShift(agent);
  const fromMs = startOfDay(day) + fromHour * hourMs;
  const lastedMs = Math.max(0, Math.min(nowMs - fromMs, hours * hourMs));
  return { lastedMs, isOn: lastedMs > 0 && lastedMs < hours * hourMs };
}

/** Agents where they are by now: they move a little with each step, one of them without a network. */
export function agentsWire(tasks: readonly PlannedTask[], today: number, nowMs: number): Record<string, unknown>[] {
  const now = Math.floor(nowMs / stepMs) * stepMs;
  const loads = new Map<number, { open: number; isBusy: boolean }>();
  for (const task of tasks) {
    const status = keepPast(task, nowMs)?.last.status;
    if (status === undefined || ![0, 7, ...underWay].includes(status)) continue;
    const { open, isBusy } = loads.get(task.agent) ?? { open: 0, isBusy: false };
    loads.set(task.agent, { open: open + 1, isBusy: isBusy || underWay.includes(status) });
  }
  return cast.drivers.map(([name], agent) => {
    const { open, isBusy } = loads.get(agent) ?? { open: 0, isBusy: false };
    const isOnDuty = [today - 1, today].some((day) => shiftOn(agent, day, nowMs).isOn);
    const status = isBusy ? 2 : isOnDuty ? 0 : 1;
    const seenMs = agent === 5 ? now - 3 * hourMs : status === 1 ? now - 40 * minuteMs : now;
    const angle = seenMs / (11 * minuteMs) + agent * 1.7;
    return {
      fleet_id: 5001 + agent,
      fleet_name: name,
      username: name,
      status,
      is_available: status === 1 ? 0 : 1,
      is_active: 1,
      registration_status: 1,
      email: `agent${agent + 1}@example.com`,
      phone: `+9733900${1000 + agent}`,
      latitude: (cast.centre.latitude + 0.02 * Math.sin(agent) + 0.015 * Math.sin(angle)).toFixed(6),
      longitude: (cast.centre.longitude + 0.02 * Math.cos(agent) + 0.015 * Math.cos(angle)).toFixed(6),
      last_updated_location_time: new Date(seenMs).toISOString(),
      battery_level: 20 + ((agent * 13 + Math.floor(now / hourMs)) % 80),
      has_network: agent === 5 ? 0 : 1,
      team_id: 7001 + (agent % cast.depots.length),
      team_name: at(cast.depots, agent),
      tags: at(cast.zones, agent),
      transport_type: String(1 + (agent % 6)),
      pending_tasks: open,
      device_token: `device-${agent}`,
      password: "hash",
    };
  });
}

/** How long each agent was on duty on each of some days. */
export function dutyWire(from: number, to: number, nowMs: number): Record<string, unknown>[] {
  const days = Array.from({ length: Math.max(0, to - from + 1) }, (_, place) => from + place);
  return days.flatMap((day) =>
    cast.drivers.flatMap((_, agent) => {
      const seconds = Math.floor(shiftOn(agent, day, nowMs).lastedMs / 1000);
      const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
      const time = [hours, minutes, seconds % 60].map((part) => String(part).padStart(2, "0")).join(":");
      return seconds > 0 ? [{ fleet_id: 5001 + agent, date: dayText(day), on_duty_time: time }] : [];
    }),
  );
}

/** The clients of an account: those whom tasks are for, and branches of theirs that have had none yet. */
export function customersWire(): Record<string, unknown>[] {
  const names = cast.customers.map(([name]) => name);
  const branches = cast.zones.flatMap((zone) => names.map((name) => `${name}, ${zone}`));
  return [...names, ...branches].map((name, place) => ({
    customer_id: 3001 + place,
    customer_username: name,
    customer_email: `shop${place + 1}@example.com`,
    // Branches share a phone with their main shop, and some have none.
    customer_phone: place % 4 === 0 ? "0" : `+973 3600 ${String(1000 + (place % names.length))}`,
    customer_address: `Road ${100 + place}, ${at(cast.zones, place)}`,
    access_token: `token-${place}`,
  }));
}
