import type { ConnectionState } from "@console/contracts";

/** Why a connection could not be read: beside what a connector tells, that a list has lost too much. */
export type ProblemKind = "config" | "passing" | "shrunk";

/** What the state of a connection follows from. */
export type ConnectionStatus = {
  is_paused: boolean;
  problem_kind: string | null;
  failures: number;
  interval_minutes: number | null;
  last_success_at: Date | null;
  created_at: Date;
};

const minuteMs = 60_000;

/** A run takes a while: what has only just become due is not late yet. */
const slack = (intervalMs: number) => Math.max(minuteMs, intervalMs / 10);

/** The state of a connection at an instant: late after one interval without a success, failing after two. */
export function stateAt(status: ConnectionStatus, now: Date): ConnectionState {
  const { is_paused, problem_kind, failures, interval_minutes, last_success_at, created_at } = status;
  if (is_paused) return "paused";
  if (problem_kind === "config" || problem_kind === "shrunk") return "needs_you";
  if (interval_minutes === null)
    return last_success_at ? (failures > 0 ? "failing" : "healthy") : failures > 0 ? "failing" : "pending";
  const intervalMs = interval_minutes * minuteMs;
  const quietMs = now.getTime() - (last_success_at ?? created_at).getTime();
  if (quietMs > 2 * intervalMs + slack(intervalMs)) return "failing";
  if (quietMs > intervalMs + slack(intervalMs)) return "late";
  return last_success_at ? "healthy" : failures > 0 ? "late" : "pending";
}

const longestPauseMs = 3_600_000;

/** When a run that failed is tried again: after growing pauses, but never later than it would run anyway. */
export function retryAt(failures: number, intervalMinutes: number | null, now: Date, chance = Math.random()): Date {
  const growing = Math.min(longestPauseMs, 15_000 * 2 ** Math.min(failures, 12));
  const spread = growing * (0.75 + chance / 2);
  const most = intervalMinutes === null ? longestPauseMs : intervalMinutes * minuteMs;
  return new Date(now.getTime() + Math.min(spread, Math.max(most, 15_000)));
}
