import { expect, test } from "vitest";
import { type ConnectionStatus, retryAt, stateAt } from "./connection-state.ts";

const now = new Date("2026-03-18T12:00:00Z");
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const status: ConnectionStatus = {
  is_paused: false,
  problem_kind: null,
  failures: 0,
  interval_minutes: 60,
  last_success_at: minutesAgo(1),
  created_at: minutesAgo(100_000),
};

test.each<[string, Partial<ConnectionStatus>, string]>([
  ["was read just now", {}, "healthy"],
  ["was read an interval and its slack ago", { last_success_at: minutesAgo(66) }, "healthy"],
  ["is due for longer", { last_success_at: minutesAgo(67) }, "late"],
  ["was read two intervals and a slack ago", { last_success_at: minutesAgo(126) }, "late"],
  ["was read before that", { last_success_at: minutesAgo(127) }, "failing"],
  ["was never read and is new", { last_success_at: null, created_at: minutesAgo(5) }, "pending"],
  ["failed at its first try", { last_success_at: null, created_at: minutesAgo(5), failures: 1 }, "late"],
  ["was never read for long", { last_success_at: null, created_at: minutesAgo(130) }, "failing"],
  ["is paused, whatever else", { is_paused: true, problem_kind: "config" }, "paused"],
  ["is wrongly set up", { problem_kind: "config" }, "needs_you"],
  ["has lost too much", { problem_kind: "shrunk" }, "needs_you"],
  ["is read on demand, with success", { interval_minutes: null, last_success_at: minutesAgo(100_000) }, "healthy"],
  ["is read on demand, and failed", { interval_minutes: null, failures: 1 }, "failing"],
  ["was never asked for", { interval_minutes: null, last_success_at: null }, "pending"],
])("a connection that %s is told so", (_, changes, state) => {
  expect(stateAt({ ...status, ...changes }, now)).toBe(state);
});

test("the pauses between tries double, up to an hour", () => {
  const pauses = [1, 2, 3, 4, 8, 20].map(
    (failures) => (retryAt(failures, null, now, 0.5).getTime() - now.getTime()) / 1000,
  );
  expect(pauses).toEqual([30, 60, 120, 240, 3600, 3600]);
});

test("a pause is spread by a quarter, and is never longer than the interval", () => {
  const pause = (chance: number, interval: number | null) =>
    (retryAt(3, interval, now, chance).getTime() - now.getTime()) / 1000;
  expect([pause(0, null), pause(1, null)]).toEqual([90, 150]);
  expect(pause(1, 1)).toBe(60);
});
