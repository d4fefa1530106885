import type { StoredCheck, StoredSpan } from "./check-store.ts";
import type { HealthCheck } from "./health-check.ts";

export type HealthState = "up" | "degraded" | "down" | "affected" | "unknown" | "paused";

/** A check with the state that it has when it is read, and the part that is to blame where it is only affected. */
export type JudgedCheck = { check: HealthCheck; stored: StoredCheck | null; state: HealthState; cause: string | null };

/** The states of checks at an instant. What nobody has looked at for two intervals is unknown, whatever it was. */
export function judgeChecks(
  checks: readonly HealthCheck[],
  rows: readonly StoredCheck[],
  now: Date,
): Map<string, JudgedCheck> {
  const stored = new Map(rows.map((row) => [row.name, row]));
  const own = new Map(checks.map((check) => [check.name, judgeAlone(check, stored.get(check.name), now)]));
  return new Map(
    checks.map((check) => {
      const state = own.get(check.name) ?? "unknown";
      const cause = state === "down" || state === "degraded" ? findCause(check, checks, own) : null;
      return [
        check.name,
        { check, stored: stored.get(check.name) ?? null, state: cause === null ? state : "affected", cause },
      ];
    }),
  );
}

function judgeAlone(
  { everySeconds }: HealthCheck,
  row: StoredCheck | undefined,
  now: Date,
): Exclude<HealthState, "affected"> {
  if (!row?.checked_at) return row?.is_paused ? "paused" : "unknown";
  if (row.is_paused) return "paused";
  const ageMs = now.getTime() - row.checked_at.getTime();
  // A finding of the future comes from a clock that was moved: nobody knows how old it is.
  if (ageMs > 2 * everySeconds * 1000 || ageMs < -everySeconds * 1000) return "unknown";
  return row.state as "up" | "degraded" | "down" | "unknown";
}

/** The first part that is down among those that a check needs, however far away; null where all of them work. */
export function findCause(
  check: HealthCheck,
  checks: readonly HealthCheck[],
  states: ReadonlyMap<string, string>,
): string | null {
  return findRoot(check, checks, (name) => states.get(name) === "down");
}

/** The farthest part among those that a check needs which is to blame. */
export function findRoot(
  check: HealthCheck,
  checks: readonly HealthCheck[],
  isToBlame: (name: string) => boolean,
): string | null {
  return listNeeds(check, checks).findLast(isToBlame) ?? null;
}

/** Everything that a check needs, however far away, the nearest first. */
export function listNeeds(check: HealthCheck, checks: readonly HealthCheck[]): string[] {
  const byName = new Map(checks.map((one) => [one.name, one]));
  const needs = new Set<string>();
  const queue = [...check.dependsOn];
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    if (needs.has(name)) continue;
    needs.add(name);
    queue.push(...(byName.get(name)?.dependsOn ?? []));
  }
  return [...needs];
}

/** The state of the whole: the worst of its parts; what is unknown is never taken for well. */
export function judgeWhole(judged: Iterable<JudgedCheck>): "up" | "degraded" | "down" | "unknown" {
  const states = new Set([...judged].map(({ state }) => state));
  if (states.has("down")) return "down";
  if (states.has("unknown")) return "unknown";
  return states.has("degraded") || states.has("affected") ? "degraded" : "up";
}

const dayMs = 86_400_000;

/**
 * The share of a time in which a check found its part working. A finding holds until the next one, for two intervals at
 * most. Null where the part was not watched for long enough to tell: a longer time needs more than the shorter one.
 */
export function measureUptime(
  spans: readonly StoredSpan[],
  { now, days, watchedDays, everySeconds }: { now: Date; days: number; watchedDays: number; everySeconds: number },
): { share: number | null; unknownShare: number | null } {
  const end = now.getTime();
  const first = spans.reduce((least, { begins_at }) => Math.min(least, begins_at.getTime()), end);
  const begin = Math.max(end - days * dayMs, first);
  if (end - first <= watchedDays * dayMs) return { share: null, unknownShare: null };
  const last = spans.reduce((latest, { ends_at }) => Math.max(latest, ends_at.getTime()), 0);
  const sums = { up: 0, degraded: 0, down: 0, maintenance: 0 };
  for (const { begins_at, ends_at, state } of spans) {
    const holdsMs = ends_at.getTime() === last ? 2 * everySeconds * 1000 : 0;
    const length = Math.min(end, ends_at.getTime() + holdsMs) - Math.max(begin, begins_at.getTime());
    if (length > 0) sums[state as keyof typeof sums] += length;
  }
  const counted = end - begin - sums.maintenance;
  if (counted <= 0) return { share: null, unknownShare: null };
  const known = sums.up + sums.degraded + sums.down;
  return { share: (sums.up + sums.degraded) / counted, unknownShare: Math.max(0, counted - known) / counted };
}
